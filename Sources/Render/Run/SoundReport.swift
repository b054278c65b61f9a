internal import EDL

extension SoundRenderer.Report {
  /// What an entry of the cache notes of it: of each stream how much clipped and where, and what
  /// became of each loudness.
  var facts: [(String, String)] {
    let texts = clippings.map { "\($0.count)@\($0.first ?? -1)" }
    return [("clipped", texts.joined(separator: " "))] + loudness.map { ("loudness \($0.bus)", $0.text) }
  }

  init?(_ facts: [String: String]) {
    guard let text = facts["clipped"] else { return nil }
    clippings = []
    for part in text.split(separator: " ") {
      let numbers = part.split(separator: "@").compactMap { Int($0) }
      guard numbers.count == 2 else { return nil }
      clippings.append(Mixer.Clipping(count: numbers[0], first: numbers[1] < 0 ? nil : numbers[1]))
    }
    for (name, text) in facts.sorted(by: { $0.key < $1.key }) where name.hasPrefix("loudness ") {
      guard var change = LoudnessChange(text) else { return nil }
      change.bus = String(name.dropFirst("loudness ".count))
      loudness.append(change)
    }
  }
}
