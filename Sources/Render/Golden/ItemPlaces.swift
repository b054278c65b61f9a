internal import EDL
internal import MediaTime

/// Where the items of a programme are, those inside groups too, in frames of the programme.
struct ItemPlaces {
  /// One item where it plays.
  struct Place {
    var name: String
    var frames: Range<Int>
    var hasPicture: Bool
    var hasSound: Bool
    var origin: SourceRange
  }

  /// All of them, in the order of the project; an item of a group comes once a play.
  private(set) var all: [Place] = []

  init(_ timeline: Timeline) {
    add(timeline.root, at: 0, within: 0..<timeline.root.frameCount, rate: timeline.canvas.frameRate)
  }

  private mutating func add(_ sequence: EDL.Sequence, at start: Int, within: Range<Int>, rate: Rational) {
    for track in sequence.tracks {
      for item in track.items {
        let frames = (item.ownFrames.lowerBound + start..<item.ownFrames.upperBound + start).clamped(to: within)
        guard !frames.isEmpty else { continue }
        all.append(
          Place(
            name: item.label, frames: frames, hasPicture: track.kind == .video && item.hasPicture,
            hasSound: item.sound?.mix.isMuted == false, origin: item.origin))
        guard case .sequence(let inner) = item.content else { continue }
        // Another speed or direction has no one frame for a frame of the inside: the group stands for it.
        for play in item.plays where play.isPlain {
          guard let first = try? play.start.frames(at: rate) else { continue }
          let outer = (play.frames.lowerBound + start..<play.frames.upperBound + start).clamped(to: frames)
          add(inner, at: play.frames.lowerBound + start - first, within: outer, rate: rate)
        }
      }
    }
  }

  /// The names of items by the frame of a range at which they begin, counted from the range's first.
  func starts(in frames: Range<Int>, where isWanted: (Place) -> Bool) -> [Int: [String]] {
    all.reduce(into: [:]) { starts, place in
      guard isWanted(place), place.frames.overlaps(frames) else { return }
      starts[max(place.frames.lowerBound, frames.lowerBound) - frames.lowerBound, default: []].append(place.name)
    }
  }

  /// The items that play in a range, the one whose place is most like the range first: the most
  /// likely reason that just these frames differ.
  func found(in frames: Range<Int>, where isWanted: (Place) -> Bool) -> [Place] {
    var known: Set<SourceRange> = []
    return all.enumerated().filter { isWanted($0.element) && $0.element.frames.overlaps(frames) }
      .map { (likeness: Self.likeness($0.element.frames, frames), order: $0.offset, place: $0.element) }
      .sorted { ($0.likeness, $0.order) > ($1.likeness, $1.order) }
      .map(\.place).filter { known.insert($0.origin).inserted }
  }

  /// What two ranges share of what they cover together.
  private static func likeness(_ one: Range<Int>, _ other: Range<Int>) -> Double {
    let shared = one.clamped(to: other).count
    return Double(shared) / Double(one.count + other.count - shared)
  }
}

extension Item {
  fileprivate var hasPicture: Bool {
    if case .clip(_, videoStream: nil, _) = content { false } else { true }
  }
}
