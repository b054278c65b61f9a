internal import AV

/// Renditions whose frames are composed alike: each frame is made once and handed to the encoders of all.
struct SharedPictures: Sendable {
  /// A rendition that lacks some of its segments.
  struct Member: Sendable {
    /// What makes its sinks; asked once a worker.
    var sinks: @Sendable () throws(RenderError) -> PictureWorkers.SinkMaker
    /// The segments that it lacks.
    var segments: Set<Int>
    /// For each segment how many pictures show each frame; nil: one.
    var repeats: [[Int]?]
  }

  var members: [Member]

  /// The segments that any of them lacks, in order.
  var segments: [Int] { members.reduce(into: Set()) { $0.formUnion($1.segments) }.sorted() }

  /// What makes the sinks of a worker: one for all renditions that lack the segment.
  func maker() throws(RenderError) -> PictureWorkers.SinkMaker {
    var makers: [PictureWorkers.SinkMaker] = []
    for member in members { makers.append(try member.sinks()) }
    return { index throws(RenderError) in
      var sinks: [SharedSink.Part] = []
      for (member, make) in zip(members, makers) where member.segments.contains(index) {
        sinks.append(.init(sink: try make(index), repeats: member.repeats[index]))
      }
      return SharedSink(sinks)
    }
  }
}

extension RenderPlan {
  /// Whether another rendition is made of the same frames, segment by segment.
  ///
  /// Only where there are segments to share out among workers: encoders that take all in one go are better run side by
  /// side.
  func composesLike(_ other: RenderPlan) -> Bool {
    guard let picture, let theirs = other.picture, output.canvas == other.output.canvas,
      output.video?.isCuttable == true, other.output.video?.isCuttable == true, output.cadence.isPlain
    else { return false }
    return picture.places == theirs.places && picture.segments.map(\.pieces) == theirs.segments.map(\.pieces)
  }
}

/// Hands each frame of a segment to several sinks, to each as often as it shows it.
private final class SharedSink: SegmentSink {
  struct Part {
    var sink: any SegmentSink
    var repeats: [Int]?
  }

  private let parts: [Part]
  private var number = 0

  init(_ parts: [Part]) { self.parts = parts }

  func take(_ picture: borrowing Frame) throws(RenderError) {
    for part in parts {
      for _ in 0..<(part.repeats.map { $0[number] } ?? 1) { try part.sink.take(picture) }
    }
    number += 1
  }

  func finish() throws(RenderError) {
    for part in parts { try part.sink.finish() }
  }
}

/// Stops a rendition too when the render stops that makes its frames.
struct SharedCancellation: RenderCancellation {
  let own: any RenderCancellation
  let leader: RenderState

  var isCancelled: Bool { own.isCancelled || leader.isStopped }
}
