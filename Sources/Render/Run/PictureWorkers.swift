internal import AV
internal import EDL
internal import Foundation

/// The threads that render the segments of a plan side by side.
enum PictureWorkers {
  /// Makes the sink of a segment, by its index in the plan; used by one worker alone.
  typealias SinkMaker = (_ segment: Int) throws(RenderError) -> any SegmentSink

  /// Starts the workers; each asks once for what makes its sinks. A failure goes to the state.
  ///
  /// `segments` are the indexes to render, in order; nil is all of them. `isWanted` is asked once more
  /// before each, by the worker that would render it. Each worker feeds so many `encoders` at once.
  static func start(
    _ plan: RenderPlan, segments: [Int]? = nil, isWanted: @escaping @Sendable (_ segment: Int) -> Bool = { _ in true },
    encoders: Int = 1, jobs: Int, state: RenderState,
    sinks: @escaping @Sendable () throws(RenderError) -> SinkMaker
  ) -> [WorkerThread] {
    guard let picture = plan.picture else { return [] }
    let runs = segments.map { parts(of: picture.runs, in: $0) } ?? picture.runs
    let affordable = affordable(plan.output.canvas, encoders: encoders, jobs: jobs)
    let workers = min(jobs, affordable, runs.reduce(0) { $0 + $1.count })
    guard workers > 0 else { return [] }
    let queue = SegmentQueue(
      runs: runs, lengths: picture.segments.map(\.frameCount), workers: workers, idle: jobs - workers)
    let maxReaders = readers(perWorker: workers)
    return (0..<workers).map { worker in
      WorkerThread("picture \(worker)") {
        do throws(RenderError) {
          let renderer = SegmentRenderer(plan, maxReaders: maxReaders, state: state)
          let sink = try sinks()
          while let index = queue.next(for: worker) {
            guard isWanted(index) else { continue }
            try renderer.render(
              picture.segments[index], into: SinkAhead(try sink(index)) { queue.hasIdle }
            ) { queue.advance(worker) }
          }
        } catch {
          state.fail(error)
        }
      }
    }
  }

  /// How many workers the memory of so many jobs allows: 768 MiB each.
  ///
  /// What an encoder looks ahead, what decoders refer to and what is composed come to some ninety pictures a
  /// worker, half of them the encoder's. At 1080p that is far less than a job has; at 2160p two jobs pay for one
  /// worker.
  static func affordable(_ canvas: CanvasFormat, encoders: Int = 1, jobs: Int) -> Int {
    let picture = canvas.size.width * canvas.size.height * 3 / 2 * (canvas.pixelFormat.bitDepth > 8 ? 2 : 1)
    return max(1, jobs * (768 << 20) / max(1, 45 * (1 + encoders) * picture))
  }

  /// What is left of runs when only some segments are wanted.
  private static func parts(of runs: [Range<Int>], in segments: [Int]) -> [Range<Int>] {
    let starts = Set(runs.map(\.lowerBound))
    var parts: [Range<Int>] = []
    for index in segments {
      if let last = parts.last, last.upperBound == index, !starts.contains(index) {
        parts[parts.count - 1] = last.lowerBound..<index + 1
      } else {
        parts.append(index..<index + 1)
      }
    }
    return parts
  }

  /// How many files a worker may keep open: more than layers lie over each other, fewer where the system
  /// allows few. The sound keeps sixteen, and some two dozen are the process's own.
  private static func readers(perWorker workers: Int) -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 32 }
    let free = Int(clamping: limit.rlim_cur) - 40
    return max(1, min(32, free / workers))
  }
}
