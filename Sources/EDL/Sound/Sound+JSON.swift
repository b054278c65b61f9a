internal import MediaTime

extension Gain {
  fileprivate var jsonValue: JSONValue { ["db": decibels.jsonValue, "factor": factor.jsonValue] }
}

extension ChannelMap {
  fileprivate var jsonValue: JSONValue {
    func value(_ taps: [Tap]) -> JSONValue {
      .array(taps.map { ["channel": .integer($0.channel + 1), "level": $0.level.jsonValue] })
    }
    return switch self {
    case .layout(let name): .string(name)
    case .mono(let taps): value(taps)
    case .list(let list): .array(list.map(value))
    }
  }
}

extension FadeCurve {
  fileprivate var name: String {
    switch self {
    case .linear: "linear"
    case .equalPower: "equal-power"
    case .ease(let ease): ease.name
    }
  }
}

extension Mix {
  var jsonValue: JSONValue {
    [
      "gain": gain.jsonValue(\.jsonValue), "pan": pan?.jsonValue(\.jsonValue) ?? .null, "mute": .bool(isMuted),
      "channels": channels?.jsonValue ?? .null, "effects": .array(effects.map { .string($0.words) }),
    ]
  }

  /// What differs from the usual, in words.
  var words: [String] {
    var words: [String] = []
    if isMuted { words.append("muted") }
    if gain != Curve(.unit) { words.append("gain \(gain.words { "\($0)" })") }
    if let pan { words.append("pan \(pan.words { $0.short })") }
    if let channels { words.append("channels \(channels.words)") }
    words += effects.map(\.words)
    return words
  }
}

extension ChannelMap {
  fileprivate var words: String {
    func text(_ taps: [Tap]) -> String {
      taps.map { $0.level == 1 ? "\($0.channel + 1)" : "\($0.channel + 1) at \($0.level.short)" }
        .joined(separator: "+")
    }
    return switch self {
    case .layout(let name): name
    case .mono(let taps): text(taps)
    case .list(let list): "[\(list.map(text).joined(separator: ", "))]"
    }
  }
}

extension SoundFields {
  var jsonValue: JSONValue {
    mix.jsonValue.adding([
      "fade_in": JSONValue(fadeIn), "fade_out": JSONValue(fadeOut), "fade_curve": .string(fadeCurve.name),
      "delay": JSONValue(delay), "declick": JSONValue(declick), "pitch": .string(pitch.rawValue),
    ])
  }
}

extension Ducking {
  fileprivate var jsonValue: JSONValue {
    [
      "under": .string(under), "by": depth.jsonValue, "threshold": threshold.jsonValue, "attack": JSONValue(attack),
      "hold": JSONValue(hold), "release": JSONValue(release),
    ]
  }
}

extension Bus {
  var jsonValue: JSONValue {
    [
      "name": .string(name), "to": to.map(JSONValue.string) ?? .null, "channels": .string(layout),
      "mix": mix.jsonValue, "duck": duck?.jsonValue ?? .null,
      "loudness": loudness.map { ["target": $0.integrated.jsonValue, "peak": $0.peak.jsonValue] } ?? .null,
      "limiter": limiter?.jsonValue ?? .null, "origin": origin.jsonValue,
    ]
  }

  /// One line for people.
  var words: String {
    var words = [layout] + mix.words
    if let duck { words.append("under \(duck.under) by \(duck.depth.short) dB") }
    if let loudness { words.append("at \(loudness.integrated.short) LUFS below \(loudness.peak.short) dBTP") }
    if let limiter { words.append("below \(limiter.short) dBTP") }
    return "\(name)\(to.map { " → \($0)" } ?? "")  \(words.joined(separator: ", "))"
  }
}
