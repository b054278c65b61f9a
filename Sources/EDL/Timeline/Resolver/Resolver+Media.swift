internal import MediaTime

extension Resolver {
  /// Puts the facts of the files beside what the project says of them.
  mutating func resolveMedia() {
    for entry in catalog.entries {
      let item = resolve(entry)
      mediaPositions.append(item == nil ? nil : media.count)
      if let item { media.append(item) }
    }
  }

  private mutating func resolve(_ entry: MediaEntry) -> Media? {
    guard var info = facts(of: entry) else { return nil }
    for index in info.video.indices {
      info.video[index].color = info.video[index].color.corrected(by: entry.colorTags)
    }
    switch entry.source {
    case .file:
      var media = Media(name: entry.name, source: .file(entry.path), info: info, origin: entry.origin)
      if let proxy = entry.proxy { apply(proxy, of: entry, to: &media) }
      return media
    case .stills(let paths, let timing): return sequence(entry, info, paths, timing)
    }
  }

  private mutating func facts(of entry: MediaEntry) -> MediaInfo? {
    switch probes[entry.path] {
    case .success(let info): return info
    case .failure(let code, let message):
      diagnostics.append(
        Diagnostic(.error, code: code, message, at: entry.origin, fixIts: similarNames(entry, code), blame: .media))
      return nil
    case nil:
      diagnostics.append(
        Diagnostic(
          .error, code: "media.unreadable", "\"\(entry.path)\" was not examined: give its facts to resolve(media:)",
          at: entry.origin, blame: .media))
      return nil
    }
  }

  private func similarNames(_ entry: MediaEntry, _ code: String) -> [Diagnostic.FixIt] {
    guard code == "media.not-found", case .file = entry.source else { return [] }
    let (folder, name) = LocalFiles.split(entry.path)
    guard let near = closestMatch(to: name, in: LocalFiles.names(in: folder) ?? []) else { return [] }
    let path = LocalFiles.join(LocalFiles.split(entry.written).folder, near)
    return [.init("write \"\(path)\"", replacing: entry.origin, with: path)]
  }

  private mutating func sequence(
    _ entry: MediaEntry, _ first: MediaInfo, _ paths: [String], _ timing: MediaEntry.Timing
  ) -> Media? {
    guard first.kind == .still, var stream = first.video.first else {
      diagnostics.append(
        Diagnostic(
          .error, code: "media.not-a-still",
          "\"\(entry.path)\" is not a still, and an image sequence is made of stills: give one file, or stills alone",
          at: entry.origin))
      return nil
    }
    guard let (frames, end) = stillFrames(entry, paths, timing) else { return nil }
    let timed = exactly(at: entry.origin) { _ throws(TimeOverflow) in
      try (Rational(paths.count) / end.seconds)
    }
    guard let average = timed else { return nil }
    if case .times = timing { stream.isVariableRate = true }
    stream.frameRate = average
    stream.duration = end
    var info = first
    info.kind = .video
    info.video = [stream]
    return Media(name: entry.name, source: .stills(frames, end: end), info: info, origin: entry.origin)
  }

  private mutating func stillFrames(
    _ entry: MediaEntry, _ paths: [String], _ timing: MediaEntry.Timing
  ) -> (frames: [Media.StillFrame], end: Time)? {
    switch timing {
    case .rate(let rate):
      let rate = rate ?? canvas.frameRate
      return exactly(at: entry.origin) { _ throws(TimeOverflow) in
        var frames: [Media.StillFrame] = []
        for (index, path) in paths.enumerated() {
          frames.append(.init(path: path, time: try Time(frame: index, at: rate)))
        }
        return (frames, try Time(frame: paths.count, at: rate))
      }
    case .times(let written):
      guard let times = times(written) else { return nil }
      guard let end = times.count > paths.count ? times.last : lastEnd(times, written, entry) else { return nil }
      return (zip(paths, times).map { Media.StillFrame(path: $0, time: $1) }, end)
    }
  }

  /// The times, counted from the first, each after the one before it.
  private mutating func times(_ written: [Located<TimeExpression>]) -> [Time]? {
    var times: [Time] = []
    var first: Time?
    for located in written {
      guard let time = located.value.evaluate(in: context(), diagnostics: &diagnostics) else { return nil }
      let origin = first ?? time
      first = origin
      guard let offset = exactly(at: located.range, { _ throws(TimeOverflow) in try time - origin }) else { return nil }
      if let last = times.last, offset <= last {
        diagnostics.append(
          Diagnostic(
            .error, code: "media.times-order",
            "\"\(located.value.text)\" is not after the time before it: give the times in rising order",
            at: located.range))
        return nil
      }
      times.append(offset)
    }
    return times
  }

  /// The last still stays as long as the one before it.
  private mutating func lastEnd(_ times: [Time], _ written: [Located<TimeExpression>], _ entry: MediaEntry) -> Time? {
    guard times.count >= 2, let last = times.last else {
      diagnostics.append(
        Diagnostic(
          .error, code: "media.times-count", "one still with one time has no end: add a second time, where it ends",
          at: written.first?.range ?? entry.origin))
      return nil
    }
    let before = times[times.count - 2]
    return exactly(at: entry.origin) { _ throws(TimeOverflow) in try last + (try last - before) }
  }
}
