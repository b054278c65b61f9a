internal import AV
internal import EDL
internal import MediaTime

/// Where a sequence stands in the programme.
private struct SequencePlacement {
  /// The sequence's time by the programme's, both in seconds; it never stands still.
  var times = TimeMap(offset: .zero, scale: .one)
  /// For each bend of `times`, whether the pitch follows it.
  var follows: [Bool] = []
  /// The part of the even speeds' magnitude that the pitch follows.
  var varispeed = Rational.one
  /// The rest of it.
  var tempo = Rational.one
  /// The programme's samples in which it may be heard.
  var samples: Range<Int>
  /// The programme's samples of the whole play around it.
  var play: Range<Int>
  /// The levels since the sum that its sound goes to.
  var level = SoundLevel()
  /// The levels around that sum, which do not reach a track inside it that names a bus of its own.
  var outerLevel = SoundLevel()
  /// Where such a track may be heard; nil: wherever this may.
  var outerSamples: Range<Int>?
  /// The place among ``StripBuilder/tracks`` whose bus its sound goes to.
  var track = 0
  /// How many sums with effects its sound goes through; 0: straight to the track.
  var depth = 0

  /// The programme's time, in seconds, of a time of the sequence.
  func programmeTime(of time: Time) throws(TimeOverflow) -> Time { Time(seconds: try times.inverse(time.seconds)) }
}

/// What the transitions at its ends leave of an item's sound.
private struct Share {
  /// The frames of its sequence in which it may be heard.
  var heard: Range<Int>
  /// The rises and falls of the transitions, in frames of the sequence.
  var ramps: [(silent: Int, full: Int, shape: FadeCurve)] = []

  mutating func leave(_ transition: Transition) {
    let frames = transition.frames
    guard let shape = transition.sound.shape else {
      heard = heard.clamped(to: min(heard.lowerBound, transition.cut)..<transition.cut)
      return
    }
    ramps.append((silent: frames.upperBound, full: frames.lowerBound, shape: shape))
  }

  mutating func enter(_ transition: Transition) {
    let frames = transition.frames
    guard let shape = transition.sound.shape else {
      heard = heard.clamped(to: transition.cut..<max(heard.upperBound, transition.cut))
      return
    }
    ramps.append((silent: frames.lowerBound, full: frames.upperBound, shape: shape))
  }
}

extension Transition.Sound {
  /// The shape of the levels; nil for a cut.
  fileprivate var shape: FadeCurve? {
    switch self {
    case .equalPower: .equalPower
    case .linear: .linear
    case .cut: nil
    }
  }
}

/// Flattens nested sequences into the strips of every track.
struct StripBuilder {
  private let timeline: Timeline
  private let samples: Range<Int>
  /// The programme's samples.
  private let whole: Range<Int>
  /// The strips of the sums that are being put together, the innermost last.
  private var sums: [[SoundStrip]] = []
  /// The tracks of the programme, and those inside it that name a bus.
  private(set) var tracks: [TrackSound] = []

  private var canvas: Canvas { timeline.canvas }

  init(timeline: Timeline, samples: Range<Int>, whole: Range<Int>) {
    self.whole = whole
    self.timeline = timeline
    self.samples = samples
  }

  /// Adds all tracks of the programme.
  mutating func addTracks() throws(TimeOverflow) {
    for (index, track) in timeline.root.tracks.enumerated() {
      tracks.append(TrackSound(name: "track \(index + 1)", bus: track.bus ?? Bus.main, mix: track.mix))
      var placement = SequencePlacement(samples: samples, play: whole)
      placement.track = tracks.count - 1
      try add(track, in: placement)
    }
  }

  private mutating func add(_ sequence: Sequence, as placement: SequencePlacement) throws(TimeOverflow) {
    for (index, track) in sequence.tracks.enumerated() where !track.mix.isMuted {
      var placement = placement
      placement.level = try placement.level * level(of: track.mix, from: .zero, law: .balance, in: placement)
      if let bus = track.bus {
        tracks.append(TrackSound(name: "inner track \(index + 1)", bus: bus, mix: Mix()))
        placement.track = tracks.count - 1
        placement.level = placement.outerLevel * placement.level
        placement.samples = placement.samples.clamped(to: placement.outerSamples ?? placement.samples)
        (placement.outerLevel, placement.outerSamples, placement.depth) = (SoundLevel(), nil, 0)
      }
      try addSum(of: track.mix, from: .zero, over: placement.play, place: track.origin, in: placement) {
        builder, placement throws(TimeOverflow) in try builder.add(track, in: placement)
      }
    }
  }

  private mutating func add(_ track: Track, in placement: SequencePlacement) throws(TimeOverflow) {
    var shares = track.items.map { Share(heard: $0.frames) }
    for transition in track.transitions {
      if let index = transition.outgoing { shares[index].leave(transition) }
      if let index = transition.incoming { shares[index].enter(transition) }
    }
    for (item, share) in zip(track.items, shares) { try add(item, share, in: placement) }
  }

  private mutating func add(_ item: Item, _ share: Share, in placement: SequencePlacement) throws(TimeOverflow) {
    guard let sound = item.sound, !sound.mix.isMuted, item.content.hasSound else { return }
    let heard = try sampleRange(of: share.heard, in: placement).clamped(to: placement.samples)
    guard !heard.isEmpty else { return }
    let start = try Time(frame: item.ownFrames.lowerBound, at: canvas.frameRate)
    var level =
      try placement.level
      * self.level(of: sound.mix, from: start, law: panLaw(of: item, in: placement), in: placement)
    level.fades += try fades(of: item, sound, in: placement)
    for ramp in share.ramps {
      let fade = try fade(silent: ramp.silent, full: ramp.full, in: placement, shape: ramp.shape)
      if fade.silent != fade.full { level.fades.append(fade) }
    }
    for play in item.plays where !play.speed.isZero {
      let whole = try sampleRange(of: play.frames, in: placement)
      var inner = try placement.entering(play, sound, at: canvas.frameRate)
      inner.samples = whole.clamped(to: heard)
      inner.level = level
      inner.play = whole
      guard !inner.samples.isEmpty else { continue }
      switch item.content {
      case .sequence(let sequence):
        try addSum(of: sound.mix, from: start, over: whole, place: item.origin, in: inner, times: placement) {
          builder, placement throws(TimeOverflow) in try builder.add(sequence, as: placement)
        }
      case .clip(let media, _, let stream?):
        var strip = try strip(media: media, stream: stream, in: inner, of: whole, place: item.origin)
        strip.channels = sound.mix.channels
        strip.chain = try chain(of: sound.mix, from: start, over: whole, in: placement)
        append(strip, in: placement)
      case .clip, .solid, .drawing, .generator, .subtitles, .adjustment: break
      }
    }
  }

  /// Puts a strip where its sound is summed.
  private mutating func append(_ strip: SoundStrip, in placement: SequencePlacement) {
    if placement.depth > 0 {
      sums[placement.depth - 1].append(strip)
    } else {
      tracks[placement.track].strips.append(strip)
    }
  }

  /// Adds what is inside a group or a track: as it is, or as one strip where it has effects.
  ///
  /// The times of the effects count from a time of the sequence at `times`.
  private mutating func addSum(
    of mix: Mix, from start: Time, over whole: Range<Int>, place: SourceRange, in placement: SequencePlacement,
    times: SequencePlacement? = nil,
    _ add: (inout StripBuilder, SequencePlacement) throws(TimeOverflow) -> Void
  ) throws(TimeOverflow) {
    guard let chain = try chain(of: mix, from: start, over: whole, in: times ?? placement) else {
      return try add(&self, placement)
    }
    var inner = placement
    inner.outerLevel = placement.outerLevel * placement.level
    inner.outerSamples = placement.samples.clamped(to: placement.outerSamples ?? placement.samples)
    (inner.level, inner.samples, inner.play) = (SoundLevel(), whole, whole)
    sums.append([])
    inner.depth = sums.count
    try add(&self, inner)
    let parts = sums.removeLast()
    guard !parts.isEmpty, !placement.samples.isEmpty else { return }
    var strip = SoundStrip(
      samples: placement.samples, media: 0, stream: 0, origin: whole.lowerBound, position: 0,
      layout: layout(in: placement), level: placement.level, place: place)
    (strip.parts, strip.chain) = (parts, chain)
    append(strip, in: placement)
  }

  /// The effects of a mix whose times count from a time of a sequence.
  private func chain(
    of mix: Mix, from start: Time, over whole: Range<Int>, in placement: SequencePlacement
  ) throws(TimeOverflow) -> SoundChain? {
    try SoundEffect.chain(mix.effects, over: whole) { time throws(TimeOverflow) in
      try sample(at: start + time, in: placement)
    }
  }

  private func layout(in placement: SequencePlacement) -> String {
    timeline.layout(ofBus: tracks[placement.track].bus)
  }

  /// The level of a mix whose times count from a time of a sequence.
  private func level(
    of mix: Mix, from start: Time, law: SoundPan.Law, in placement: SequencePlacement
  ) throws(TimeOverflow) -> SoundLevel {
    try SoundLevel(mix, law: law) { time throws(TimeOverflow) in try sample(at: start + time, in: placement) }
  }

  /// How an item's sound is moved between left and right: one channel that is heard in the centre goes
  /// through it.
  private func panLaw(of item: Item, in placement: SequencePlacement) -> SoundPan.Law {
    guard isMono(item) else { return .balance }
    return Self.hasCenter(layout(in: placement)) ? .center : .sides
  }

  /// Whether a layout has a speaker in the middle between two in front.
  private static func hasCenter(_ layout: String) -> Bool {
    guard let names = try? channelNames(ofLayout: layout) else { return false }
    return Set(["FL", "FR", "FC"]).isSubset(of: names)
  }

  /// Whether an item's sound is one channel.
  private func isMono(_ item: Item) -> Bool {
    guard case .clip(let index, _, let stream?) = item.content else { return false }
    switch item.sound?.mix.channels {
    case .layout(let name): return name == "mono"
    case .mono: return true
    case .list(let list): return list.count == 1
    case nil: break
    }
    let streams = timeline.media.indices.contains(index) ? timeline.media[index].info.audio : []
    return streams.indices.contains(stream) && streams[stream].channels == 1
  }

  private func strip(
    media: Int, stream: Int, in placement: SequencePlacement, of play: Range<Int>, place: SourceRange
  ) throws(TimeOverflow) -> SoundStrip {
    let rate = Rational(canvas.sampleRate)
    let isReversed = placement.times.isFalling
    let layout = self.layout(in: placement)
    guard placement.times.isStraight else {
      let origin = try Time(sample: play.lowerBound, at: canvas.sampleRate).seconds
      let times = try placement.times.advanced(by: origin).paced(by: Rational.one / rate).scaled(by: rate)
      let position = try times(0)
      return SoundStrip(
        samples: placement.samples, media: media, stream: stream, varispeed: placement.varispeed,
        tempo: placement.tempo, isReversed: isReversed, origin: play.lowerBound,
        position: Int(isReversed ? position.rounded : try -(-position).rounded), layout: layout,
        level: placement.level, ramp: SoundRamp(times: times, follows: placement.follows, length: play.count),
        place: place)
    }
    // The exact grid position at the origin; adding whole samples before the rounding moves the
    // result by as much, so where a clip is split does not change position − origin.
    let steps = try (isReversed ? -placement.tempo : placement.tempo) * Rational(play.lowerBound)
    let exact = try placement.times.offset * rate / placement.varispeed + steps
    // The origin is a time rounded with ties up, and counts against the position of sound that runs
    // forwards: there a tie goes down, so that a clip begins with its first sample.
    let position = try isReversed ? exact.rounded : -(-exact).rounded
    let length = placement.tempo == .one ? 0 : try (placement.tempo * Rational(play.count)).rounded
    return SoundStrip(
      samples: placement.samples, media: media, stream: stream, varispeed: placement.varispeed,
      tempo: placement.tempo, isReversed: isReversed, origin: play.lowerBound, stretchedLength: Int(length),
      position: Int(position), layout: layout, level: placement.level, place: place)
  }

  /// The fades of an item, which may span several plays.
  private func fades(
    of item: Item, _ sound: SoundFields, in placement: SequencePlacement
  ) throws(TimeOverflow) -> [SoundFade] {
    let rate = canvas.frameRate
    let edges = try (Time(frame: item.ownFrames.lowerBound, at: rate), Time(frame: item.ownFrames.upperBound, at: rate))
    var fades: [SoundFade] = []
    func add(_ silent: Time, _ full: Time, _ shape: FadeCurve) throws(TimeOverflow) {
      fades.append(
        SoundFade(
          silent: try sample(at: silent, in: placement), full: try sample(at: full, in: placement), shape: shape))
    }
    if sound.fadeIn > .zero { try add(edges.0, edges.0 + sound.fadeIn, sound.fadeCurve) }
    if sound.fadeOut > .zero { try add(edges.1, edges.1 - sound.fadeOut, sound.fadeCurve) }
    if sound.declick > .zero {
      try add(edges.0, edges.0 + sound.declick, Self.declickCurve)
      try add(edges.1, edges.1 - sound.declick, Self.declickCurve)
    }
    // At a great speed a fade may be shorter than a sample: then it is a hard edge.
    return fades.filter { $0.silent != $0.full }
  }

  /// Level at both ends, so that it has no corner.
  private static let declickCurve = FadeCurve.ease(.penner(.sine, .inOut))

  private func fade(
    silent: Int, full: Int, in placement: SequencePlacement, shape: FadeCurve
  ) throws(TimeOverflow) -> SoundFade {
    SoundFade(
      silent: try sample(atFrame: silent, in: placement), full: try sample(atFrame: full, in: placement), shape: shape)
  }

  /// The programme's samples of a sequence's frames; the single rounding of an edge of sound.
  ///
  /// A sequence at another speed has edges between the programme's frames: sound keeps their exact
  /// time, so that an inner clip's first sample is heard.
  private func sampleRange(
    of frames: Range<Int>, in placement: SequencePlacement
  ) throws(TimeOverflow) -> Range<Int> {
    let first = try sample(atFrame: frames.lowerBound, in: placement)
    let last = try sample(atFrame: frames.upperBound, in: placement)
    return min(first, last)..<max(first, last)
  }

  private func sample(atFrame frame: Int, in placement: SequencePlacement) throws(TimeOverflow) -> Int {
    try sample(at: Time(frame: frame, at: canvas.frameRate), in: placement)
  }

  private func sample(at time: Time, in placement: SequencePlacement) throws(TimeOverflow) -> Int {
    try placement.programmeTime(of: time).samples(at: canvas.sampleRate)
  }
}

extension SequencePlacement {
  /// Where the content of a play stands, if the play's sequence stands here.
  func entering(
    _ play: Play, _ sound: SoundFields, at frameRate: Rational
  ) throws(TimeOverflow) -> SequencePlacement {
    var inner = self
    let delayed = try times.scaled(by: .one, plus: -sound.delay.seconds)
    inner.times = try play.heard(delayed, at: frameRate)
    guard play.ramp == nil else {
      inner.follows.append(sound.pitch == .follow)
      return inner
    }
    let magnitude = play.speed.isNegative ? try -play.speed : play.speed
    switch sound.pitch {
    case .follow: inner.varispeed = try varispeed * magnitude
    case .preserve: inner.tempo = try tempo * magnitude
    }
    return inner
  }
}

extension Item.Content {
  /// Whether there can be anything to hear.
  fileprivate var hasSound: Bool {
    switch self {
    case .clip(_, _, let audioStream): audioStream != nil
    case .sequence: true
    case .solid, .drawing, .generator, .subtitles, .adjustment: false
    }
  }
}
