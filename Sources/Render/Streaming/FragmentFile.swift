internal import AV
internal import EDL
internal import MediaTime

/// One stream of a film in one file: an initialization, then a fragment for each segment.
struct FragmentFile {
  let path: String
  /// What it is part of, for messages.
  let output: String
  let parameters: StreamParameters
  /// Where segments begin after the first one, in the unit of the stream's timestamps.
  let edges: [Int64]
  /// The sound that it is; nil for the picture.
  let audio: AudioPlan?
  /// What is said of the picture.
  let labels: FileLabels

  /// Where in the file everything is.
  struct Layout {
    /// The bytes of the initialization.
    var header: Range<Int>
    var fragments: [Fragment] = []

    struct Fragment {
      var bytes: Range<Int>
      /// How long it plays, in the unit of the stream's timestamps.
      var length: Int64
    }
  }

  /// What reordered pictures and encoders of sound put in front of zero is left out by an edit list, which all
  /// players and FFmpeg itself understand (FFmpeg shows negative offsets late); it is known when the first packets
  /// are, so the header comes with them.
  private static let options = [
    EncoderSettings.Option(name: "movflags", value: "+frag_custom+delay_moov+default_base_moof+skip_trailer")
  ]

  /// Writes everything that a feed gives.
  func write(_ feed: PacketFeed, at origin: SourceRange) throws(RenderError) -> Layout {
    do {
      let muxer = try Muxer(path: path, format: "mp4")
      try muxer.addStream(
        parameters, language: audio?.language, title: audio?.title, isDefault: audio?.isDefault ?? true)
      if audio == nil { try labels.add(to: muxer, rate: .one) }
      try muxer.start(options: Self.options)
      return try write(feed, by: muxer, at: origin)
    } catch let error as AVError {
      throw RenderError(
        kind: error.isSystem ? .media : .codec,
        diagnostic: Diagnostic(
          .error, code: error.isSystem ? "output.write" : "output.mux", "cannot write \"\(output)\": \(error)",
          at: origin, blame: .media))
    } catch let error as RenderError {
      throw error
    } catch {
      throw RenderError(.codec, AVError(code: 0, operation: "\(error)"), doing: "write \"\(path)\"")
    }
  }

  private func write(_ feed: PacketFeed, by muxer: Muxer, at origin: SourceRange) throws -> Layout {
    var layout = Layout(header: 0..<0)
    var (start, end) = (Int64(0), Int64(0))
    var (count, next) = (0, 0)
    func close(at time: Int64) throws {
      if layout.header.isEmpty { layout.header = 0..<(try muxer.endFragment()) }
      let begin = layout.fragments.last?.bytes.upperBound ?? layout.header.upperBound
      layout.fragments.append(.init(bytes: begin..<(try muxer.endFragment()), length: time - start))
      (start, count) = (time, 0)
    }
    while try feed.nextTime() != nil, let packet = feed.take() {
      let time = packet.pts ?? 0
      while next < edges.count, time >= edges[next] {
        if audio == nil, time != edges[next] || !packet.isKey { throw lacksKey(edges[next], at: origin) }
        if count > 0 { try close(at: time) }
        next += 1
      }
      end = max(end, time + packet.duration)
      count += 1
      try muxer.write(packet, stream: 0)
    }
    if count > 0 { try close(at: end) }
    try muxer.finish()
    return layout
  }

  private func lacksKey(_ picture: Int64, at origin: SourceRange) -> RenderError {
    RenderError(
      kind: .codec,
      diagnostic: Diagnostic(
        .error, code: "output.key-picture",
        "the encoder gave no key picture where a segment begins, at picture \(picture): remove its \"gop\", or choose "
          + "another encoder",
        at: origin))
  }
}
