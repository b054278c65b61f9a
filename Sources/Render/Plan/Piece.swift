internal import EDL
internal import MediaTime

/// A run of frames with the same layers, free of its place on the timeline.
struct Piece: Hashable, Sendable {
  var count: Int
  /// Bottom first; empty where the background shows alone.
  var layers: [Layer]

  /// The frames from `start` on.
  func part(_ range: Range<Int>) throws(TimeOverflow) -> Piece {
    Piece(count: range.count, layers: try Layer.advanced(layers, by: range.lowerBound))
  }

  /// Whether another piece goes on exactly where this one ends, so that the cut changes nothing.
  func isContinued(by next: Piece) throws(TimeOverflow) -> Bool {
    guard layers.count == next.layers.count else { return false }
    for (layer, other) in zip(layers, next.layers) where try layer.advanced(by: count) != other { return false }
    return true
  }

  /// Whether another piece reads on, of any of its media, about where this one ends: within two seconds.
  func leads(to next: Piece) throws(TimeOverflow) -> Bool {
    let ends = try Layer.readings(layers, at: count - 1)
    for start in try Layer.readings(next.layers, at: 0) {
      for end in ends where end.media == start.media && end.stream == start.stream {
        let distance = try start.time - end.time
        if distance <= Time(seconds: Rational(2)), try Time.zero - distance <= Time(seconds: Rational(2)) {
          return true
        }
      }
    }
    return false
  }
}

extension Layer {
  /// A moment of a stream.
  fileprivate struct Reading {
    let media: Int
    let stream: Int
    let time: Time
  }

  /// What layers read at a frame, those inside others too.
  fileprivate static func readings(_ layers: [Layer], at number: Int) throws(TimeOverflow) -> [Reading] {
    var found: [Reading] = []
    for layer in layers {
      switch layer.source {
      case .media(let index, let stream):
        found.append(Reading(media: index, stream: stream, time: try layer.time(at: number)))
      case .composite(let inner): found += try readings(inner, at: number)
      case .crossing(let crossing): found += try readings(crossing.outgoing + crossing.incoming, at: number)
      case .program(let program): found += try readings(program.pieces.first?.layers ?? [], at: 0)
      case .solid, .drawing, .generator, .subtitles, .adjustment: break
      }
    }
    return found
  }
}

/// Cuts the programme at every edge of every placement, also of those inside others.
struct PieceBuilder {
  /// Whether a layer hides all that lies below it.
  var hidesBelow: (Layer) -> Bool

  /// A placement whose inside is cut already.
  private struct Entry {
    let placement: Placement
    let order: Int
    /// The pieces of what it holds: one list for a composite, two for a crossing.
    let inside: [Timed]
  }

  /// Pieces with their first frames.
  private struct Timed {
    let starts: [Int]
    let pieces: [Piece]

    init(_ pieces: [Piece], from start: Int) {
      var (starts, cursor) = ([Int](), start)
      for piece in pieces {
        starts.append(cursor)
        cursor += piece.count
      }
      self.starts = starts
      self.pieces = pieces
    }

    func layers(at frame: Int) throws(TimeOverflow) -> [Layer] {
      var (low, high) = (0, starts.count)
      while high - low > 1 {
        let middle = (low + high) / 2
        if starts[middle] <= frame { low = middle } else { high = middle }
      }
      guard low < pieces.count else { return [] }
      return try Layer.advanced(pieces[low].layers, by: frame - starts[low])
    }
  }

  /// The pieces that fill the window, in order, without hole or overlap.
  func pieces(_ placements: [Placement], in window: Range<Int>) throws(TimeOverflow) -> [Piece] {
    var entries: [Entry] = []
    for (order, placement) in placements.enumerated() {
      entries.append(Entry(placement: placement, order: order, inside: try inside(placement)))
    }
    let starting = entries.sorted {
      ($0.placement.frames.lowerBound, $0.order) < ($1.placement.frames.lowerBound, $1.order)
    }
    var edges = Set(placements.flatMap { [$0.frames.lowerBound, $0.frames.upperBound] } + [window.upperBound])
    for entry in entries where entry.placement.whole == nil {
      for timed in entry.inside { edges.formUnion(timed.starts) }
    }
    var active: [Entry] = []
    var next = 0
    var pieces: [Piece] = []
    var cursor = window.lowerBound
    for edge in edges.sorted() where edge > cursor && edge <= window.upperBound {
      active.removeAll { $0.placement.frames.upperBound <= cursor }
      while next < starting.count, starting[next].placement.frames.lowerBound <= cursor {
        let entry = starting[next]
        next += 1
        guard entry.placement.frames.upperBound > cursor else { continue }
        active.insert(entry, at: active.firstIndex { $0.order > entry.order } ?? active.endIndex)
      }
      let piece = Piece(count: edge - cursor, layers: try layers(of: active, at: cursor))
      if let last = pieces.last, try last.isContinued(by: piece) {
        pieces[pieces.count - 1].count += piece.count
      } else {
        pieces.append(piece)
      }
      cursor = edge
    }
    return pieces
  }

  private func inside(_ placement: Placement) throws(TimeOverflow) -> [Timed] {
    let frames = placement.whole ?? placement.frames
    switch placement.content {
    case .none: return []
    case .composite(let inner): return [Timed(try pieces(inner, in: frames), from: frames.lowerBound)]
    case .crossing(_, let outgoing, let incoming):
      return [
        Timed(try pieces(outgoing, in: frames), from: frames.lowerBound),
        Timed(try pieces(incoming, in: frames), from: frames.lowerBound),
      ]
    }
  }

  /// What is on at a frame, without what is fully hidden.
  private func layers(of active: [Entry], at frame: Int) throws(TimeOverflow) -> [Layer] {
    var layers: [Layer] = []
    for entry in active.reversed() {
      var layer = try entry.placement.layer.advanced(by: frame - entry.placement.frames.lowerBound)
      switch entry.placement.content {
      case .none: break
      case .composite where entry.placement.whole != nil:
        layer.source = .program(
          .init(
            pieces: entry.inside[0].pieces, ground: entry.placement.ground,
            replacesBelow: entry.placement.layer.source == .adjustment))
      case .composite: layer.source = .composite(try entry.inside[0].layers(at: frame))
      case .crossing(let kind, _, _):
        layer.source = .crossing(
          .init(
            kind: kind, outgoing: try entry.inside[0].layers(at: frame),
            incoming: try entry.inside[1].layers(at: frame)))
      }
      layers.append(layer)
      if hidesBelow(layer) { break }
    }
    return layers.reversed()
  }
}
