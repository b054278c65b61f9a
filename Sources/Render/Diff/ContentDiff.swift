public import EDL
internal import AV
internal import MediaTime

/// What differs between the frames and samples of two programmes: what is not listed is proven equal.
public struct ContentDiff: Sendable {
  /// Frames that show at one place what they showed at another.
  public struct Move: Hashable, Sendable {
    /// Where they were.
    public var old: Range<Int>
    /// Where they are.
    public var new: Range<Int>
  }

  /// The frames of each programme.
  public var oldFrameCount: Int
  /// The frames of each programme.
  public var newFrameCount: Int
  /// The frames, by number, that show something else than the frame of that number did.
  public var frames: [Range<Int>]
  /// Among these, the frames of the new programme that the old one had elsewhere.
  public var moves: [Move]
  /// Among these, the frames of the new programme that the old one had nowhere.
  public var newFrames: [Range<Int>]
  /// The frames of the old programme that the new one has neither there nor as a move.
  public var lostFrames: [Range<Int>]
  /// The samples, by number, that are mixed of something else.
  public var samples: [Range<Int>]
  /// What makes every frame another one, in words: a canvas of another size, for one.
  public var reasons: [String]

  /// Whether every frame and every sample is proven equal.
  public var isEqual: Bool { frames.isEmpty && samples.isEmpty }
}

extension Renderer {
  /// Compares the contents of two programmes without rendering them.
  public static func compare(
    _ old: Timeline, _ new: Timeline, options: RenderOptions = RenderOptions()
  ) throws(RenderError) -> ContentDiff {
    Libraries.prepare()
    var ignored = DiagnosticList()
    let old = EffectPreparation.prepared(old, options, &ignored)
    let new = EffectPreparation.prepared(new, options, &ignored)
    do throws(TimeOverflow) {
      return try ContentDiff(old, new)
    } catch {
      throw RenderError(kind: .project, diagnostic: Diagnostic(.error, code: "time.overflow", "\(error)"))
    }
  }
}

extension ContentDiff {
  fileprivate init(_ old: Timeline, _ new: Timeline) throws(TimeOverflow) {
    let terms = CommonLayers.pair(old, new)
    (oldFrameCount, newFrameCount) = (old.root.frameCount, new.root.frameCount)
    let canvas = Renderer.canvasFormat(new)
    reasons = Self.reasons(old, new, Renderer.canvasFormat(old), canvas)
    (moves, newFrames, lostFrames) = ([], [], [])
    let sound = SoundDiff(
      old: try SoundPlan.make(timeline: old, frames: 0..<oldFrameCount),
      new: try SoundPlan.make(timeline: new, frames: 0..<newFrameCount), oldMedia: terms.old.media,
      newMedia: terms.new.media)
    samples = sound.differing()
    guard reasons.isEmpty else {
      frames = [0..<max(oldFrameCount, newFrameCount)].filter { !$0.isEmpty }
      newFrames = [0..<newFrameCount].filter { !$0.isEmpty }
      lostFrames = [0..<oldFrameCount].filter { !$0.isEmpty }
      return
    }
    var picture = PictureDiff(
      old: try .init(old, canvas, terms.old), new: try .init(new, canvas, terms.new), stills: terms.new.stills,
      canvas: canvas, rate: new.canvas.frameRate)
    frames = try picture.differing()
    moves = try picture.moves(among: frames)
    newFrames = Self.rest(of: frames, below: newFrameCount, without: moves.map(\.new))
    lostFrames = Self.rest(of: frames, below: oldFrameCount, without: moves.map(\.old))
  }

  /// What is left of ranges up to an end when others are taken away.
  private static func rest(of ranges: [Range<Int>], below end: Int, without taken: [Range<Int>]) -> [Range<Int>] {
    let taken = taken.sorted { $0.lowerBound < $1.lowerBound }
    var rest = RangeList()
    var first = 0
    for range in ranges {
      var cursor = range.lowerBound
      let limit = min(range.upperBound, end)
      while first < taken.count, taken[first].upperBound <= cursor { first += 1 }
      var index = first
      while index < taken.count, taken[index].lowerBound < limit {
        if taken[index].lowerBound > cursor { rest.add(cursor..<taken[index].lowerBound) }
        cursor = max(cursor, taken[index].upperBound)
        index += 1
      }
      if cursor < limit { rest.add(cursor..<limit) }
    }
    return rest.ranges
  }

  /// What differs between the canvases.
  private static func reasons(
    _ old: Timeline, _ new: Timeline, _ oldFormat: CanvasFormat, _ newFormat: CanvasFormat
  ) -> [String] {
    let (before, after) = (old.canvas, new.canvas)
    var reasons: [String] = []
    func compare(_ name: String, _ first: String, _ second: String) {
      if first != second { reasons.append("\(name) \(first) → \(second)") }
    }
    compare("size", "\(before.size)", "\(after.size)")
    compare("fps", "\(before.frameRate)", "\(after.frameRate)")
    compare("color", before.color, after.color)
    compare("background", before.background.hexText, after.background.hexText)
    compare("pixel format", oldFormat.pixelFormat.name, newFormat.pixelFormat.name)
    if reasons.isEmpty, oldFormat != newFormat { reasons.append("tone mapping") }
    return reasons
  }
}

extension ContentDiff.Move {
  /// Moves that go on where the one before ended are one.
  static func joined(_ moves: [ContentDiff.Move]) -> [ContentDiff.Move] {
    var joined: [ContentDiff.Move] = []
    for move in moves {
      if let last = joined.last, last.new.upperBound == move.new.lowerBound,
        last.old.upperBound == move.old.lowerBound
      {
        joined[joined.count - 1].new = last.new.lowerBound..<move.new.upperBound
        joined[joined.count - 1].old = last.old.lowerBound..<move.old.upperBound
      } else {
        joined.append(move)
      }
    }
    return joined
  }
}
