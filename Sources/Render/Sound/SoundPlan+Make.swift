package import EDL
package import MediaTime

extension SoundPlan {
  /// Flattens the sound of the given frames of a timeline. Opens nothing.
  package static func make(timeline: Timeline, frames: Range<Int>) throws(TimeOverflow) -> SoundPlan {
    let canvas = timeline.canvas
    let samples = try canvas.sample(atFrame: frames.lowerBound)..<canvas.sample(atFrame: frames.upperBound)
    var builder = SoundPlanBuilder(canvas: canvas)
    try builder.add(timeline.root, as: SequencePlacement(samples: samples))
    return SoundPlan(
      sampleRate: canvas.sampleRate, layout: canvas.channels, samples: samples, strips: builder.strips)
  }
}

/// Where a sequence stands in the programme: at programme time *T* it is at `offset` + `speed` × *T*.
private struct SequencePlacement {
  /// The sequence's time at the programme's zero.
  var offset = Rational.zero
  /// The sequence's seconds for one second of the programme; negative backwards, never zero.
  var speed = Rational.one
  /// The part of the speed's magnitude that the pitch follows.
  var varispeed = Rational.one
  /// The rest of it.
  var tempo = Rational.one
  /// The programme's samples in which it may be heard.
  var samples: Range<Int>
  /// The gains so far, in decibels.
  var gain = Rational.zero
  /// The fades so far.
  var fades: [SoundFade] = []

  /// The programme's time, in seconds, of a time of the sequence.
  func programmeTime(of time: Time) throws(TimeOverflow) -> Time {
    Time(seconds: try (time.seconds - offset) / speed)
  }
}

/// What the transitions at its ends leave of an item's sound.
private struct Share {
  /// The frames of its sequence in which it may be heard.
  var heard: Range<Int>
  /// The rises and falls of the transitions, in frames of the sequence.
  var ramps: [(silent: Int, full: Int, shape: SoundFade.Shape)] = []

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
  fileprivate var shape: SoundFade.Shape? {
    switch self {
    case .equalPower: .equalPower
    case .linear: .linear
    case .cut: nil
    }
  }
}

private struct SoundPlanBuilder {
  let canvas: Canvas
  var strips: [SoundStrip] = []

  mutating func add(_ sequence: Sequence, as placement: SequencePlacement) throws(TimeOverflow) {
    for track in sequence.tracks {
      var shares = track.items.map { Share(heard: $0.frames) }
      for transition in track.transitions {
        if let index = transition.outgoing { shares[index].leave(transition) }
        if let index = transition.incoming { shares[index].enter(transition) }
      }
      for (item, share) in zip(track.items, shares) { try add(item, share, in: placement) }
    }
  }

  private mutating func add(_ item: Item, _ share: Share, in placement: SequencePlacement) throws(TimeOverflow) {
    guard let sound = item.sound, !sound.isMuted, item.content.hasSound else { return }
    let heard = try sampleRange(of: share.heard, in: placement).clamped(to: placement.samples)
    guard !heard.isEmpty else { return }
    let gain = try placement.gain + sound.gain
    var fades = try placement.fades + self.fades(of: item, sound, in: placement)
    for ramp in share.ramps {
      let fade = try fade(silent: ramp.silent, full: ramp.full, in: placement, shape: ramp.shape)
      if fade.silent != fade.full { fades.append(fade) }
    }
    for play in item.plays where !play.speed.isZero {
      let whole = try sampleRange(of: play.frames, in: placement)
      var inner = try placement.entering(play, pitch: sound.pitch, at: canvas.frameRate)
      inner.samples = whole.clamped(to: heard)
      inner.gain = gain
      inner.fades = fades
      guard !inner.samples.isEmpty else { continue }
      switch item.content {
      case .sequence(let sequence): try add(sequence, as: inner)
      case .clip(let media, _, let stream?):
        strips.append(try strip(media: media, stream: stream, in: inner, of: whole, place: item.origin))
      case .clip, .solid, .drawing, .generator, .subtitles, .adjustment: break
      }
    }
  }

  private func strip(
    media: Int, stream: Int, in placement: SequencePlacement, of play: Range<Int>, place: SourceRange
  ) throws(TimeOverflow) -> SoundStrip {
    // The exact grid position at the origin; adding whole samples before the rounding moves the
    // result by as much, so where a clip is split does not change position − origin.
    let rate = Rational(canvas.sampleRate)
    let isReversed = placement.speed.isNegative
    let steps = try (isReversed ? -placement.tempo : placement.tempo) * Rational(play.lowerBound)
    let exact = try placement.offset * rate / placement.varispeed + steps
    // The origin is a time rounded with ties up, and counts against the position of sound that runs
    // forwards: there a tie goes down, so that a clip begins with its first sample.
    let position = try isReversed ? exact.rounded : -(-exact).rounded
    let length = placement.tempo == .one ? 0 : try (placement.tempo * Rational(play.count)).rounded
    return SoundStrip(
      samples: placement.samples, media: media, stream: stream, varispeed: placement.varispeed,
      tempo: placement.tempo, isReversed: isReversed, origin: play.lowerBound, stretchedLength: Int(length),
      position: Int(position), gain: placement.gain, fades: placement.fades, place: place)
  }

  /// The fades of an item, which may span several plays.
  private func fades(
    of item: Item, _ sound: SoundFields, in placement: SequencePlacement
  ) throws(TimeOverflow) -> [SoundFade] {
    var fades: [SoundFade] = []
    if sound.fadeIn > 0 {
      let start = item.ownFrames.lowerBound
      fades.append(try fade(silent: start, full: start + sound.fadeIn, in: placement))
    }
    if sound.fadeOut > 0 {
      let end = item.ownFrames.upperBound
      fades.append(try fade(silent: end, full: end - sound.fadeOut, in: placement))
    }
    // At a great speed a fade may be shorter than a sample: then it is a hard edge.
    return fades.filter { $0.silent != $0.full }
  }

  private func fade(
    silent: Int, full: Int, in placement: SequencePlacement, shape: SoundFade.Shape = .linear
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
    let time = try Time(frame: frame, at: canvas.frameRate)
    return try placement.programmeTime(of: time).samples(at: canvas.sampleRate)
  }
}

extension SequencePlacement {
  /// Where the content of a play stands, if the play's sequence stands here.
  func entering(
    _ play: Play, pitch: SoundFields.Pitch, at frameRate: Rational
  ) throws(TimeOverflow) -> SequencePlacement {
    let start = try Time(frame: play.frames.lowerBound, at: frameRate)
    let magnitude = play.speed.isNegative ? try -play.speed : play.speed
    var inner = self
    inner.offset = try play.soundStart.seconds + (offset - start.seconds) * play.speed
    inner.speed = try speed * play.speed
    switch pitch {
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
