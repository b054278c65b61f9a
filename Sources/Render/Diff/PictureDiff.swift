internal import EDL
internal import MediaTime

/// Compares what the frames of two programmes show, by what they are made of.
struct PictureDiff {
  /// Pieces one after the other.
  struct Side {
    /// In common terms.
    var pieces: [Piece] = []
    /// In the timeline's own.
    var own: [Piece] = []
    var cover: Cover
    var starts: [Int] = []
    var frameCount = 0

    init(_ timeline: Timeline, _ canvas: CanvasFormat, _ terms: CommonLayers) throws(TimeOverflow) {
      own = try PicturePlan.pieces(timeline, canvas: canvas, frames: 0..<timeline.root.frameCount)
      cover = Cover(timeline: timeline, canvas: canvas)
      for piece in own {
        starts.append(frameCount)
        self.pieces.append(Piece(count: piece.count, layers: terms.layers(piece.layers)))
        frameCount += piece.count
      }
    }

    /// The piece that a frame is in.
    func place(of frame: Int) -> Int? {
      guard (0..<frameCount).contains(frame) else { return nil }
      var (low, high) = (0, starts.count)
      while high - low > 1 {
        let middle = (low + high) / 2
        if starts[middle] <= frame { low = middle } else { high = middle }
      }
      return low
    }
  }

  private static let mostCandidates = 32

  private var old: Side
  private var new: Side
  private let stills: CommonStills
  private let canvas: CanvasFormat
  private let rate: Rational

  init(old: Side, new: Side, stills: CommonStills, canvas: CanvasFormat, rate: Rational) {
    (self.old, self.new, self.stills, self.canvas, self.rate) = (old, new, stills, canvas, rate)
  }

  /// The frames, by their number, that are not proven equal; frames that one side lacks are among them.
  mutating func differing() throws(TimeOverflow) -> [Range<Int>] {
    var ranges = RangeList()
    var (first, second) = (0, 0)
    var frame = 0
    let common = min(old.frameCount, new.frameCount)
    while frame < common {
      while old.starts[first] + old.pieces[first].count <= frame { first += 1 }
      while new.starts[second] + new.pieces[second].count <= frame { second += 1 }
      let end = min(
        old.starts[first] + old.pieces[first].count, new.starts[second] + new.pieces[second].count, common)
      let before = Stretch(piece: first, ahead: frame - old.starts[first])
      let after = Stretch(piece: second, ahead: frame - new.starts[second])
      for range in try differing(before, after, count: end - frame) {
        ranges.add(frame + range.lowerBound..<frame + range.upperBound)
      }
      frame = end
    }
    ranges.add(common..<max(old.frameCount, new.frameCount))
    return ranges.ranges
  }

  /// A piece from some frame of it on.
  private struct Stretch {
    var piece: Int
    var ahead: Int
  }

  private mutating func differing(
    _ before: Stretch, _ after: Stretch, count: Int
  ) throws(TimeOverflow) -> [Range<Int>] {
    let first = try Layer.advanced(old.pieces[before.piece].layers, by: before.ahead)
    let second = try Layer.advanced(new.pieces[after.piece].layers, by: after.ahead)
    if first == second { return [] }
    let mayShareStills = zip(first, second).contains { showsOtherStills($0, $1) }
    if !mayShareStills, first.allSatisfy(\.isLinear), second.allSatisfy(\.isLinear), first.count == second.count {
      return try linear(first, second, count: count)
    }
    let firstOwn = try Layer.advanced(old.own[before.piece].layers, by: before.ahead)
    let secondOwn = try Layer.advanced(new.own[after.piece].layers, by: after.ahead)
    var ranges = RangeList()
    for number in 0..<count {
      let look = FrameMatter.Look(number: number, stills: stills, canvas: canvas, rate: rate)
      let before = try FrameMatter.of(first, own: firstOwn, look, &old.cover)
      let after = try FrameMatter.of(second, own: secondOwn, look, &new.cover)
      if before != after { ranges.add(number..<number + 1) }
    }
    return ranges.ranges
  }

  /// Layers whose times alone run: two that differ are equal at one moment at most, where they cross.
  private func linear(_ old: [Layer], _ new: [Layer], count: Int) throws(TimeOverflow) -> [Range<Int>] {
    var crossing: Int?
    for (layer, other) in zip(old, new) where layer != other {
      guard looksAlike(layer, other) else { return [0..<count] }
      let (times, others) = (layer.times, other.times)
      guard times.scale != others.scale else {
        if times.offset == others.offset { continue }
        return [0..<count]
      }
      let moment = try (others.offset - times.offset) / (times.scale - others.scale)
      guard moment.denominator == 1, moment >= .zero, moment < Rational(count) else { return [0..<count] }
      let frame = Int(moment.numerator)
      guard crossing == nil || crossing == frame else { return [0..<count] }
      crossing = frame
    }
    guard let crossing else { return [] }
    return [0..<crossing, crossing + 1..<count].filter { !$0.isEmpty }
  }

  /// Whether two layers show two sequences, of which some stills may be the same.
  private func showsOtherStills(_ layer: Layer, _ other: Layer) -> Bool {
    guard case .media(let index, _) = layer.source, case .media(let otherIndex, _) = other.source else { return false }
    return index != otherIndex && stills.contains(index) && stills.contains(otherIndex)
  }

  /// Whether two layers show the same source in the same way, at whatever time.
  private func looksAlike(_ layer: Layer, _ other: Layer) -> Bool {
    func state(_ layer: Layer) -> PictureState {
      PictureState(layer.picture, at: nil, of: 1, canvas: canvas, rate: rate)
    }
    guard layer.source == other.source else { return false }
    return layer.picture == other.picture
      || layer.picture.withoutCurves == other.picture.withoutCurves && state(layer) == state(other)
  }

  // MARK: Moves

  /// Runs of frames of the new programme, among the given ones, that show what the old one showed at
  /// another place.
  func moves(among ranges: [Range<Int>]) throws(TimeOverflow) -> [ContentDiff.Move] {
    var index: [[Layer]: [Int]] = [:]
    for (place, piece) in old.pieces.enumerated() { index[piece.layers.map(\.timeless), default: []].append(place) }
    var moves: [ContentDiff.Move] = []
    /// How much later the last long run is.
    var way: Int?
    var place = 0
    for range in ranges {
      var frame = range.lowerBound
      while frame < min(range.upperBound, new.frameCount) {
        while new.starts[place] + new.pieces[place].count <= frame { place += 1 }
        let (piece, start) = (new.pieces[place], new.starts[place])
        let end = min(start + piece.count, range.upperBound)
        var candidates = index[piece.layers.map(\.timeless)] ?? []
        // What went the same way as the last long run comes first, so that runs stay whole.
        if let way, let place = old.place(of: frame - way), candidates.count > 1, candidates.contains(sorted: place) {
          candidates.insert(place, at: 0)
        }
        let layers = try Layer.advanced(piece.layers, by: frame - start)
        var found: ContentDiff.Move?
        for candidate in candidates.prefix(Self.mostCandidates) {
          found = try move(of: layers, frame..<end, from: candidate)
          if found != nil { break }
        }
        if let found {
          moves.append(found)
          if Rational(found.new.count) >= rate { way = found.new.lowerBound - found.old.lowerBound }
          frame = found.new.upperBound
        } else {
          frame = end
        }
      }
    }
    return ContentDiff.Move.joined(moves)
  }

  /// The first frames of a run that an old piece showed.
  private func move(of layers: [Layer], _ frames: Range<Int>, from place: Int) throws(TimeOverflow) -> ContentDiff.Move?
  {
    let (piece, start) = (old.pieces[place], old.starts[place])
    guard let ahead = try distance(from: piece.layers, to: layers), (0..<piece.count).contains(ahead),
      try Layer.advanced(piece.layers, by: ahead) == layers
    else { return nil }
    let count = min(frames.count, piece.count - ahead)
    return ContentDiff.Move(
      old: start + ahead..<start + ahead + count, new: frames.lowerBound..<frames.lowerBound + count)
  }

  /// How many frames further layers are that run in the same way; 0 where nothing in them runs.
  private func distance(from old: [Layer], to new: [Layer]) throws(TimeOverflow) -> Int? {
    for (layer, other) in zip(old, new) {
      // Maps that lead to the same source differ in where they begin alone.
      if layer.source.hasTime, !layer.times.scale.isZero {
        let frames = try (other.times.offset - layer.times.offset) / layer.times.scale
        return frames.denominator == 1 ? Int(frames.numerator) : nil
      }
      if let clock = layer.clock, let reached = other.clock, !clock.frames.scale.isZero {
        let frames = try (reached.frames.offset - clock.frames.offset) / clock.frames.scale
        return frames.denominator == 1 ? Int(frames.numerator) : nil
      }
      if let clock = layer.effectClock, let reached = other.effectClock { return reached.frame - clock.frame }
    }
    return 0
  }
}

extension Layer {
  /// Whether nothing but its source's time changes from frame to frame.
  fileprivate var isLinear: Bool {
    guard clock == nil, effectClock == nil, picture.mask == nil, times.isStraight else { return false }
    if let opacity = picture.opacity, opacity.first <= 0 { return false }
    switch source {
    case .media, .solid, .drawing, .generator, .subtitles: return true
    case .adjustment, .composite, .crossing, .program: return false
    }
  }

  /// The layer without its place in time, by which pieces of the same run are found.
  fileprivate var timeless: Layer {
    var copy = self
    copy.times.offset = .zero
    copy.clock?.frames.offset = .zero
    copy.effectClock?.frame = 0
    switch source {
    case .composite(let layers): copy.source = .composite(layers.map(\.timeless))
    case .crossing(var crossing):
      crossing.outgoing = crossing.outgoing.map(\.timeless)
      crossing.incoming = crossing.incoming.map(\.timeless)
      copy.source = .crossing(crossing)
    case .media, .solid, .drawing, .generator, .subtitles, .adjustment, .program: break
    }
    return copy
  }
}

extension [Int] {
  /// Whether a number is among these, which ascend.
  fileprivate func contains(sorted number: Int) -> Bool {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low] == number
  }
}

/// Ranges in ascending order; neighbours are joined.
struct RangeList {
  private(set) var ranges: [Range<Int>] = []

  mutating func add(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    if let last = ranges.last, last.upperBound >= range.lowerBound {
      ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
    } else {
      ranges.append(range)
    }
  }
}
