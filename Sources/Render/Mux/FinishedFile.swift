internal import AV
internal import EDL
internal import MediaTime

/// Reads a complete file back, before it gets its name, and compares it with the plan.
///
/// Looks at packets, not at headers: the number of pictures, where they end, and where each sound
/// stream ends against them.
struct FinishedFile {
  let path: String
  let plan: RenderPlan

  /// What was found of one stream.
  private struct Extent {
    var count = 0
    var start: Time?
    var end: Time?
    var tick = Time.zero
    /// Whether the container tells no lengths: libavformat has none for 1,000 pictures a second and more.
    var isOpen = false
  }

  /// Throws when the file is not what was planned.
  func check() throws(RenderError) {
    if plan.output.container.name == "webp" { return try checkWebP() }
    let extents: [(StreamFacts, Extent)]
    let (subtitleCount, hasCover): (Int, Bool)
    do throws(AVError) {
      (extents, subtitleCount, hasCover) = try read()
    } catch {
      throw failure("it cannot be read back: \(error)")
    }
    let pictures = extents.filter { $0.0.kind == .video }
    let sounds = extents.filter { $0.0.kind == .audio }
    guard pictures.count == (plan.output.video == nil ? 0 : 1), sounds.count == plan.output.audio.count else {
      throw failure("it has \(pictures.count) picture and \(sounds.count) sound streams")
    }
    guard subtitleCount == plan.output.subtitles.count else {
      throw failure("it has \(subtitleCount) streams of subtitles instead of \(plan.output.subtitles.count)")
    }
    guard hasCover == (plan.output.labels.cover != nil) else { throw failure("its cover is not there") }
    if let picture = pictures.first?.1 { try checkPicture(picture) }
    for (index, sound) in sounds.enumerated() { try checkSound(sound.1, index: index, picture: pictures.first?.1) }
  }

  private func checkWebP() throws(RenderError) {
    guard let file = AnimatedWebP(path: path) else { throw failure("it is no whole WebP") }
    let rate = plan.output.video?.frameRate.approximate ?? 1
    let planned = Int((Double(plan.output.pictureCount) * 1000 / rate).rounded())
    // One picture stands alone, without a time.
    guard file.pictureCount > 1, abs(file.milliseconds - planned) > 1000 / Int(rate.rounded(.up)) + 1 else { return }
    throw failure("its pictures show for \(file.milliseconds) ms instead of \(planned)")
  }

  private func checkPicture(_ picture: Extent) throws(RenderError) {
    let frames = plan.output.pictureCount
    guard picture.count == frames else { throw failure("it has \(picture.count) pictures instead of \(frames)") }
    let rate = plan.output.video?.frameRate ?? plan.canvas.frameRate
    guard let start = picture.start, let end = picture.end, let length = try? end - start,
      let planned = try? Time(frame: picture.isOpen ? frames - 1 : frames, at: rate)
    else { return }
    // The container's own grain, twice: once for each end.
    guard Self.differ(length, planned, by: picture.tick * 2) else { return }
    throw failure("its picture is \(length) long instead of \(planned)")
  }

  private func checkSound(_ sound: Extent, index: Int, picture: Extent?) throws(RenderError) {
    guard let start = sound.start, let end = sound.end else {
      guard plan.output.samples.isEmpty else { throw failure("its sound stream \(index) is empty") }
      return
    }
    let rate = plan.canvas.sampleRate
    let zero = picture?.start ?? max(start, .zero)
    guard let planned = try? Time(sample: plan.output.samples.count, at: rate), let length = try? end - zero,
      // One frame of the largest codec frame here, 2,048 samples, and the container's grain.
      let slack = try? Time(sample: 2048, at: rate) + sound.tick + sound.tick
    else { return }
    if Self.differ(length, planned, by: slack) {
      throw failure("its sound stream \(index) ends at \(length) instead of \(planned)")
    }
    if let picture, let pictureStart = picture.start, let late = try? start - pictureStart, late > slack {
      throw failure("its sound stream \(index) starts \(late) after the picture")
    }
  }

  private func read() throws(AVError) -> (streams: [(StreamFacts, Extent)], subtitles: Int, cover: Bool) {
    // The packets are what is looked at: nothing has to be decoded for that.
    let demuxer = try Demuxer(path: path, analysis: .header)
    let streams = demuxer.streams.filter { ($0.kind == .video && !$0.isAttachedPicture) || $0.kind == .audio }
    var extents = Dictionary(uniqueKeysWithValues: streams.map { ($0.index, Extent()) })
    demuxer.select(Set(streams.map(\.index)))
    let units = Dictionary(uniqueKeysWithValues: streams.map { ($0.index, $0.timeBase) })
    let packet = try Packet()
    while try demuxer.read(into: packet) {
      guard var extent = extents[packet.streamIndex], let unit = units[packet.streamIndex] else { continue }
      extent.count += packet.byteCount > 0 ? 1 : 0
      extent.tick = Time(seconds: unit)
      // libavformat counts the last packet of a page of ogg modulo 2^32.
      if packet.duration >= 1 << 31 { packet.duration -= 1 << 32 }
      if let pts = packet.pts, let start = try? Time(seconds: unit * Rational(Int(pts))),
        let end = try? Time(seconds: unit * Rational(Int(pts + packet.duration)))
      {
        extent.start = min(extent.start ?? start, start)
        if extent.end.map({ end >= $0 }) ?? true { (extent.end, extent.isOpen) = (end, packet.duration == 0) }
      }
      extents[packet.streamIndex] = extent
      packet.unref()
    }
    // Chapters of mp4 and mov are text, which is no stream of subtitles.
    let subtitles = demuxer.streams.filter { $0.kind == .subtitle }
    let hasCover = demuxer.streams.contains(where: \.isAttachedPicture)
    return (streams.map { ($0, extents[$0.index] ?? Extent()) }, subtitles.count, hasCover)
  }

  private static func differ(_ lhs: Time, _ rhs: Time, by slack: Time) -> Bool {
    guard let difference = try? lhs - rhs, let negative = try? rhs - lhs else { return true }
    return max(difference, negative) > slack
  }

  private func failure(_ what: String) -> RenderError {
    RenderError(
      kind: .codec,
      diagnostic: Diagnostic(
        .error, code: "output.check", "the finished file is not what was planned: \(what); it was not kept",
        at: plan.origin))
  }
}

extension Time {
  fileprivate static func * (lhs: Time, rhs: Int) -> Time { (try? lhs * Rational(rhs)) ?? lhs }
}
