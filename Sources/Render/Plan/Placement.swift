internal import EDL
internal import MediaTime

/// A layer on the programme's own frames, whatever nesting it came through.
struct Placement: Sendable {
  /// What a layer holds that has a time of its own.
  enum Content: Sendable {
    case none
    case composite([Placement])
    case crossing(Transition.Kind, outgoing: [Placement], incoming: [Placement])
  }

  /// The frames of the programme.
  var frames: Range<Int>
  /// The layer at the first of them; what it holds is in `content`.
  var layer: Layer
  var content: Content = .none
  /// For effects that look at other frames: all frames of the play, which `content` is laid out for.
  var whole: Range<Int>?
  /// The colour below what such effects work on; nil for nothing.
  var ground: Color?
}

/// Unfolds groups, stacks, named sequences and repeats into placements, bottom first.
///
/// Nested time is composed exactly: a frame of the programme is a position in frames of the inner
/// sequence, by a ``TimeMap``, and an inner item is on while that position lies in its own frames. A nested sequence that is only played becomes part of the outer
/// one; one that is treated as a picture keeps its placements together.
struct PictureFlattener {
  private let timeline: Timeline
  private(set) var placements: [Placement] = []

  /// The colour below everything in this scope; nil inside what is a picture of its own.
  private let ground: Color?

  private init(_ timeline: Timeline, ground: Color?) {
    self.timeline = timeline
    self.ground = ground
  }

  /// The placements of all pictures in a window of the programme.
  static func placements(_ timeline: Timeline, in window: Range<Int>) throws(TimeOverflow) -> [Placement] {
    var flattener = PictureFlattener(timeline, ground: timeline.canvas.background)
    // An adjustment that looks at other frames needs what lies below it outside of the window, too.
    let all = timeline.root.hasTemporalAdjustment ? 0..<max(timeline.root.frameCount, window.upperBound) : window
    try flattener.add(timeline.root, window: all, position: TimeMap(offset: .zero, scale: .one))
    return flattener.placements
  }

  private mutating func add(
    _ sequence: Sequence, window: Range<Int>, position: TimeMap
  ) throws(TimeOverflow) {
    guard !sequence.effects.isEmpty else {
      try addTracks(of: sequence, window: window, position: position)
      return
    }
    let ground = ground
    let note = Layer.Note(
      label: "sequence", origin: sequence.effects.first?.origin.range ?? sequence.tracks.first?.origin ?? .wholeFile)
    try add(sequence.effects, frames: sequence.frameCount, note, window: window, position: position) {
      (flattener, frames) throws(TimeOverflow) in
      if let ground { flattener.addGround(ground, frames: frames) }
      try flattener.addTracks(of: sequence, window: frames, position: position)
    }
  }

  private mutating func addTracks(
    of sequence: Sequence, window: Range<Int>, position: TimeMap
  ) throws(TimeOverflow) {
    for track in sequence.tracks where track.kind == .video {
      guard !track.effects.isEmpty else {
        try add(track, window: window, position: position)
        continue
      }
      let note = Layer.Note(label: "track", origin: track.origin)
      try add(track.effects, frames: sequence.frameCount, note, window: window, position: position) {
        (flattener, frames) throws(TimeOverflow) in
        try flattener.add(track, window: frames, position: position)
      }
    }
  }

  /// What is to be treated as one picture, with effects on it.
  private mutating func add(
    _ effects: [Effect], frames count: Int, _ note: Layer.Note, window: Range<Int>, position: TimeMap,
    _ content: (inout PictureFlattener, Range<Int>) throws(TimeOverflow) -> Void
  ) throws(TimeOverflow) {
    let frames = try position.frames(showing: 0..<count, in: window)
    guard !frames.isEmpty else { return }
    var fields = PictureFields()
    fields.effects = effects
    let run = try EffectRange(effects, frames, of: 0..<count, position)
    let inner = try inside { flattener throws(TimeOverflow) in try content(&flattener, run.whole ?? frames) }
    let clock =
      fields.isAnimated ? try clock(frames.lowerBound, from: 0, count: count, position) : nil
    placements.append(
      Placement(
        frames: frames,
        layer: Layer(
          source: .composite([]), start: .zero, step: .zero, picture: fields, clock: clock, effectClock: run.clock,
          note: note), content: .composite(inner), whole: run.whole))
  }

  private mutating func addGround(_ color: Color, frames: Range<Int>) {
    placements.append(
      Placement(
        frames: frames,
        layer: Layer(
          source: .solid(color), start: .zero, step: .zero, picture: PictureFields(),
          note: Layer.Note(label: "background", origin: .wholeFile))))
  }

  private mutating func add(_ track: Track, window: Range<Int>, position: TimeMap) throws(TimeOverflow) {
    var alone = track.items.map(\.frames)
    for transition in track.transitions {
      if let index = transition.outgoing {
        alone[index] = alone[index].clamped(to: .min..<transition.frames.lowerBound)
      }
      if let index = transition.incoming {
        alone[index] = alone[index].clamped(to: transition.frames.upperBound..<Int.max)
      }
    }
    for (item, frames) in zip(track.items, alone) {
      let shown = frames == item.frames ? window : try position.frames(showing: frames, in: window)
      try add(item, window: shown, position: position)
    }
    for transition in track.transitions { try add(transition, of: track, window: window, position: position) }
  }

  private mutating func add(
    _ transition: Transition, of track: Track, window: Range<Int>, position: TimeMap
  ) throws(TimeOverflow) {
    let frames = try position.frames(showing: transition.frames, in: window)
    guard !frames.isEmpty else { return }
    func side(_ index: Int?, _ flattener: PictureFlattener) throws(TimeOverflow) -> [Placement] {
      guard let index else { return [] }
      return try flattener.inside { inner throws(TimeOverflow) in
        try inner.add(track.items[index], window: frames, position: position)
      }
    }
    let outgoing = try side(transition.outgoing, self)
    let incoming = try side(transition.incoming, self)
    let clock = try clock(
      frames.lowerBound, from: transition.frames.lowerBound, count: transition.frames.count, position)
    placements.append(
      Placement(
        frames: frames,
        layer: Layer(
          source: .crossing(.init(kind: transition.kind, outgoing: [], incoming: [])), start: .zero, step: .zero,
          picture: PictureFields(), clock: clock,
          note: Layer.Note(label: "transition", origin: transition.origin.range)),
        content: .crossing(transition.kind, outgoing: outgoing, incoming: incoming)))
  }

  private mutating func add(_ item: Item, window: Range<Int>, position: TimeMap) throws(TimeOverflow) {
    if item.effectsSpanPlays {
      try addWhole(item, window: window, position: position)
      return
    }
    let rate = timeline.canvas.frameRate
    let isolates = item.isolatesSequence
    for play in item.plays {
      let frames = try position.frames(showing: play.frames, in: window)
      guard !frames.isEmpty else { continue }
      // The content's seconds by the programme's frames.
      let shown = try play.shown(position.scaled(by: Rational.one / rate), at: rate)
      var content = Placement.Content.none
      let run = try EffectRange(item.picture.effects, frames, of: play.frames, position)
      var whole: Range<Int>?
      let source: Layer.Source
      switch item.content {
      case .sequence(let inner):
        let nested = try shown.scaled(by: rate)
        guard isolates else {
          // Its layers lie between this track's and the next one's.
          try add(inner, window: frames, position: nested)
          continue
        }
        whole = run.whole
        let window = whole ?? frames
        content = .composite(
          try self.inside { flattener throws(TimeOverflow) in
            try flattener.add(inner, window: window, position: nested)
          })
        source = .composite([])
      case .clip(let media, let stream?, _): source = .media(index: media, stream: stream)
      case .clip: continue
      case .solid(let color): source = .solid(color)
      case .drawing(let drawing): source = .drawing(drawing)
      case .generator(let generator): source = .generator(generator)
      case .subtitles(let subtitles): source = .subtitles(subtitles)
      case .adjustment:
        source = .adjustment
        if let frames = run.whole {
          whole = frames
          content = .composite(placements)
        }
      }
      let clock =
        item.dependsOnClock
        ? try clock(frames.lowerBound, from: item.ownFrames.lowerBound, count: item.ownFrames.count, position) : nil
      let still = TimeMap(offset: .zero, scale: .zero)
      let times = try source.isTimed ? shown.advanced(by: Rational(frames.lowerBound)).plain : still
      placements.append(
        Placement(
          frames: frames,
          layer: Layer(
            source: source, times: times, picture: item.picture, clock: clock, effectClock: run.clock,
            note: Layer.Note(label: item.label, origin: item.origin)),
          content: content, whole: whole, ground: source == .adjustment ? ground : nil))
    }
  }

  /// An item of several plays whose effects look at other frames: they see all plays as one picture.
  private mutating func addWhole(_ item: Item, window: Range<Int>, position: TimeMap) throws(TimeOverflow) {
    let frames = try position.frames(showing: item.frames, in: window)
    guard !frames.isEmpty else { return }
    let run = try EffectRange(item.picture.effects, frames, of: item.frames, position)
    var fitted = item
    fitted.picture = item.picture.fitted
    let inner = try inside { flattener throws(TimeOverflow) in
      try flattener.add(fitted, window: run.whole ?? frames, position: position)
    }
    let clock =
      item.dependsOnClock
      ? try clock(frames.lowerBound, from: item.ownFrames.lowerBound, count: item.ownFrames.count, position) : nil
    placements.append(
      Placement(
        frames: frames,
        layer: Layer(
          source: .composite([]), start: .zero, step: .zero, picture: item.picture.unfitted, clock: clock,
          effectClock: run.clock, note: Layer.Note(label: item.label, origin: item.origin)),
        content: .composite(inner), whole: run.whole))
  }

  /// The placements that something adds, apart from those of the outside.
  private func inside(
    _ add: (inout PictureFlattener) throws(TimeOverflow) -> Void
  ) throws(TimeOverflow) -> [Placement] {
    var inner = PictureFlattener(timeline, ground: nil)
    try add(&inner)
    return inner.placements
  }

  private func clock(
    _ frame: Int, from start: Int, count: Int, _ position: TimeMap
  ) throws(TimeOverflow) -> ItemClock {
    let frames = try position.advanced(by: Rational(frame)).scaled(by: .one, plus: Rational(-start))
    return ItemClock(frames: frames, count: count)
  }
}

extension TimeMap {
  /// The outer frames of a window whose position lies in a half-open range of inner frames.
  fileprivate func frames(showing range: Range<Int>, in window: Range<Int>) throws(TimeOverflow) -> Range<Int> {
    let nothing = window.lowerBound..<window.lowerBound
    guard !range.isEmpty else { return nothing }
    let (low, high) = (Rational(range.lowerBound), Rational(range.upperBound))
    guard !isStill else {
      let position = try self(0)
      return low <= position && position < high ? window : nothing
    }
    var (first, end) =
      isFalling
      ? (try self.first(below: high), try self.first(below: low))
      : (try self.first(from: low), try self.first(from: high))
    first = max(first, Int64(window.lowerBound))
    end = min(end, Int64(window.upperBound))
    return first < end ? Int(first)..<Int(end) : nothing
  }

  /// The first frame whose position is at or above a value, where positions rise.
  private func first(from value: Rational) throws(TimeOverflow) -> Int64 {
    guard !isStraight else { return try inverse(value).ceiling }
    return try first(near: inverse(value)) { $0 >= value }
  }

  /// The first frame whose position is below a value, where positions fall.
  private func first(below value: Rational) throws(TimeOverflow) -> Int64 {
    guard !isStraight else { return try inverse(value).floor + 1 }
    return try first(near: inverse(value)) { $0 < value }
  }

  /// The first frame that is reached; a curve's inverse may be off by a hair.
  private func first(
    near guess: Rational, where isReached: (Rational) -> Bool
  ) throws(TimeOverflow) -> Int64 {
    var frame = guess.floor - 1
    while try isReached(self(Int(frame))) { frame -= 1 }
    while try !isReached(self(Int(frame))) { frame += 1 }
    return frame
  }

  /// The same map; a still one without what does not matter.
  fileprivate var plain: TimeMap {
    get throws(TimeOverflow) { isStill && !isStraight ? TimeMap(offset: try self(0), scale: .zero) : self }
  }
}

/// Where effects that look at the time or at other frames count from.
private struct EffectRange {
  var clock: EffectClock?
  /// All frames of the play, when other frames count.
  var whole: Range<Int>?

  /// All that frames are numbered in.
  private static let everything = -(1 << 40)..<(1 << 40)

  init(_ effects: [Effect], _ frames: Range<Int>, of play: Range<Int>, _ position: TimeMap) throws(TimeOverflow) {
    let reach = FilterTraits.reach(effects)
    guard reach > .picture else { return }
    let all = position.isStill ? frames : try position.frames(showing: play, in: Self.everything)
    clock = EffectClock(frame: frames.lowerBound - all.lowerBound, count: all.count)
    if reach.isTemporal { whole = all }
  }
}

extension Layer.Source {
  /// Whether the picture depends on the source's own time.
  fileprivate var isTimed: Bool {
    switch self {
    case .media, .generator, .subtitles: true
    case .solid, .drawing, .adjustment, .composite, .crossing, .program: false
    }
  }
}

extension Item {
  /// Whether its effects look at other frames, and it plays more than once or stands still at an end.
  fileprivate var effectsSpanPlays: Bool {
    guard plays.count > 1, FilterTraits.reach(picture.effects).isTemporal else { return false }
    if case .adjustment = content { return false }
    return true
  }

  /// Whether its nested sequence is treated as one picture, rather than only played.
  fileprivate var isolatesSequence: Bool {
    guard case .sequence(let sequence) = content else { return false }
    return !picture.isPlain || picture.colorTags != nil || sequence.touchesWhatIsBelow
  }

  /// Whether its picture depends on how far into the item a frame is.
  fileprivate var dependsOnClock: Bool {
    if case .drawing(let drawing) = content, drawing.isAnimated { return true }
    return picture.isAnimated
  }
}

extension Sequence {
  /// Whether anything in it works on what lies below it, which must stay inside the sequence.
  fileprivate var touchesWhatIsBelow: Bool {
    tracks.contains { track in
      track.kind == .video
        && track.items.contains { item in
          if item.picture.blend != nil { return true }
          switch item.content {
          case .adjustment: return true
          case .sequence(let inner): return !item.isolatesSequence && inner.touchesWhatIsBelow
          case .clip, .solid, .drawing, .generator, .subtitles: return false
          }
        }
    }
  }
}

extension Sequence {
  /// Whether an adjustment in it looks at other frames than the one at hand.
  fileprivate var hasTemporalAdjustment: Bool {
    tracks.contains { track in
      track.items.contains { item in
        switch item.content {
        case .adjustment: FilterTraits.reach(item.picture.effects).isTemporal
        case .sequence(let inner): inner.hasTemporalAdjustment
        case .clip, .solid, .drawing, .generator, .subtitles: false
        }
      }
    }
  }
}
