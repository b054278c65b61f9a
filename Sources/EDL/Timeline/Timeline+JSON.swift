internal import MediaTime

extension Timeline {
  /// The whole timeline as one JSON object, its keys always in the same order.
  ///
  /// Times and rates are exact texts (`"30000/1001"`, seconds without a unit); frame ranges are
  /// `[first, end)` of the sequence that the item is in; `origin` is the place in the source texts,
  /// whose files are numbered from 0, the project file.
  public var json: String {
    var value: JSONValue = [
      "project": .string(projectPath),
      "canvas": canvas.jsonValue,
      "media": .array(media.map(\.jsonValue)),
      "sequence": root.jsonValue(in: self),
      "buses": .array(buses.map(\.jsonValue)),
      "markers": .array(
        markers.map { ["frame": .integer($0.frame), "name": .string($0.name), "origin": $0.origin.jsonValue] }),
      "outputs": .array(outputs.map(\.jsonValue)),
    ]
    if !framings.isEmpty {
      let compositions = outputs.compactMap(\.composition)
      value = value.adding([
        "framings": .array(
          compositions.enumerated().filter { compositions.firstIndex(of: $1) == $0 }.compactMap { _, composition in
            framings[composition].map { timeline in
              composition.jsonValue.adding(["sequence": timeline.root.jsonValue(in: timeline)])
            }
          })
      ])
    }
    return value.text + "\n"
  }
}

extension Output.Composition {
  fileprivate var jsonValue: JSONValue {
    ["framing": .string(framing), "size": .string("\(size)"), "fit": .string(fit.rawValue)]
  }
}

extension JSONValue {
  fileprivate init(_ range: Range<Int>) { self = [.integer(range.lowerBound), .integer(range.upperBound)] }
  init(_ value: Rational) { self = .string("\(value)") }
  init(_ time: Time) { self = .string("\(time.seconds)") }
}

extension SourceRange {
  var jsonValue: JSONValue {
    ["file": .integer(file), "line": .integer(start.line), "column": .integer(start.column)]
  }
}

extension Canvas {
  fileprivate var jsonValue: JSONValue {
    [
      "size": .string("\(size)"), "fps": JSONValue(frameRate), "sample_rate": .integer(sampleRate),
      "channels": .string(channels), "color": .string(color), "background": .string(background.hexText),
      "depth": .integer(depth), "tone_map": .string(toneMap.rawValue), "sdr_white": .number("\(sdrWhite)"),
      "hdr": hdr?.jsonValue ?? .null,
    ]
  }
}

extension HDRMetadata {
  fileprivate var jsonValue: JSONValue {
    [
      "display": .string(display.rawValue),
      "luminance": luminance.map { [.integer($0.lowerBound), .integer($0.upperBound)] } ?? .null,
      "max_cll": brightestPixel.map(JSONValue.integer) ?? .null, "max_fall": .integer(brightestFrame),
    ]
  }
}

extension Media {
  fileprivate var jsonValue: JSONValue {
    let head: JSONValue = ["name": .string(name), "kind": .string(info.kind.rawValue)]
    let place: JSONValue =
      switch source {
      case .file(let path): ["path": .string(path)]
      case .stills(let frames, let end):
        [
          "stills": .array(frames.map { ["path": .string($0.path), "time": JSONValue($0.time)] }),
          "end": JSONValue(end),
        ]
      }
    return head.adding(place).adding([
      "format": .string(info.format),
      "video": .array(info.video.map(\.jsonValue)),
      "audio": .array(info.audio.map(\.jsonValue)),
      "timecode": JSONValue(info.timecode),
      "origin": origin.jsonValue,
    ])
  }
}

extension VideoStreamInfo {
  fileprivate var jsonValue: JSONValue {
    [
      "codec": .string(codec), "coded_size": .string("\(codedSize)"), "display_size": .string("\(displaySize)"),
      "sample_aspect_ratio": JSONValue(sampleAspectRatio), "orientation": .integer(orientation),
      "fps": frameRate.map { JSONValue($0) } ?? .null, "variable": .bool(isVariableRate),
      "duration": duration.map { JSONValue($0) } ?? .null, "pixel_format": .string(pixelFormat),
      "alpha": .bool(hasAlpha), "fields": .string(fieldOrder.rawValue),
      "color": color.jsonValue,
    ]
  }
}

extension AudioStreamInfo {
  fileprivate var jsonValue: JSONValue {
    [
      "codec": .string(codec), "sample_rate": .integer(sampleRate), "channels": .integer(channels),
      "layout": .string(layout), "start": JSONValue(start), "duration": JSONValue(duration),
    ]
  }
}

extension Sequence {
  fileprivate func jsonValue(in timeline: Timeline) -> JSONValue {
    let sequence: JSONValue = [
      "frames": .integer(frameCount), "tracks": .array(tracks.map { $0.jsonValue(in: timeline) }),
    ]
    return sequence.adding(effects.isEmpty ? [:] : ["effects": .array(effects.map(\.jsonValue))])
  }
}

extension Track {
  fileprivate func jsonValue(in timeline: Timeline) -> JSONValue {
    let track: JSONValue = [
      "kind": .string(kind.rawValue), "bus": JSONValue(bus), "mix": mix.jsonValue,
      "items": .array(items.map { $0.jsonValue(in: timeline) }),
      "transitions": .array(transitions.map(\.jsonValue)), "origin": origin.jsonValue,
    ]
    return track.adding(effects.isEmpty ? [:] : ["effects": .array(effects.map(\.jsonValue))])
  }
}

extension Item {
  fileprivate func jsonValue(in timeline: Timeline) -> JSONValue {
    let head: JSONValue = [
      "id": JSONValue(id), "label": .string(label), "frames": JSONValue(frames),
      "own_frames": JSONValue(ownFrames),
    ]
    let what: JSONValue =
      switch content {
      case .clip(let index, let video, let audio):
        [
          "media": .integer(index), "video_stream": video.map(JSONValue.integer) ?? .null,
          "audio_stream": audio.map(JSONValue.integer) ?? .null,
        ]
      case .solid(let color): ["solid": .string(color.hexText)]
      case .sequence(let sequence): ["sequence": sequence.jsonValue(in: timeline)]
      case .drawing(let drawing): ["drawing": drawing.jsonValue]
      case .generator(let generator): ["source": .string(generator.text)]
      case .subtitles(let subtitles):
        [
          "subtitles": .string(subtitles.path),
          "style": .object(
            subtitles.style.sorted { $0.key < $1.key }.map { .init(key: $0.key, value: .string($0.value)) }),
        ]
      case .adjustment: ["adjustment": true]
      }
    return head.adding(what).adding([
      "plays": .array(plays.map(\.jsonValue)), "picture": picture.jsonValue, "sound": sound?.jsonValue ?? .null,
      "origin": origin.jsonValue,
    ])
  }
}

extension Transition {
  fileprivate var jsonValue: JSONValue {
    let kind: JSONValue =
      switch kind {
      case .dissolve: ["kind": "dissolve"]
      case .fadeThrough(let color): ["kind": "fade-through", "color": .string(color.hexText)]
      case .xfade(let name): ["kind": "xfade", "name": .string(name)]
      case .luma(let media, let softness):
        ["kind": "wipe", "luma": .integer(media), "softness": .number("\(softness)")]
      }
    return kind.adding([
      "frames": JSONValue(frames), "outgoing": outgoing.map(JSONValue.integer) ?? .null,
      "incoming": incoming.map(JSONValue.integer) ?? .null, "sound": .string(sound.rawValue), "cut": .integer(cut),
      "origin": origin.range.jsonValue,
    ])
  }
}

extension Play {
  fileprivate var jsonValue: JSONValue {
    let play: JSONValue = [
      "frames": JSONValue(frames), "start": JSONValue(start), "sound_start": JSONValue(soundStart),
      "speed": JSONValue(speed),
    ]
    guard let ramp else { return play }
    let keys = ramp.curve.keys.map { key -> JSONValue in
      ["at": JSONValue(key.time), "speed": JSONValue(key.speed), "ease": .string(key.ease.name)]
    }
    return play.adding(["ramp": ["offset": JSONValue(ramp.offset), "keys": .array(keys)]])
  }
}

extension Output {
  fileprivate var jsonValue: JSONValue {
    [
      "path": .string(path), "form": form.jsonValue, "frames": JSONValue(frames),
      "framing": framing?.jsonValue ?? .null,
      "composition": composition?.jsonValue ?? .null,
      "video": video?.jsonValue ?? .null,
      "audio": .array(audio.map(\.jsonValue)), "subtitles": .array(subtitles.map(\.jsonValue)),
      "cover": JSONValue(cover?.path), "timecode": JSONValue(timecode?.text),
      "orientation": .integer(orientation),
      "origin": origin.jsonValue,
    ]
  }
}

extension SubtitleOutput {
  fileprivate var jsonValue: JSONValue {
    [
      "path": .string(path), "start": .integer(start), "language": JSONValue(language), "title": JSONValue(title),
      "default": .bool(isDefault), "forced": .bool(isForced),
    ]
  }
}

extension OutputForm {
  fileprivate var jsonValue: JSONValue {
    func list(_ frames: [Int]) -> JSONValue { .array(frames.map(JSONValue.integer)) }
    switch self {
    case .film: return .string("film")
    case .stills(let stills): return ["stills": list(stills.frames)]
    case .sheet(let sheet):
      let choice: JSONValue =
        switch sheet.choice {
        case .frames(let frames): list(frames)
        case .parts(let count): .integer(count)
        }
      return [
        "contact_sheet": choice, "columns": .integer(sheet.columns), "rows": .integer(sheet.rows),
        "cell": .string("\(sheet.cell)"), "spacing": .integer(sheet.spacing), "labels": .bool(sheet.hasLabels),
        "title": JSONValue(sheet.title), "color": .string(sheet.color.hexText),
        "background": .string(sheet.background.hexText),
      ]
    case .waveform(let wave):
      return [
        "waveform": .string("\(wave.size)"), "scale": .string(wave.scale.rawValue), "split": .bool(wave.isSplit),
        "color": .string(wave.color.hexText), "background": .string(wave.background.hexText),
      ]
    case .stream(let streaming):
      return [
        "stream": .array(streaming.manifests.map { .string($0.name) }), "segment": .integer(streaming.segmentLength),
        "renditions": .array(streaming.renditions.map(\.jsonValue)),
      ]
    }
  }
}

extension Streaming.Rendition {
  fileprivate var jsonValue: JSONValue {
    ["name": .string(name), "framing": framing?.jsonValue ?? .null, "video": video.jsonValue]
  }
}

extension Framing {
  fileprivate var jsonValue: JSONValue {
    ["size": .string("\(size)"), "fit": .string(fit.rawValue), "fps": JSONValue(frameRate)]
  }
}

extension VideoOutput {
  fileprivate var jsonValue: JSONValue {
    [
      "codec": JSONValue(codec), "pixel_format": JSONValue(pixelFormat), "options": options.jsonValue,
      "two_pass": .bool(isTwoPass),
    ]
  }
}

extension AudioOutput {
  fileprivate var jsonValue: JSONValue {
    [
      "bus": .string(bus), "solo": .array(solo.map(JSONValue.string)),
      "without": .array(without.map(JSONValue.string)), "codec": JSONValue(codec), "channels": JSONValue(channels),
      "sample_rate": sampleRate.map(JSONValue.integer) ?? .null, "bits": JSONValue(width?.rawValue),
      "dither": .string(dither.rawValue), "default": .bool(isDefault), "language": JSONValue(language),
      "title": JSONValue(title), "options": options.jsonValue,
    ]
  }
}

extension [EncoderOption] {
  fileprivate var jsonValue: JSONValue { .object(map { .init(key: $0.name, value: .string($0.value)) }) }
}
