internal import EDL
internal import MediaTime

/// A layer of a piece: a placement without its place.
struct Layer: Hashable, Sendable {
  var source: Placement.Source
  /// The source's time at the piece's first frame.
  var start: Time
  /// Source seconds a frame.
  var step: Time
  var picture: PictureFields
  /// Where the author put it and what it is called: for messages, no part of the content.
  var note: Note

  /// What a layer is called in messages; all notes are equal, so content keys do not see them.
  struct Note: Hashable, Sendable {
    var label: String
    var origin: SourceRange
    static func == (lhs: Note, rhs: Note) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }

  /// The layer from `count` frames on.
  func advanced(by count: Int) throws(TimeOverflow) -> Layer {
    var copy = self
    copy.start = try start + step * Rational(count)
    return copy
  }
}

/// A run of frames with the same layers, free of its place on the timeline.
struct Piece: Hashable, Sendable {
  var count: Int
  /// Bottom first; empty where the background shows alone.
  var layers: [Layer]

  /// The frames from `start` on.
  func part(_ range: Range<Int>) throws(TimeOverflow) -> Piece {
    var moved: [Layer] = []
    for layer in layers { moved.append(try layer.advanced(by: range.lowerBound)) }
    return Piece(count: range.count, layers: moved)
  }

  /// Whether another piece goes on exactly where this one ends, so that the cut changes nothing.
  func isContinued(by next: Piece) throws(TimeOverflow) -> Bool {
    guard layers.count == next.layers.count else { return false }
    for (layer, other) in zip(layers, next.layers) where try layer.advanced(by: count) != other { return false }
    return true
  }
}

/// Cuts the programme at every edge of every placement.
struct PieceBuilder {
  /// Whether a layer hides all that lies below it.
  var hidesBelow: (Placement) -> Bool

  /// The pieces that fill the window, in order, without hole or overlap.
  func pieces(_ placements: [Placement], in window: Range<Int>) throws(TimeOverflow) -> [Piece] {
    let starting = placements.sorted { $0.frames.lowerBound < $1.frames.lowerBound }
    let edges = Set(placements.flatMap { [$0.frames.lowerBound, $0.frames.upperBound] } + [window.upperBound])
    var active: [Placement] = []
    var next = 0
    var pieces: [Piece] = []
    var cursor = window.lowerBound
    for edge in edges.sorted() where edge > cursor && edge <= window.upperBound {
      active.removeAll { $0.frames.upperBound <= cursor }
      while next < starting.count, starting[next].frames.lowerBound <= cursor {
        let placement = starting[next]
        next += 1
        guard placement.frames.upperBound > cursor else { continue }
        active.insert(placement, at: active.firstIndex { $0.layer > placement.layer } ?? active.endIndex)
      }
      let bottom = active.lastIndex(where: hidesBelow) ?? active.startIndex
      var layers: [Layer] = []
      for placement in active[bottom...] {
        let layer = Layer(
          source: placement.source, start: placement.start, step: placement.step, picture: placement.picture,
          note: Layer.Note(label: placement.label, origin: placement.origin))
        layers.append(try layer.advanced(by: cursor - placement.frames.lowerBound))
      }
      let piece = Piece(count: edge - cursor, layers: layers)
      if let last = pieces.last, try last.isContinued(by: piece) {
        pieces[pieces.count - 1].count += piece.count
      } else {
        pieces.append(piece)
      }
      cursor = edge
    }
    return pieces
  }
}
