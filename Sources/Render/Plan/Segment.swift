internal import EDL
internal import MediaTime

/// A closed group of pictures that one encoder makes from start to end.
///
/// A pure function of its pieces: neither its place nor its neighbours change its packets.
struct Segment: Hashable, Sendable {
  var pieces: [Piece]
  /// How many pictures show each frame, for an output at a rate of its own; nil: one.
  var repeats: [Int]?
  /// The pictures besides the first one that must be key pictures, counted from it.
  var keys: [Int] = []
  var frameCount: Int { pieces.reduce(0) { $0 + $1.count } }
  /// How many pictures it becomes.
  var pictureCount: Int { repeats.map { $0.reduce(0, +) } ?? frameCount }
}

/// Where to cut the programme into segments, by content alone.
///
/// A long piece is cut in equal steps from its own start, so that what comes before it cannot move
/// its cuts. Short pieces are joined until the run is long enough and a piece comes whose own
/// digest says "cut here": after an insertion the same cuts are found again a few pieces later.
struct Segmenter {
  /// No segment is longer: 8 s, beyond which nothing is gained in size (measured with x264).
  let longest: Int
  /// A piece of this length stands alone; a shorter one is joined to its neighbours: 2 s.
  let standing: Int
  /// A run of joined pieces is not ended by content before this: 4 s.
  let runLength: Int

  /// What each media entry is known by; a place in the list would change with every insertion.
  let names: ContentNames

  init(rate: Rational, names: ContentNames) throws(TimeOverflow) {
    self.names = names
    longest = max(1, try Time(seconds: Rational(8)).frames(at: rate))
    standing = max(1, try Time(seconds: Rational(2)).frames(at: rate))
    runLength = max(1, try Time(seconds: Rational(4)).frames(at: rate))
  }

  /// Cuts pieces into segments.
  func segments(_ pieces: [Piece]) throws(TimeOverflow) -> [Segment] {
    var segments: [Segment] = []
    var run: [Piece] = []
    var runCount = 0
    func endRun() {
      if !run.isEmpty { segments.append(Segment(pieces: run)) }
      run = []
      runCount = 0
    }
    for piece in pieces {
      guard piece.count < standing else {
        endRun()
        if piece.mustStayWhole {
          segments.append(Segment(pieces: [piece]))
          continue
        }
        segments += try steps(of: piece)
        continue
      }
      if runCount + piece.count > longest { endRun() }
      run.append(piece)
      runCount += piece.count
      if runCount >= runLength, endsRun(piece) { endRun() }
    }
    endRun()
    return segments
  }

  /// Equal steps from the start; a last piece too short to stand goes with the one before it.
  private func steps(of piece: Piece) throws(TimeOverflow) -> [Segment] {
    var segments: [Segment] = []
    var start = 0
    while start < piece.count {
      let rest = piece.count - start
      let count = rest < longest + standing ? rest : longest
      segments.append(Segment(pieces: [try piece.part(start..<start + count)]))
      start += count
    }
    return segments
  }

  /// One piece in four ends a run, by a digest of what it shows.
  private func endsRun(_ piece: Piece) -> Bool {
    var digest: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in piece.contentText(names).utf8 { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return (digest >> 32) % 4 == 0
  }
}

extension Piece {
  /// Whether a cut would have to render again all that came before: effects that look at everything
  /// since the play's start, or a source that can only be run through.
  var mustStayWhole: Bool { layers.contains(where: \.mustStayWhole) }
}

extension Layer {
  fileprivate var mustStayWhole: Bool {
    if FilterTraits.reach(picture.effects) == .all { return true }
    switch source {
    case .generator(let generator): return !generator.isStill
    case .composite(let layers): return layers.contains(where: \.mustStayWhole)
    case .crossing(let crossing): return (crossing.outgoing + crossing.incoming).contains(where: \.mustStayWhole)
    case .program(let program): return program.pieces.contains(where: \.mustStayWhole)
    case .media, .solid, .drawing, .subtitles, .adjustment: return false
    }
  }
}
