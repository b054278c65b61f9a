/// Where a stream of sound is cut into pieces that are encoded side by side.
///
/// Counted in frames of the codec. Packet *i* of a stream decodes to the samples of frame *i* − 1,
/// after the frame of silence that the encoder begins with. A piece is encoded from `leadIn` frames
/// before its own first to `leadOut` behind its last, so that its encoder has found its level where
/// it takes over, and so that both encodings can be compared around the join:
///
///     piece n     … ───────────────────┊──────────|  leadOut
///     piece n+1         leadIn |───────┊──────────────────── …
///                                      ┊ the boundary; the join is near it
struct PieceLayout {
  /// The pieces' own frames, in order.
  let bodies: [Range<Int>]

  /// Twenty seconds: long against the lead-in, short against a film.
  private static let length = 1024
  /// Two seconds: after less, the encoder's rate control is still audibly on its way.
  private static let leadIn = 96
  private static let leadOut = 16
  /// The joins that are tried, counted from the boundary.
  private static let joins = -48..<12

  /// Lays out a stream of so many frames; the last piece takes the rest.
  init(frames: Int) {
    let count = max(1, (frames + Self.length / 2) / Self.length)
    bodies = (0..<count).map { $0 * Self.length..<($0 + 1 == count ? frames : ($0 + 1) * Self.length) }
  }

  /// The frames of samples that a piece is encoded from.
  func fed(_ piece: Int) -> Range<Int> {
    let isLast = piece == bodies.count - 1
    return max(0, bodies[piece].lowerBound - Self.leadIn)..<bodies[piece].upperBound + (isLast ? 0 : Self.leadOut)
  }

  /// The last packets of a piece after which the next one may take over, the nearest to the boundary first.
  func candidates(after piece: Int) -> [Int] {
    Self.joins.sorted { (abs($0), $0) < (abs($1), $1) }.map { bodies[piece].upperBound + $0 }
  }
}
