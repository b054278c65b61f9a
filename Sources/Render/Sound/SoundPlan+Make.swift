package import EDL
package import MediaTime

extension SoundPlan {
  /// Flattens the sound of the given frames of a timeline, as it is heard in some streams. Opens nothing.
  package static func make(
    timeline: Timeline, frames: Range<Int>, streams: [SoundOutlet] = [SoundOutlet()]
  ) throws(TimeOverflow) -> SoundPlan {
    let canvas = timeline.canvas
    let samples = try canvas.sample(atFrame: frames.lowerBound)..<canvas.sample(atFrame: frames.upperBound)
    let whole = try 0..<canvas.sample(atFrame: timeline.root.frameCount)
    // What remembers must hear all that came before, and perhaps what comes after.
    let remembers = timeline.root.tracks.contains { $0.mix.remembers } || timeline.buses.contains(where: \.remembers)
    var strips = StripBuilder(timeline: timeline, samples: remembers ? whole : samples, whole: whole)
    try strips.addTracks()
    var routing = RoutingBuilder(timeline: timeline, tracks: strips.tracks, whole: whole)
    var outlets: [Int] = []
    for stream in streams { outlets.append(try routing.outlet(stream)) }
    return SoundPlan(
      sampleRate: canvas.sampleRate, samples: samples, begin: remembers ? min(0, samples.lowerBound) : nil,
      programme: whole,
      nodes: routing.nodes, outlets: outlets)
  }
}

/// What of the sound a stream carries.
package struct SoundOutlet: Hashable, Sendable {
  /// The bus.
  package var bus: String
  /// The only buses that are heard, with all that goes to them; empty: all.
  package var solo: Set<String>
  /// Buses that are not heard.
  package var without: Set<String>

  /// Creates an outlet.
  package init(bus: String = Bus.main, solo: Set<String> = [], without: Set<String> = []) {
    self.bus = bus
    self.solo = solo
    self.without = without
  }
}

extension SoundOutlet {
  /// What an output's stream carries.
  init(_ stream: AudioOutput) {
    self.init(bus: stream.bus, solo: Set(stream.solo), without: Set(stream.without))
  }
}

/// A track whose sound goes to a bus: one of the programme, or one of a nested sequence that names
/// a bus of its own.
struct TrackSound {
  var name: String
  var bus: String
  var mix: Mix
  var strips: [SoundStrip] = []
}

/// Puts buses and tracks together as the streams hear them; what two hear alike is made once.
struct RoutingBuilder {
  private let timeline: Timeline
  private let tracks: [TrackSound]
  /// The programme's samples.
  private let whole: Range<Int>
  private(set) var nodes: [SoundNode] = []
  /// The node of a track.
  private var trackNodes: [Int: Int] = [:]
  /// The node of a bus as it is heard; nil where it is silent.
  private var busNodes: [SoundOutlet: Int?] = [:]
  private let buses: [String: Bus]
  /// The buses whose sound reaches a bus, itself among them.
  private var upstream: [String: Set<String>] = [:]
  /// The same with those that they give way to.
  private var influences: [String: Set<String>] = [:]

  init(timeline: Timeline, tracks: [TrackSound], whole: Range<Int>) {
    self.whole = whole
    self.timeline = timeline
    self.tracks = tracks
    buses = Dictionary(timeline.buses.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    for bus in timeline.buses {
      upstream[bus.name, default: []].insert(bus.name)
      influences[bus.name, default: []].insert(bus.name)
      if let key = bus.duck?.under { influences[bus.name, default: []].formUnion(influences[key] ?? []) }
      if let to = bus.to { influences[to, default: []].formUnion(influences[bus.name] ?? []) }
      if let to = bus.to { upstream[to, default: []].formUnion(upstream[bus.name] ?? []) }
    }
  }

  /// The node that a stream hears: silence where nothing is left.
  mutating func outlet(_ outlet: SoundOutlet) throws(TimeOverflow) -> Int {
    if let node = try node(outlet) { return node }
    nodes.append(SoundNode(name: outlet.bus, layout: timeline.layout(ofBus: outlet.bus)))
    return nodes.count - 1
  }

  /// The node of a bus as it is heard; nil for silence.
  private mutating func node(_ heard: SoundOutlet) throws(TimeOverflow) -> Int? {
    guard let bus = buses[heard.bus], !bus.mix.isMuted, !heard.without.contains(bus.name) else { return nil }
    // Only what reaches the bus makes a difference.
    let reaching = upstream[bus.name] ?? []
    var key = heard
    key.without.formIntersection(influences[bus.name] ?? [])
    if heard.solo.contains(bus.name) { key.solo = [] }
    if !key.solo.isEmpty {
      key.solo.formIntersection(reaching)
      if key.solo.isEmpty { return nil }
    }
    if let known = busNodes[key] { return known }
    let node = try make(bus, key)
    busNodes[key] = .some(node)
    return node
  }

  private mutating func make(_ bus: Bus, _ key: SoundOutlet) throws(TimeOverflow) -> Int? {
    var inputs: [Int] = []
    if key.solo.isEmpty {
      for (index, track) in tracks.enumerated() where track.bus == bus.name {
        if let node = try node(ofTrack: index, layout: bus.layout) { inputs.append(node) }
      }
    }
    for source in timeline.buses where source.to == bus.name {
      var inner = key
      inner.bus = source.name
      if let node = try node(inner) { inputs.append(node) }
    }
    guard !inputs.isEmpty else { return nil }
    var node = SoundNode(
      name: bus.name, layout: bus.layout, inputs: inputs, channels: bus.mix.channels, chain: try chain(of: bus.mix),
      level: try level(of: bus.mix, layout: bus.layout))
    node.duck = try duck(of: bus, key)
    node.loudness = bus.loudness
    node.ceiling = bus.limiter.map { Gain(decibels: $0).amplitude }
    nodes.append(node)
    return nodes.count - 1
  }

  /// What a bus gives way to, as it is heard there; a solo elsewhere does not silence it, so that the
  /// stems of a mix add up to the mix.
  private mutating func duck(of bus: Bus, _ heard: SoundOutlet) throws(TimeOverflow) -> SoundDuck? {
    guard let duck = bus.duck,
      let key = try node(SoundOutlet(bus: duck.under, without: heard.without))
    else { return nil }
    let rate = timeline.canvas.sampleRate
    return SoundDuck(
      key: key, depth: duck.depth, threshold: Gain(decibels: duck.threshold).amplitude,
      attack: try duck.attack.samples(at: rate), hold: try duck.hold.samples(at: rate),
      release: try duck.release.samples(at: rate))
  }

  private mutating func node(ofTrack index: Int, layout: String) throws(TimeOverflow) -> Int? {
    if let known = trackNodes[index] { return known }
    let track = tracks[index]
    guard !track.mix.isMuted, !track.strips.isEmpty else { return nil }
    nodes.append(
      SoundNode(
        name: track.name, layout: layout, strips: track.strips, channels: track.mix.channels,
        chain: try chain(of: track.mix),
        level: try level(of: track.mix, layout: layout)))
    trackNodes[index] = nodes.count - 1
    return nodes.count - 1
  }

  /// The effects of a track or a bus, which hear the programme from its start to its end.
  private func chain(of mix: Mix) throws(TimeOverflow) -> SoundChain? {
    let rate = timeline.canvas.sampleRate
    return try SoundEffect.chain(mix.effects, over: whole) { time throws(TimeOverflow) in try time.samples(at: rate) }
  }

  /// The level of a track or a bus, whose keyframes count from the programme's start.
  private func level(of mix: Mix, layout: String) throws(TimeOverflow) -> SoundLevel {
    let rate = timeline.canvas.sampleRate
    return try SoundLevel(mix, law: .balance) { time throws(TimeOverflow) in try time.samples(at: rate) }
  }
}

extension SoundLevel {
  /// The gain and the pan of a mix, whose keyframes `sample` brings to the programme's samples.
  init(
    _ mix: Mix, law: SoundPan.Law, sample: (Time) throws(TimeOverflow) -> Int
  ) throws(TimeOverflow) {
    self.init()
    if mix.gain.isConstant {
      gain = mix.gain.first.amplitude
    } else {
      curves = [
        try SampleCurve(mix.gain) { key throws(TimeOverflow) in try sample(key.time) }
      ]
    }
    if let pan = mix.pan, pan != Curve(0) {
      let curve = try SampleCurve(pan) { key throws(TimeOverflow) in try sample(key.time) }
      pans = [SoundPan(curve: curve, law: law)]
    }
  }

  /// One level after another.
  static func * (lhs: SoundLevel, rhs: SoundLevel) -> SoundLevel {
    var level = SoundLevel(gain: lhs.gain * rhs.gain, fades: lhs.fades + rhs.fades)
    level.curves = lhs.curves + rhs.curves
    level.pans = lhs.pans + rhs.pans
    return level
  }
}

extension Mix {
  /// Whether what comes out depends on what came before.
  fileprivate var remembers: Bool { !isMuted && !effects.isEmpty }
}

extension Bus {
  /// Whether what comes out depends on what came before.
  fileprivate var remembers: Bool {
    mix.remembers || !mix.isMuted && (duck != nil || loudness != nil || limiter != nil)
  }
}

extension Timeline {
  /// libavutil's name of the layout that a bus is summed in.
  func layout(ofBus name: String) -> String { buses.first { $0.name == name }?.layout ?? canvas.channels }
}
