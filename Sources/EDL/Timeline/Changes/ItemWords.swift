internal import MediaTime

/// Says what became of an item.
struct ItemWords {
  let old: Item
  let new: Item
  let oldTimeline: Timeline
  let newTimeline: Timeline

  /// The differences, one a phrase.
  var phrases: [String] {
    var phrases = subject
    phrases += times
    phrases += fields(old.picture.words, new.picture.words)
    phrases += fields(effects(old), effects(new))
    phrases += sound
    if phrases.isEmpty, old.id != new.id {
      phrases.append("id \(old.id ?? "none") → \(new.id ?? "none")")
    }
    return phrases
  }

  private var subject: [String] {
    let (before, after) = (ItemFace.subject(old, in: oldTimeline), ItemFace.subject(new, in: newTimeline))
    guard before != after else { return [] }
    switch (old.content, new.content) {
    case (.drawing(.title(let first)), .drawing(.title(let second))):
      return first.text == second.text ? ["another look of the text"] : ["text \"\(first.text)\" → \"\(second.text)\""]
    case (.drawing, .drawing): return ["drawn otherwise"]
    case (.clip(let first, _, _), .clip(let second, _, _)):
      let names = (oldTimeline.media[first].name, newTimeline.media[second].name)
      return names.0 == names.1 ? ["other streams"] : ["\(names.0) → \(names.1)"]
    default: return ["\(before) → \(after)"]
    }
  }

  // MARK: Times

  private var times: [String] {
    let lengths = (old.ownFrames.count, new.ownFrames.count)
    guard old.plays.count == 1, new.plays.count == 1, let before = own(old), let after = own(new),
      isTimed(old, in: oldTimeline), isTimed(new, in: newTimeline)
    else {
      var phrases = length(lengths)
      if old.plays.count != new.plays.count { phrases.append("\(old.plays.count) → \(new.plays.count) plays") }
      return phrases
    }
    if before.speed != after.speed || before.ramp?.curve != after.ramp?.curve {
      return ["speed \(speed(before)) → \(speed(after))"] + length(lengths)
    }
    if before.ramp != nil {
      return (before == after || before.start == after.start ? [] : ["another part"]) + length(lengths)
    }
    guard !before.speed.isZero,
      let head = try? (after.start.seconds - before.start.seconds) * newTimeline.canvas.frameRate / before.speed
    else { return (before.start == after.start ? [] : ["frozen at another frame"]) + length(lengths) }
    let change = Rational(lengths.1 - lengths.0)
    guard let tail = try? head + change else { return length(lengths) }
    if head.isZero, tail.isZero { return [] }
    if head == tail {
      return ["slipped by \(frames(head)) \(head.isNegative ? "towards its start" : "towards its end")"]
    }
    var phrases: [String] = []
    if !head.isZero { phrases.append("\(head.isNegative ? "extended" : "trimmed") by \(frames(head)) at the head") }
    if !tail.isZero { phrases.append("\(tail.isNegative ? "trimmed" : "extended") by \(frames(tail)) at the tail") }
    return phrases
  }

  private func speed(_ play: Play) -> String {
    play.ramp.map { "\(play.speed.isNegative ? "backwards, " : "")\($0.curve.words)" } ?? "\(play.speed)"
  }

  private func length(_ lengths: (Int, Int)) -> [String] {
    guard lengths.0 != lengths.1 else { return [] }
    let change = lengths.1 - lengths.0
    return ["\(Self.count(abs(change))) \(change < 0 ? "shorter" : "longer")"]
  }

  /// The first play as it is at the item's own first frame.
  private func own(_ item: Item) -> Play? {
    guard var play = item.plays.first else { return nil }
    let ahead = item.ownFrames.lowerBound - play.frames.lowerBound
    try? play.advance(by: ahead, at: newTimeline.canvas.frameRate)
    return play
  }

  private func isTimed(_ item: Item, in timeline: Timeline) -> Bool {
    switch item.content {
    case .clip(let index, _, _): timeline.media.indices.contains(index) && timeline.media[index].info.kind != .still
    case .sequence, .generator, .subtitles: true
    case .solid, .drawing, .adjustment: false
    }
  }

  private func frames(_ count: Rational) -> String {
    let magnitude = count.isNegative ? (try? -count) ?? count : count
    return magnitude.denominator == 1 ? Self.count(Int(magnitude.numerator)) : "\(magnitude) frames"
  }

  /// `1 frame`, `12 frames`.
  static func count(_ frames: Int) -> String { "\(frames) frame\(frames == 1 ? "" : "s")" }

  // MARK: Fields

  /// What two lists of words differ in; words that begin alike are one field.
  private func fields(_ before: [String], _ after: [String]) -> [String] {
    let gone = before.filter { !after.contains($0) }
    var fresh = after.filter { !before.contains($0) }
    var phrases: [String] = []
    for word in gone {
      if let index = fresh.firstIndex(where: { name($0) == name(word) }) {
        phrases.append("\(word) → \(fresh.remove(at: index).dropFirst(name(word).count + 1))")
      } else {
        phrases.append("no longer \(word)")
      }
    }
    return phrases + fresh.map { "now \($0)" }
  }

  private func name(_ word: String) -> Substring { word.prefix { $0 != " " } }

  private func effects(_ item: Item) -> [String] {
    item.picture.effects.map(\.words)
  }

  private var sound: [String] {
    switch (old.sound, new.sound) {
    case (nil, nil): return []
    case (nil, _?): return ["now with sound"]
    case (_?, nil): return ["now silent"]
    case (let before?, let after?):
      var phrases: [String] = []
      func compare(_ name: String, _ first: String, _ second: String) {
        if first != second { phrases.append("\(name) \(first) → \(second)") }
      }
      compare("gain", before.mix.gain.words { "\($0)" }, after.mix.gain.words { "\($0)" })
      compare("mute", "\(before.mix.isMuted)", "\(after.mix.isMuted)")
      compare("sound fades in", "\(before.fadeIn)", "\(after.fadeIn)")
      compare("sound fades out", "\(before.fadeOut)", "\(after.fadeOut)")
      compare("pitch", before.pitch.rawValue, after.pitch.rawValue)
      phrases += fields(before.mix.effects.map(\.words), after.mix.effects.map(\.words))
      if phrases.isEmpty, before != after { phrases.append("its sound is treated otherwise") }
      return phrases
    }
  }
}

extension Effect {
  /// The filter with its options.
  var words: String {
    switch action {
    case .graph(let text): return "graph \(text)"
    case .filter(let name, let options):
      let values = options.map { option in
        let value = option.value.words
        return option.name.map { "\($0)=\(value)" } ?? value
      }
      return values.isEmpty ? name : "\(name) \(values.joined(separator: ":"))"
    }
  }
}

extension Effect.Value {
  /// The value, or its keyframes.
  var words: String {
    switch self {
    case .text(let text): text
    case .number(let curve): curve.words { $0.short }
    case .color(let curve): curve.words { $0.hexText }
    }
  }
}
