internal import Foundation

/// The threads that render the segments of a plan side by side.
enum PictureWorkers {
  /// Makes the sink of a segment, by its index in the plan; used by one worker alone.
  typealias SinkMaker = (_ segment: Int) throws(RenderError) -> any SegmentSink

  /// Starts the workers; each asks once for what makes its sinks. A failure goes to the state.
  static func start(
    _ plan: RenderPlan, jobs: Int, state: RenderState,
    sinks: @escaping @Sendable () throws(RenderError) -> SinkMaker
  ) -> [WorkerThread] {
    guard let picture = plan.picture else { return [] }
    let workers = min(jobs, picture.segments.count)
    let queue = SegmentQueue(runs: picture.runs, lengths: picture.segments.map(\.frameCount), workers: workers)
    let maxReaders = readers(perWorker: workers)
    return (0..<workers).map { worker in
      WorkerThread("picture \(worker)") {
        do throws(RenderError) {
          let renderer = SegmentRenderer(plan, maxReaders: maxReaders, state: state)
          let sink = try sinks()
          while let index = queue.next(for: worker) {
            try renderer.render(picture.segments[index], into: try sink(index))
          }
        } catch {
          state.fail(error)
        }
      }
    }
  }

  /// How many files a worker may keep open: a dozen, fewer where the system allows few. The sound
  /// keeps sixteen, and some two dozen are the process's own.
  private static func readers(perWorker workers: Int) -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 12 }
    let free = Int(clamping: limit.rlim_cur) - 40
    return max(1, min(12, free / workers))
  }
}
