internal import EDL
internal import MediaTime

/// Says in words, at the lines that are most likely the reason, how an output is not as recorded.
struct GoldenFindings {
  let timeline: Timeline
  let output: Output
  let found: GoldenRecord.Output
  let comparison: GoldenComparison

  /// Findings beyond this number of stretches a stream are counted only.
  private static let mostRanges = 50

  /// All findings: streams and facts first, then frames and samples in order of time.
  var all: [Diagnostic] {
    comparison.facts.map { finding("golden.stream", "\"\(found.path)\": \(Self.words($0))", at: output.origin) }
      + comparison.tags.map { finding("golden.tag", "the tag \(Self.words($0))", at: output.origin) }
      + comparison.chapters.map(chapter) + comparison.streams.map(stream) + comparison.digests.flatMap(digests)
  }

  private func finding(
    _ code: String, _ message: String, at place: SourceRange, notes: [Diagnostic.Note] = []
  ) -> Diagnostic {
    Diagnostic(.error, code: code, message, at: place, notes: notes, blame: .comparison)
  }

  private static func words(_ change: GoldenComparison.Change) -> String {
    switch (change.recorded, change.found) {
    case (let recorded?, let found?): "\(change.name) is \"\(found)\" now, and was \"\(recorded)\""
    case (let recorded?, nil): "\(change.name) \"\(recorded)\" is gone"
    case (nil, let found): "\(change.name) \"\(found ?? "")\" is new"
    }
  }

  // MARK: Chapters and streams

  private func chapter(_ change: GoldenComparison.ChapterChange) -> Diagnostic {
    let name = "chapter \"\(change.title)\""
    let place = timeline.markers.first { $0.name == change.title }?.origin ?? output.origin
    switch (change.recorded, change.found) {
    case (let recorded?, let found?):
      return finding(
        "golden.chapter", "\(name) begins at frame \(found), and frame \(recorded) was recorded", at: place)
    case (let recorded?, nil):
      return finding("golden.chapter", "\(name), which began at frame \(recorded), is gone", at: place)
    case (nil, let found):
      return finding("golden.chapter", "\(name) at frame \(found ?? 0) is new", at: place)
    }
  }

  private func stream(_ entry: (number: Int, change: GoldenComparison.StreamChange)) -> Diagnostic {
    let name = name(ofStream: entry.number)
    let place = place(ofStream: entry.number)
    switch entry.change {
    case .isFormer(let former):
      let words = "\(name) is what \(self.name(ofStream: former)) was: the order of the streams is another"
      return finding("golden.stream", words, at: place)
    case .lost: return finding("golden.stream", "\(name) is gone", at: output.origin)
    case .new: return finding("golden.stream", "\(name) is new", at: place)
    case .facts(let changes):
      return finding("golden.stream", "\(name): \(changes.map(Self.words).joined(separator: "; "))", at: place)
    }
  }

  /// Pictures come first, so the number among the sounds is one less where there is a picture.
  private func soundNumber(_ stream: Int) -> Int { output.video == nil ? stream : stream - 1 }

  private func name(ofStream stream: Int) -> String {
    output.video != nil && stream == 0 ? "the picture" : "sound stream \(soundNumber(stream))"
  }

  private func place(ofStream stream: Int) -> SourceRange {
    if let video = output.video, stream == 0 { return video.origin }
    let number = soundNumber(stream)
    return output.audio.indices.contains(number) ? output.audio[number].origin : output.origin
  }

  // MARK: Frames and samples

  private func digests(_ digests: GoldenComparison.Digests) -> [Diagnostic] {
    let stream = found.streams[digests.stream]
    var findings = digests.ranges.prefix(Self.mostRanges).map { range in
      let places = places(programFrames(range, of: stream), stream)
      let subject = places.first.map { ": \"\($0.name)\"" } ?? ""
      let also = places.dropFirst().prefix(6).map { Diagnostic.Note("\"\($0.name)\" plays there too", at: $0.origin) }
      return finding(
        stream.isPicture ? "golden.picture" : "golden.sound",
        words(range, of: stream, digests) + subject, at: places.first?.origin ?? output.origin,
        notes: tailNotes(range, digests, stream) + also)
    }
    if digests.ranges.count > Self.mostRanges {
      let rest = digests.ranges.count - Self.mostRanges
      findings.append(
        finding(
          stream.isPicture ? "golden.picture" : "golden.sound",
          "\(rest) more stretches of \(name(ofStream: digests.stream)) are not as recorded", at: output.origin))
    }
    return findings
  }

  /// The items that may be the reason; where something is gone, those on both sides of the place.
  private func places(_ frames: Range<Int>, _ stream: GoldenRecord.Stream) -> [ItemPlaces.Place] {
    let around = frames.isEmpty ? frames.lowerBound - 1..<frames.lowerBound + 1 : frames
    return ItemPlaces(timeline).found(in: around) { stream.isPicture ? $0.hasPicture : $0.hasSound }
  }

  /// The frames of the programme that digests stand for, or lie in.
  func programFrames(_ range: Range<Int>, of stream: GoldenRecord.Stream) -> Range<Int> {
    let first = output.frames.lowerBound
    if stream.isPicture {
      // An output may have a rate of its own: a picture shows the frame that has begun at its time.
      let start = frame(ofPicture: range.lowerBound)
      let end = range.isEmpty ? start : frame(ofPicture: range.upperBound - 1) + 1
      return start + first..<end + first
    }
    let units = stream.units(range)
    let last = max(units.upperBound - 1, units.lowerBound)
    return first + frame(at: units.lowerBound, stream)..<first + frame(at: last, stream) + 1
  }

  private func frame(at sample: Int, _ stream: GoldenRecord.Stream) -> Int {
    let time = try? Time(sample: sample, at: rate(of: stream))
    return (try? time?.exactFrames(at: timeline.canvas.frameRate).floor).map { Int($0) } ?? 0
  }

  private func frame(ofPicture picture: Int) -> Int {
    let rate = pictureRate
    guard rate != timeline.canvas.frameRate, let time = try? Time(frame: picture, at: rate) else { return picture }
    return (try? time.exactFrames(at: timeline.canvas.frameRate)).map { Int($0.floor) } ?? picture
  }

  private var pictureRate: Rational {
    output.framing?.frameRate ?? timeline.canvas.frameRate
  }

  private func rate(of stream: GoldenRecord.Stream) -> Int {
    stream.facts["rate"].flatMap { Int($0) } ?? timeline.canvas.sampleRate
  }

  private func words(
    _ range: Range<Int>, of stream: GoldenRecord.Stream, _ digests: GoldenComparison.Digests
  ) -> String {
    let units = stream.units(range)
    let noun = stream.isPicture ? "frame" : "sample"
    let whose = stream.isPicture ? "" : " of \(name(ofStream: digests.stream))"
    guard !units.isEmpty else {
      let lost = digests.recordedCount - digests.foundCount
      let what = stream.isPicture ? "\(lost) recorded frames are" : "the end of \(name(ofStream: digests.stream)) is"
      return "\(what) gone at \(noun) \(units.lowerBound) (\(seconds(units.lowerBound, stream)))"
    }
    let span = "(\(seconds(units.lowerBound, stream)) to \(seconds(units.upperBound, stream)))"
    return units.count == 1
      ? "\(noun) \(units.lowerBound)\(whose) (\(seconds(units.lowerBound, stream))) is not as recorded"
      : "\(noun)s \(units.lowerBound) to \(units.upperBound - 1)\(whose) \(span) are not as recorded"
  }

  private func tailNotes(
    _ range: Range<Int>, _ digests: GoldenComparison.Digests, _ stream: GoldenRecord.Stream
  ) -> [Diagnostic.Note] {
    let difference = digests.foundCount - digests.recordedCount
    guard digests.shiftedTail > 0, stream.isPicture else { return [] }
    let way = difference > 0 ? "later" : "earlier"
    return [.init("all that follows is as recorded, \(abs(difference)) frames \(way)")]
  }

  private func seconds(_ unit: Int, _ stream: GoldenRecord.Stream) -> String {
    let rate = stream.isPicture ? pictureRate.approximate : Double(rate(of: stream))
    let thousandths = Int((Double(unit) / rate * 1000).rounded())
    let fraction = String(thousandths % 1000 + 1000).dropFirst()
    return "\(thousandths / 1000).\(fraction) s"
  }
}
