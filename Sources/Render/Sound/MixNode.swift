internal import AV
internal import EDL
internal import Dispatch

/// A node of the plan at work: makes its samples in order as they are asked for, and keeps them until
/// all who listen have read them.
///
/// How far ahead of the others it runs depends on those that listen, not on the length of anything.
final class MixNode {
  let channelCount: Int
  private let strips: StripSum?
  private let inputs: [MixInput]
  private let scratch: MixScratch
  private let rearranged: (matrix: ChannelMatrix, buffer: SampleBuffer)?
  private let level: SoundLevel
  private let queue: MixQueue
  private var taps: [MixTap] = []
  /// How far beyond the block at hand the last one was asked for.
  private var ahead = 0

  /// The longest stretch that is made at once.
  static let blockLength = 4096

  /// Creates a node that listens to others.
  init(
    _ node: SoundNode, in plan: SoundPlan, after nodes: [MixNode],
    open: @escaping (_ media: Int, _ stream: Int) throws -> any SampleSource
  ) throws(AVError) {
    let start = plan.samples.lowerBound
    channelCount = try AV.channelCount(ofLayout: node.layout)
    scratch = try MixScratch(layout: node.layout, capacity: Self.blockLength)
    strips = node.strips.isEmpty ? nil : StripSum(node.strips, sampleRate: plan.sampleRate, open: open)
    var inputs: [MixInput] = []
    for index in node.inputs {
      inputs.append(
        MixInput(
          tap: nodes[index].tap(from: start),
          matrix: try ChannelMatrix(from: plan.nodes[index].layout, to: node.layout)))
    }
    self.inputs = inputs
    if let map = node.channels {
      rearranged = (
        try ChannelMatrix(from: node.layout, to: node.layout, map),
        SampleBuffer(channels: channelCount, capacity: Self.blockLength)
      )
    } else {
      rearranged = nil
    }
    level = node.level
    queue = MixQueue(channels: channelCount, from: start, capacity: 4 * Self.blockLength)
  }

  /// Whether it takes in no other node.
  var isLeaf: Bool { inputs.isEmpty }

  /// Somebody who reads all of it from a place on.
  func tap(from position: Int) -> MixTap {
    let tap = MixTap(self, at: position)
    taps.append(tap)
    return tap
  }

  /// The samples up to a place, as far as the tap has not read them.
  fileprivate func read(_ range: Range<Int>) throws -> SamplePlanes {
    try make(until: range.upperBound)
    return queue.planes(range)
  }

  /// Makes what is missing up to a place.
  private func make(until end: Int) throws {
    queue.discard(before: taps.map(\.position).min() ?? queue.range.upperBound)
    while queue.range.upperBound < end {
      let count = min(end - queue.range.upperBound, Self.blockLength)
      let planes = queue.room(for: count)
      try sum(queue.range.upperBound..<queue.range.upperBound + count, into: planes)
      queue.advance(count)
    }
  }

  private func sum(_ range: Range<Int>, into planes: SamplePlanes) throws {
    planes.clear(range.count)
    try strips?.add(range, to: planes, scratch: scratch)
    for input in inputs { try input.add(until: range.upperBound, to: planes, count: range.count) }
    if let (matrix, buffer) = rearranged {
      buffer.planes.copy(from: planes, count: range.count)
      matrix.apply(from: buffer.planes, to: planes, count: range.count)
    }
    scratch.levels.apply(level, range: range, sides: scratch.sides, to: planes)
  }

  // MARK: Side by side

  /// Makes several nodes that share nothing, each on a thread of its own.
  static func makeSideBySide(_ nodes: [MixNode], until end: Int) throws {
    guard nodes.count > 1 else {
      for node in nodes { try node.makeAhead(until: end) }
      return
    }
    let work = SideBySide(nodes)
    DispatchQueue.concurrentPerform(iterations: nodes.count) { work.run($0, until: end) }
    try work.check()
  }

  /// Makes as far beyond a place as the last block was asked for.
  private func makeAhead(until end: Int) throws {
    try make(until: max(end, end + ahead))
  }

  /// Nodes and what became of them.
  ///
  /// Safe to share: every index is used by one thread alone, and nobody looks before all are done.
  private final class SideBySide: @unchecked Sendable {
    private let nodes: [MixNode]
    private let failures: UnsafeMutableBufferPointer<(any Error)?>

    init(_ nodes: [MixNode]) {
      self.nodes = nodes
      failures = .allocate(capacity: nodes.count)
      failures.initialize(repeating: nil)
    }

    deinit {
      failures.deinitialize()
      failures.deallocate()
    }

    func run(_ index: Int, until end: Int) {
      do { try nodes[index].makeAhead(until: end) } catch { failures[index] = error }
    }

    /// Throws the first failure in the nodes' order.
    func check() throws { for failure in failures { if let failure { throw failure } } }
  }
}

/// A place up to which a node was read by one of its listeners.
final class MixTap {
  private let node: MixNode
  fileprivate(set) var position: Int

  fileprivate init(_ node: MixNode, at position: Int) {
    self.node = node
    self.position = position
  }

  /// The samples from where reading ended to a place; they are there until the next call.
  func read(until end: Int) throws -> SamplePlanes {
    let range = position..<end
    let planes = try node.read(range)
    position = end
    return planes
  }
}

/// A node that another one takes in, brought to its layout.
private struct MixInput {
  let tap: MixTap
  let matrix: ChannelMatrix

  func add(until end: Int, to sum: SamplePlanes, count: Int) throws {
    let samples = try tap.read(until: end)
    matrix.add(samples, to: sum, count: count)
  }
}
