internal import MediaTime

extension Timeline {
  /// The timeline as a table for people: what plays, from which frame to before which, and from where.
  public var text: String {
    var lines = [
      "canvas   \(canvas.size), \(FrameRate.name(of: canvas.frameRate)) fps, \(canvas.sampleRate) Hz \(canvas.channels), "
        + canvas.color,
      "length   \(duration(root.frameCount))",
    ]
    for (index, media) in media.enumerated() {
      lines.append(index == 0 ? "media    \(line(media))" : "         \(line(media))")
    }
    append(root, indent: "", to: &lines)
    if buses.count > 1 || buses.contains(where: { $0.isMore }) {
      for bus in buses.reversed() { lines.append("bus      \(bus.words)") }
    }
    for marker in markers { lines.append("marker   \(column(marker.frame))  \(marker.name)") }
    for output in outputs { lines += describe(output) }
    return lines.joined(separator: "\n") + "\n"
  }

  private func duration(_ frames: Int) -> String {
    let time = (try? Time(frame: frames, at: canvas.frameRate)) ?? .zero
    return "\(frames) frames, \(Self.short(time))"
  }

  /// Seconds to the millisecond: exact enough to read; the JSON form is exact.
  private static func short(_ time: Time) -> String {
    let milliseconds = (try? time.seconds * Rational(1000))?.rounded ?? 0
    return "\((try? Rational(milliseconds, over: 1000))?.decimalText ?? "\(time.seconds)")s"
  }

  private func line(_ media: Media) -> String {
    var parts = [media.name]
    if case .stills(let frames, _) = media.source { parts.append("\(frames.count) stills") }
    if case .file(let path) = media.source, path != media.name { parts.append(path) }
    for stream in media.info.video {
      let rate = stream.frameRate.map { " \(FrameRate.name(of: $0)) fps\(stream.isVariableRate ? " on average" : "")" }
      parts.append("\(stream.codec) \(stream.displaySize)\(rate ?? "")")
      if let length = stream.duration { parts.append(Self.short(length)) }
    }
    for stream in media.info.audio {
      parts.append("\(stream.codec) \(stream.sampleRate) Hz \(stream.layout) \(Self.short(stream.duration))")
    }
    return parts.joined(separator: ", ")
  }

  private func append(_ sequence: Sequence, indent: String, to lines: inout [String]) {
    for (index, track) in sequence.tracks.enumerated() {
      lines.append(
        "\(indent)track \(index + 1)  \(track.kind.rawValue)\(words(of: track))")
      for (index, item) in track.items.enumerated() {
        for transition in track.transitions where (transition.incoming ?? transition.outgoing.map { $0 + 1 }) == index {
          lines.append(describe(transition, indent: indent))
        }
        lines.append(
          "\(indent)  \(column(item.ownFrames.lowerBound)) \(column(item.ownFrames.upperBound))  \(describe(item))")
        if case .sequence(let inner) = item.content { append(inner, indent: indent + "    ", to: &lines) }
      }
      for transition in track.transitions where transition.incoming == nil {
        guard transition.outgoing.map({ $0 + 1 }) == track.items.count else { continue }
        lines.append(describe(transition, indent: indent))
      }
    }
  }

  private func describe(_ transition: Transition, indent: String) -> String {
    let frames = transition.frames
    var parts = ["~ \(name(of: transition.kind))"]
    if transition.sound != .equalPower { parts.append("sound \(transition.sound.rawValue)") }
    return "\(indent)  \(column(frames.lowerBound)) \(column(frames.upperBound))  \(parts.joined(separator: ", "))"
  }

  private func name(of kind: Transition.Kind) -> String {
    switch kind {
    case .dissolve: "dissolve"
    case .fadeThrough(let color): "fade-through \(color.hexText)"
    case .xfade(let name): name
    case .luma(let index, let softness):
      "wipe \(media.indices.contains(index) ? media[index].name : "")\(softness > 0 ? ", softness \(softness)" : "")"
    }
  }

  private func column(_ frame: Int) -> String {
    let digits = "\(frame)"
    return String(repeating: " ", count: max(0, 7 - digits.count)) + digits
  }

  private func describe(_ item: Item) -> String {
    var parts = [item.label]
    switch item.content {
    case .clip(let index, let video, let audio):
      if media.indices.contains(index), media[index].name != item.label { parts.append(media[index].name) }
      if let video, video > 0 { parts.append("video stream \(video)") }
      if let audio, audio > 0 { parts.append("audio stream \(audio)") }
    case .solid(let color): parts.append(color.hexText)
    case .sequence, .drawing, .subtitles, .adjustment: break
    case .generator(let generator): parts.append(generator.text)
    }
    parts += plays(of: item)
    parts += item.picture.words
    parts += sound(of: item)
    return parts.joined(separator: ", ")
  }

  private func plays(of item: Item) -> [String] {
    // What it lends to transitions is not counted.
    let own = item.plays.filter { $0.frames.overlaps(item.ownFrames) }
    guard var first = own.first else { return [] }
    let ahead = max(0, item.ownFrames.lowerBound - first.frames.lowerBound)
    try? first.advance(by: ahead, at: canvas.frameRate)
    var parts: [String] = []
    switch item.content {
    case .solid, .drawing, .generator, .subtitles, .adjustment: break
    case .clip(let index, _, _) where media.indices.contains(index) && media[index].info.kind == .still: break
    case .clip, .sequence:
      parts.append(first.speed.isZero ? "frozen at \(Self.short(first.start))" : "from \(Self.short(first.start))")
      if let ramp = first.ramp {
        parts.append("\(first.speed.isNegative ? "backwards, " : "")speed \(ramp.curve.words)")
      } else if !first.speed.isZero, first.speed != .one {
        parts.append("speed \(first.speed)")
      }
    }
    if own.count > 1 { parts.append("\(own.count) plays") }
    return parts
  }

  private func sound(of item: Item) -> [String] {
    guard let sound = item.sound else { return item.couldSound(in: media) ? ["silent"] : [] }
    var parts: [String] = []
    parts += sound.mix.words
    if sound.fadeIn > .zero { parts.append("fade in \(Self.short(sound.fadeIn))") }
    if sound.fadeOut > .zero { parts.append("fade out \(Self.short(sound.fadeOut))") }
    if sound.delay != .zero { parts.append("delay \(Self.short(sound.delay))") }
    if sound.pitch != .preserve { parts.append("pitch \(sound.pitch.rawValue)") }
    return parts
  }

  private func words(of track: Track) -> String {
    ((track.bus.map { ["bus \($0)"] } ?? []) + track.mix.words).map { ", \($0)" }.joined()
  }

  private func describe(_ output: Output) -> [String] {
    var lines = ["output   \(output.path)  frames \(output.frames.lowerBound) to \(output.frames.upperBound)"]
    if let words = output.form.words { lines.append("         \(words)") }
    if let video = output.video {
      lines.append("         video \(encoder(video.codec, video.options))\(video.isTwoPass ? ", in two passes" : "")")
    }
    if let framing = output.framing {
      lines.append("         \(framing.size) at \(framing.frameRate) fps, \(framing.fit.rawValue)")
    }
    for audio in output.audio {
      let words = [
        audio.channels, audio.sampleRate.map { "\($0) Hz" }, audio.width.map { "bits \($0.rawValue)" },
        audio.language, audio.title.map { "\"\($0)\"" },
      ].compactMap(\.self)
      lines.append(
        "         audio \(audio.source): \(([encoder(audio.codec, audio.options)] + words).joined(separator: ", "))")
    }
    return lines
  }

  private func encoder(_ codec: String?, _ options: [EncoderOption]) -> String {
    ([codec ?? "the container's codec"] + options.map { "\($0.name) \($0.value)" }).joined(separator: ", ")
  }
}

extension Item {
  /// Whether its content has sound, used or not.
  fileprivate func couldSound(in media: [Media]) -> Bool {
    switch content {
    case .clip(let index, _, _): media.indices.contains(index) && !media[index].info.audio.isEmpty
    case .solid, .drawing, .generator, .subtitles, .adjustment: false
    case .sequence(let sequence): sequence.tracks.contains { $0.items.contains { $0.sound != nil } }
    }
  }
}

extension OutputForm {
  /// What it is, in words; nil for a film.
  public var words: String? {
    func places(_ frames: [Int]) -> String {
      let first = frames.prefix(12).map(String.init).joined(separator: ", ")
      return (frames.count == 1 ? "frame " : "frames ") + first + (frames.count > 12 ? ", …" : "")
    }
    switch self {
    case .film: return nil
    case .stills(let stills):
      return (stills.frames.count == 1 ? "1 picture, " : "\(stills.frames.count) pictures, ") + places(stills.frames)
    case .sheet(let sheet):
      let shown =
        switch sheet.choice {
        case .frames(let frames): places(frames)
        case .parts(let count): "a frame of each of \(count) parts"
        }
      let labels = sheet.hasLabels ? ", timecodes" : ""
      let title = sheet.title.map { ", \"\($0)\"" } ?? ""
      return
        "contact sheet \(sheet.columns)x\(sheet.rows) of \(sheet.cell), \(shown), spacing \(sheet.spacing)\(labels)"
        + "\(title), \(sheet.color.hexText) on \(sheet.background.hexText)"
    case .waveform(let wave):
      return "waveform \(wave.size), \(wave.scale.rawValue), channels \(wave.isSplit ? "split" : "mixed")"
        + ", \(wave.color.hexText) on \(wave.background.hexText)"
    case .stream(let streaming):
      let manifests = streaming.manifests.map(\.name).joined(separator: " and ")
      let head = "\(manifests), segments of \(streaming.segmentLength) frames"
      return ([head] + streaming.renditions.map(\.words)).joined(separator: "; ")
    }
  }
}

extension Streaming.Rendition {
  fileprivate var words: String {
    let encoder = ["\(video.codec ?? "h264")"] + video.options.map { "\($0.name) \($0.value)" }
    let size = framing.map { "\($0.size) at \($0.frameRate) fps, " } ?? ""
    return "\(name): \(size)\(encoder.joined(separator: ", "))\(video.isTwoPass ? ", in two passes" : "")"
  }
}

extension Bus {
  /// Whether it does anything but add up.
  fileprivate var isMore: Bool { mix != Mix() }
}

extension AudioOutput {
  /// What is heard in it, in words.
  fileprivate var source: String {
    bus + (solo.isEmpty ? "" : ", solo \(solo.joined(separator: ", "))")
      + (without.isEmpty ? "" : " without \(without.joined(separator: ", "))")
  }
}
