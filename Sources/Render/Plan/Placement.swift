internal import EDL
internal import MediaTime

/// One source on the programme's own frames, whatever nesting it came through.
///
/// Frame *n* shows the source at `start + (n − frames.lowerBound) × step`.
struct Placement: Sendable {
  /// What is shown.
  enum Source: Hashable, Sendable {
    case media(index: Int, stream: Int)
    case solid(Color)
  }

  /// The frames of the programme.
  var frames: Range<Int>
  /// Higher lies above lower.
  var layer: Int
  var source: Source
  /// The source's time at the first frame.
  var start: Time
  /// Source seconds a frame; negative backwards, zero frozen.
  var step: Time
  var picture: PictureFields
  var label: String
  var origin: SourceRange
}

/// Unfolds groups, stacks, named sequences and repeats into placements.
///
/// Nested time is composed exactly: frame *n* of the programme is the position
/// `offset + n × scale` in frames of the inner sequence, and an inner item is on while that
/// position lies in its own frames.
struct PictureFlattener {
  private let timeline: Timeline
  private(set) var placements: [Placement] = []
  private var layerCount = 0

  init(_ timeline: Timeline) { self.timeline = timeline }

  /// The placements of all pictures in a window of the programme.
  static func placements(_ timeline: Timeline, in window: Range<Int>) throws(TimeOverflow) -> [Placement] {
    var flattener = PictureFlattener(timeline)
    try flattener.add(timeline.root, window: window, position: Position(offset: .zero, scale: .one))
    return flattener.placements
  }

  /// Where an outer frame falls inside a sequence, in the inner sequence's frames.
  private struct Position {
    var offset: Rational
    var scale: Rational

    func callAsFunction(_ frame: Int) throws(TimeOverflow) -> Rational {
      try offset + Rational(frame) * scale
    }

    /// The outer frames of a window whose position lies in a half-open range.
    func frames(showing range: Range<Int>, in window: Range<Int>) throws(TimeOverflow) -> Range<Int> {
      let (low, high) = (Rational(range.lowerBound), Rational(range.upperBound))
      var (first, end): (Int64, Int64)
      if scale.isZero {
        return low <= offset && offset < high ? window : window.lowerBound..<window.lowerBound
      } else if scale.isNegative {
        first = try ((high - offset) / scale).floor + 1
        end = try ((low - offset) / scale).floor + 1
      } else {
        first = try ((low - offset) / scale).ceiling
        end = try ((high - offset) / scale).ceiling
      }
      first = max(first, Int64(window.lowerBound))
      end = min(end, Int64(window.upperBound))
      return first < end ? Int(first)..<Int(end) : window.lowerBound..<window.lowerBound
    }
  }

  private mutating func add(
    _ sequence: Sequence, window: Range<Int>, position: Position
  ) throws(TimeOverflow) {
    for track in sequence.tracks where track.kind == .video {
      let layer = layerCount
      layerCount += 1
      for item in track.items { try add(item, layer: layer, window: window, position: position) }
    }
  }

  private mutating func add(
    _ item: Item, layer: Int, window: Range<Int>, position: Position
  ) throws(TimeOverflow) {
    let rate = timeline.canvas.frameRate
    for play in item.plays {
      let frames = try position.frames(showing: play.frames, in: window)
      guard !frames.isEmpty else { continue }
      let inside = try position(frames.lowerBound) - Rational(play.frames.lowerBound)
      let start = try play.start + Time(seconds: inside / rate) * play.speed
      let step = try Time(seconds: position.scale / rate) * play.speed
      let source: Placement.Source
      switch item.content {
      case .sequence(let inner):
        let scale = try position.scale * play.speed
        let offset = try start.exactFrames(at: rate) - Rational(frames.lowerBound) * scale
        // Inner layers lie between this track's and the next one's.
        try add(inner, window: frames, position: Position(offset: offset, scale: scale))
        continue
      case .clip(let media, let stream?, _): source = .media(index: media, stream: stream)
      case .clip: continue
      case .solid(let color): source = .solid(color)
      }
      placements.append(
        Placement(
          frames: frames, layer: layer, source: source, start: start, step: step, picture: item.picture,
          label: item.label, origin: item.origin))
    }
  }
}
