package import AV

/// Plays a sound plan from its first sample to its last, every outlet at once.
///
/// Float sums at unit gain in the plan's order; nothing is limited or normalised unasked. What comes
/// out does not depend on how much is asked for at a time. A file is opened when it is first heard
/// and closed when it will not be heard again. Owned by one thread; tracks are made side by side on
/// others while it waits.
package final class Mixer {
  /// Samples beyond full scale.
  package struct Clipping: Hashable, Sendable {
    /// How many, all channels together.
    package var count = 0
    /// The programme's sample at which the first one is.
    package var first: Int?
  }

  /// The programme's sample that comes next.
  package private(set) var position: Int
  /// What went beyond full scale so far in each outlet. The sums keep it; a format of whole numbers
  /// will not.
  package private(set) var clippings: [Clipping]
  /// The number of channels of each outlet.
  package let channelCounts: [Int]

  private let plan: SoundPlan
  private let nodes: [MixNode]
  private let outlets: [MixTap]
  /// The nodes that take in no others, which can be made side by side.
  private let leaves: [MixNode]

  /// Creates a mixer; `open` opens an audio stream of a media entry, on any thread.
  package init(
    _ plan: SoundPlan, open: @escaping (_ media: Int, _ stream: Int) throws -> any SampleSource
  ) throws {
    self.plan = plan
    position = plan.begin
    var nodes: [MixNode] = []
    for node in plan.nodes { nodes.append(try MixNode(node, in: plan, after: nodes, open: open)) }
    self.nodes = nodes
    leaves = nodes.filter(\.isLeaf)
    outlets = plan.outlets.map { nodes[$0].tap(from: plan.begin) }
    channelCounts = plan.outlets.map { nodes[$0].channelCount }
    clippings = plan.outlets.map { _ in Clipping() }
  }

  /// Hands the next samples of every outlet, at most `count`, to a function; returns how many, 0 at
  /// the end. The samples are there during the call alone.
  package func next(
    _ count: Int, _ take: (_ outlet: Int, _ samples: SamplePlanes) throws -> Void
  ) throws -> Int {
    while position < plan.samples.lowerBound {
      try advance(to: min(position + MixNode.blockLength, plan.samples.lowerBound)) { _, _, _ in }
    }
    let range = position..<min(position + count, plan.samples.upperBound)
    guard !range.isEmpty else { return 0 }
    try advance(to: range.upperBound) { index, samples, clippings in
      clippings[index].add(samples, from: range.lowerBound, count: range.count)
      try take(index, samples)
    }
    return range.count
  }

  private func advance(
    to end: Int, _ take: (_ outlet: Int, _ samples: SamplePlanes, inout [Clipping]) throws -> Void
  ) throws {
    try MixNode.makeSideBySide(leaves, until: end)
    for (index, tap) in outlets.enumerated() { try take(index, try tap.read(until: end), &clippings) }
    position = end
  }
}

extension Mixer.Clipping {
  /// Two stretches together, the first one first.
  static func + (lhs: Self, rhs: Self) -> Self {
    Mixer.Clipping(count: lhs.count + rhs.count, first: lhs.first ?? rhs.first)
  }

  /// Counts what is beyond full scale.
  mutating func add(_ samples: SamplePlanes, from start: Int, count: Int) {
    var clipped: Int32 = 0
    for plane in samples {
      for index in 0..<count { clipped &+= abs(plane[index]) > 1 ? 1 : 0 }
    }
    guard clipped > 0 else { return }
    self.count += Int(clipped)
    guard first == nil else { return }
    first = samples.compactMap { plane in (0..<count).first { abs(plane[$0]) > 1 } }.min().map { start + $0 }
  }
}
