package import EDL

/// What is heard of a programme, sample by sample: nested sequences flattened, nothing left to round.
///
/// All positions are samples of the programme's clock, whose zero is the programme's first frame
/// even when only a part of it is rendered.
package struct SoundPlan: Hashable, Sendable {
  /// Samples a second.
  package var sampleRate: Int
  /// The samples that are rendered.
  package var samples: Range<Int>
  /// The sample at which mixing begins: what tracks and buses go through remembers, so with effects
  /// there it is the programme's first, wherever the range begins.
  package var begin: Int
  /// The samples of the whole programme, by which loudness is measured.
  package var programme: Range<Int>
  /// The sums, each after those that it takes in.
  package var nodes: [SoundNode]
  /// The node that is heard in each stream.
  package var outlets: [Int]

  /// Creates a plan.
  package init(
    sampleRate: Int, samples: Range<Int>, begin: Int? = nil, programme: Range<Int>? = nil, nodes: [SoundNode],
    outlets: [Int]
  ) {
    self.begin = begin ?? samples.lowerBound
    self.programme = programme ?? samples
    self.sampleRate = sampleRate
    self.samples = samples
    self.nodes = nodes
    self.outlets = outlets
  }

  /// What sounds, node by node.
  package var strips: [SoundStrip] { nodes.flatMap(\.strips) }

  /// The strips of media, those inside others too.
  var leaves: [SoundStrip] { strips.flatMap(\.leaves) }

  /// The same sums of nothing.
  var withoutStrips: SoundPlan {
    var plan = self
    for index in plan.nodes.indices { plan.nodes[index].strips = [] }
    return plan
  }

  /// What one stream alone needs.
  func heard(in stream: Int) -> SoundPlan { heard(from: outlets[stream]) }

  /// What one node alone needs, over the whole programme.
  func whole(from node: Int) -> SoundPlan {
    var plan = heard(from: node)
    (plan.samples, plan.begin) = (programme, programme.lowerBound)
    return plan
  }

  /// What one node alone needs, as the only stream.
  func heard(from node: Int) -> SoundPlan {
    var needed: Set<Int> = [node]
    for index in nodes.indices.reversed() where needed.contains(index) { needed.formUnion(nodes[index].sources) }
    var plan = SoundPlan(
      sampleRate: sampleRate, samples: samples, begin: begin, programme: programme, nodes: [], outlets: [])
    var places: [Int: Int] = [:]
    for (index, node) in nodes.enumerated() where needed.contains(index) {
      places[index] = plan.nodes.count
      plan.nodes.append(node.renumbered { places[$0] ?? 0 })
    }
    plan.outlets = [places[node] ?? 0]
    return plan
  }
}

/// A sum of sound and what is done to it: a track of the programme, or a bus as it is heard in some
/// of the streams.
///
/// Its strips are summed in their order and its inputs after them; the sum goes through its effects,
/// and then its level is applied.
package struct SoundNode: Hashable, Sendable {
  /// What to call it: `track 2`, or the bus's name.
  package var name: String
  /// libavutil's name of the layout that it is summed in.
  package var layout: String
  /// What sounds in it: in a track's order, a nested sequence's tracks where its item stands.
  package var strips: [SoundStrip]
  /// The nodes that it takes in; each stands before it.
  package var inputs: [Int]
  /// How its own channels are put together anew; nil leaves them.
  package var channels: ChannelMap?
  /// The effects, which the sum goes through before its level.
  package var chain: SoundChain?
  /// What makes it softer, before its level.
  package var duck: SoundDuck?
  /// How loud it is made after its level; ``LoudnessSurvey`` turns it into a gain and perhaps a limiter.
  package var loudness: LoudnessTarget?
  /// The gain that loudness asks for.
  package var makeUp = 1.0
  /// The amplitude of the wave that it stays below at the end.
  package var ceiling: Double?
  /// Its gain and pan.
  package var level: SoundLevel

  /// Creates a node.
  package init(
    name: String, layout: String, strips: [SoundStrip] = [], inputs: [Int] = [], channels: ChannelMap? = nil,
    chain: SoundChain? = nil, level: SoundLevel = SoundLevel()
  ) {
    self.name = name
    self.layout = layout
    self.strips = strips
    self.inputs = inputs
    self.channels = channels
    self.chain = chain
    self.level = level
  }

  /// Whether what comes out depends on what came before.
  var remembers: Bool { chain != nil || duck != nil || loudness != nil || ceiling != nil }

  /// The nodes that it hears.
  var sources: [Int] { inputs + (duck.map { [$0.key] } ?? []) }

  /// The same node among others.
  fileprivate func renumbered(_ place: (Int) -> Int) -> SoundNode {
    var node = self
    node.inputs = inputs.map(place)
    if let key = duck?.key { node.duck?.key = place(key) }
    return node
  }
}
