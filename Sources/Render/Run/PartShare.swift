internal import AV
internal import EDL
internal import Foundation

/// Which of the missing parts of an output each of several machines renders.
struct PartShare {
  /// What is missing.
  struct Missing: Equatable {
    /// Indexes of segments, in order.
    var segments: [Int]
    /// Whether the sound is missing.
    var sound: Bool

    var isEmpty: Bool { segments.isEmpty && !sound }
  }

  /// Shares out what is missing so that all have about the same work. Depends on nothing but its
  /// arguments, so every machine comes to the same shares.
  static func shares(_ missing: Missing, of plan: RenderPlan, count: Int) -> [Missing] {
    var units: [(share: Missing, cost: Double)] = []
    if missing.sound { units.append((Missing(segments: [], sound: true), soundCost(plan))) }
    if let picture = plan.picture {
      let costs = missing.segments.map { frameCost(plan) * Double(picture.segments[$0].frameCount) }
      let starts = Set(picture.runs.map(\.lowerBound))
      // What one reader goes through stays together, up to a quarter of a share.
      let most = (costs.reduce(0, +) + (units.first?.cost ?? 0)) / Double(count * 4)
      for (index, cost) in zip(missing.segments, costs) {
        if let last = units.last, last.share.segments.last == index - 1, !starts.contains(index),
          last.cost + cost <= most
        {
          units[units.count - 1].share.segments.append(index)
          units[units.count - 1].cost += cost
        } else {
          units.append((Missing(segments: [index], sound: false), cost))
        }
      }
    }
    // The largest first, each to whoever has the least so far.
    let order = units.indices.sorted { units[$0].cost == units[$1].cost ? $0 < $1 : units[$0].cost > units[$1].cost }
    var shares = [Missing](repeating: Missing(segments: [], sound: false), count: count)
    var costs = [Double](repeating: 0, count: count)
    for index in order {
      let least = costs.indices.min { costs[$0] == costs[$1] ? $0 < $1 : costs[$0] < costs[$1] } ?? 0
      shares[least].segments += units[index].share.segments
      shares[least].sound = shares[least].sound || units[index].share.sound
      costs[least] += units[index].cost
    }
    for index in shares.indices { shares[index].segments.sort() }
    return shares
  }

  /// About the seconds of a core for a frame: 28 ns a pixel, measured with x264 at its veryfast preset.
  private static func frameCost(_ plan: RenderPlan) -> Double {
    Double(plan.output.canvas.size.width * plan.output.canvas.size.height) * 28e-9
  }

  /// About the seconds of a core for the sound: 30 ms a second to mix, 45 ms a second and stream to encode.
  private static func soundCost(_ plan: RenderPlan) -> Double {
    let seconds = Double(plan.output.samples.count) / Double(plan.canvas.sampleRate)
    return seconds * (0.03 + 0.045 * Double(plan.output.audio.count))
  }
}

/// What the parts of one render took to be missing when the first of them began.
///
/// Parts that start later find some of it finished; only if all share out the same list does
/// everything have somebody who renders it.
struct PartAgreement {
  let folder: CacheFolder
  private let key: String

  /// A list that is older says nothing about what goes on now.
  private static let longest = 86_400.0

  init(_ folder: CacheFolder, _ plan: RenderPlan, count: Int) {
    var digest = Digest()
    digest.update("\(count) parts\n")
    for key in (plan.picture?.keys ?? []) + plan.soundKeys { digest.update(key.text + "\n") }
    self.folder = folder
    key = digest.finish()
  }

  /// The list of whoever came first, or what is missing now if nothing of that is left.
  func missing(now: PartShare.Missing) -> PartShare.Missing {
    let text = Self.text(now)
    for _ in 0..<2 {
      if folder.claim(.parts, key, Array(text.utf8)) { return now }
      if let agreed = current, agreed.sound && now.sound || !Set(agreed.segments).isDisjoint(with: now.segments) {
        return agreed
      }
      folder.remove(.parts, key)
    }
    return now
  }

  private var current: PartShare.Missing? {
    let date = try? FileManager.default.attributesOfItem(atPath: folder.path(.parts, key))[.modificationDate] as? Date
    guard let date, date.timeIntervalSinceNow > -Self.longest, let bytes = folder.read(.parts, key) else { return nil }
    let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    guard words.last == "end" else { return nil }
    return PartShare.Missing(segments: words.compactMap { Int($0) }, sound: words.contains("sound"))
  }

  private static func text(_ missing: PartShare.Missing) -> String {
    (missing.segments.map(String.init) + (missing.sound ? ["sound"] : []) + ["end"]).joined(separator: " ")
  }
}
