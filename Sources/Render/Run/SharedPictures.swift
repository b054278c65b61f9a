internal import AV
internal import EDL

/// Outputs whose frames are composed alike: each frame is made once and handed to the encoders of all.
struct SharedPictures: Sendable {
  /// An output that lacks some of its segments.
  struct Member: Sendable {
    /// What makes its sinks; asked once a worker.
    var sinks: @Sendable () throws(RenderError) -> PictureWorkers.SinkMaker
    /// For each of the leader's segments which of its own have the same frames.
    var segments: [Int: [Part]]
    /// What is told when it fails and the others are to go on; nil ends all.
    var fails: (@Sendable (RenderError) -> Void)?
  }

  /// A segment of a member.
  struct Part: Sendable {
    /// Its index in the member's plan.
    var index: Int
    /// How many pictures show each frame; nil: one.
    var repeats: [Int]?
  }

  var members: [Member]

  /// The leader's segments that any of them lacks, in order.
  var segments: [Int] { members.reduce(into: Set()) { $0.formUnion($1.segments.keys) }.sorted() }

  /// What makes the sinks of a worker: one for all that lack the segment.
  func maker() throws(RenderError) -> PictureWorkers.SinkMaker {
    var makers: [(member: Member, make: PictureWorkers.SinkMaker)] = []
    for member in members {
      do throws(RenderError) { makers.append((member, try member.sinks())) } catch {
        try member.fail(error)
      }
    }
    return { index throws(RenderError) in
      var sinks: [SharedSink.Branch] = []
      for (member, make) in makers {
        for part in member.segments[index] ?? [] {
          do throws(RenderError) {
            sinks.append(.init(sink: try make(part.index), repeats: part.repeats, member: member))
          } catch {
            try member.fail(error)
          }
        }
      }
      return SharedSink(sinks)
    }
  }
}

extension SharedPictures.Member {
  /// Tells of a failure, or ends all by it.
  fileprivate func fail(_ error: RenderError) throws(RenderError) {
    guard let fails else { throw error }
    fails(error)
  }
}

/// Hands each frame of a segment to several sinks, to each as often as it shows it.
private final class SharedSink: SegmentSink {
  struct Branch {
    var sink: any SegmentSink
    var repeats: [Int]?
    var member: SharedPictures.Member
    var hasFailed = false
  }

  private var branches: [Branch]
  private var number = 0

  init(_ branches: [Branch]) { self.branches = branches }

  func take(_ picture: borrowing Frame) throws(RenderError) {
    for place in branches.indices where !branches[place].hasFailed {
      let branch = branches[place]
      do throws(RenderError) {
        for _ in 0..<(branch.repeats.map { $0[number] } ?? 1) { try branch.sink.take(picture) }
      } catch {
        branches[place].hasFailed = true
        try branch.member.fail(error)
      }
    }
    number += 1
  }

  func finish() throws(RenderError) {
    for branch in branches where !branch.hasFailed {
      do throws(RenderError) { try branch.sink.finish() } catch { try branch.member.fail(error) }
    }
  }
}

/// Stops a rendition too when the render stops that makes its frames.
struct SharedCancellation: RenderCancellation {
  let own: any RenderCancellation
  let leader: RenderState

  var isCancelled: Bool { own.isCancelled || leader.isStopped }
}
