internal import AV
internal import EDL
internal import Dispatch

/// A node of the plan at work: makes its samples in order as they are asked for, and keeps them until
/// all who listen have read them.
///
/// How far ahead of the others it runs depends on those that listen, not on the length of anything.
final class MixNode {
  let channelCount: Int
  private let stream: any StripStream
  private let queue: MixQueue
  private var taps: [MixTap] = []
  /// Whether it takes in no other node.
  let isLeaf: Bool
  /// How far beyond the block at hand those that listen ask.
  private var ahead = 0
  /// The end of the block at hand.
  private var blockEnd = 0

  /// The longest stretch that is made at once.
  static let blockLength = 4096

  /// Creates a node that listens to others.
  init(
    _ node: SoundNode, in plan: SoundPlan, after nodes: [MixNode],
    open: @escaping (_ media: Int, _ stream: Int) throws -> any SampleSource
  ) throws {
    channelCount = try AV.channelCount(ofLayout: node.layout)
    let scratch = try MixScratch(layout: node.layout, capacity: Self.blockLength)
    var stream: any StripStream = try NodeSum(node, in: plan, after: nodes, open: open)
    if let chain = node.chain {
      stream = try EffectStream.chain(
        chain, on: stream, sampleRate: plan.sampleRate, layout: node.layout, channels: channelCount)
    }
    if let duck = node.duck {
      stream = DuckStream(stream, duck, key: nodes[duck.key].tap(from: plan.begin), from: plan.begin)
    }
    if !node.level.isUnit { stream = LevelStream(stream, node.level, scratch: scratch, from: plan.begin) }
    if node.makeUp != 1 {
      stream = LevelStream(stream, SoundLevel(gain: node.makeUp), scratch: scratch, from: plan.begin)
    }
    if let ceiling = node.ceiling {
      stream = LimiterStream(
        stream, ceiling: ceiling, sampleRate: plan.sampleRate, channels: channelCount, from: plan.begin)
    }
    self.stream = stream
    isLeaf = node.sources.isEmpty
    queue = MixQueue(channels: channelCount, from: plan.begin, capacity: 4 * Self.blockLength)
  }

  /// Somebody who reads all of it from a place on.
  func tap(from position: Int) -> MixTap {
    let tap = MixTap(self, at: position)
    taps.append(tap)
    return tap
  }

  /// The samples up to a place, as far as the tap has not read them.
  fileprivate func read(_ range: Range<Int>) throws -> SamplePlanes {
    ahead = max(ahead, range.upperBound - blockEnd)
    try make(until: range.upperBound)
    return queue.planes(range)
  }

  /// Makes what is missing up to a place.
  private func make(until end: Int) throws {
    queue.discard(before: taps.map(\.position).min() ?? queue.range.upperBound)
    while queue.range.upperBound < end {
      let count = min(end - queue.range.upperBound, Self.blockLength)
      let planes = queue.room(for: count)
      try stream.read(count, into: planes)
      queue.advance(count)
    }
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
    blockEnd = end
    try make(until: end + ahead)
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

/// A stream at another level.
private final class LevelStream: StripStream {
  private let content: any StripStream
  private let level: SoundLevel
  private let scratch: MixScratch
  private var position: Int

  init(_ content: any StripStream, _ level: SoundLevel, scratch: MixScratch, from position: Int) {
    self.content = content
    self.level = level
    self.scratch = scratch
    self.position = position
  }

  func read(_ count: Int, into planes: SamplePlanes) throws {
    var done = 0
    while done < count {
      let step = min(count - done, scratch.capacity)
      let target = planes.slices(from: done, count: step)
      try content.read(step, into: target)
      scratch.levels.apply(level, range: position..<position + step, sides: scratch.sides, to: target)
      position += step
      done += step
    }
  }
}

/// What a node sums: its strips, then the nodes that it takes in, and then its channels anew.
private final class NodeSum: StripStream {
  private let strips: StripSum?
  private let inputs: [MixInput]
  private let rearranged: (matrix: ChannelMatrix, buffer: SampleBuffer)?
  private let scratch: MixScratch
  private var position: Int

  init(
    _ node: SoundNode, in plan: SoundPlan, after nodes: [MixNode],
    open: @escaping (_ media: Int, _ stream: Int) throws -> any SampleSource
  ) throws(AVError) {
    position = plan.begin
    scratch = try MixScratch(layout: node.layout, capacity: MixNode.blockLength)
    strips = node.strips.isEmpty ? nil : StripSum(node.strips, sampleRate: plan.sampleRate, open: open)
    var inputs: [MixInput] = []
    for index in node.inputs {
      inputs.append(
        MixInput(
          tap: nodes[index].tap(from: plan.begin),
          matrix: try ChannelMatrix(from: plan.nodes[index].layout, to: node.layout)))
    }
    self.inputs = inputs
    if let map = node.channels {
      rearranged = (
        try ChannelMatrix(from: node.layout, to: node.layout, map),
        SampleBuffer(channels: scratch.sides.count, capacity: MixNode.blockLength)
      )
    } else {
      rearranged = nil
    }
  }

  func read(_ count: Int, into planes: SamplePlanes) throws {
    var done = 0
    while done < count {
      let step = min(count - done, MixNode.blockLength)
      try sum(position..<position + step, into: planes.slices(from: done, count: step))
      position += step
      done += step
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
