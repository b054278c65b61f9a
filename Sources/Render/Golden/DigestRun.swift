internal import AV
internal import EDL
internal import Foundation

/// Renders a plan's pictures and samples, digests them, and writes nothing.
struct DigestRun {
  let plan: RenderPlan
  let jobs: Int?
  let cancellation: any RenderCancellation
  let progress: @Sendable (RenderProgress) -> Void

  /// The digests of the frames, in the order of the programme, and of each stream of sound.
  struct Digests {
    var frames: [Fingerprint]
    var sound: [[Fingerprint]]
  }

  func run() throws(RenderError) -> Digests {
    let state = RenderState(
      soundStreams: plan.output.audio.count, sampleRate: plan.canvas.sampleRate, frameRate: plan.canvas.frameRate,
      cancellation: cancellation)
    let shelf = DigestShelf()
    let jobs = max(1, jobs ?? ProcessInfo.processInfo.activeProcessorCount)
    var threads = PictureWorkers.start(plan, jobs: jobs, state: state) {
      { index in FrameDigester(segment: index, shelf: shelf) }
    }
    if let sound = plan.sound { threads.append(startSound(sound, state, shelf)) }
    let total = plan.output.frames.count
    let distinct = plan.picture?.segments.reduce(0) { $0 + $1.frameCount } ?? total
    for thread in threads {
      while !thread.hasEnded(within: 0.1) {
        progress(RenderProgress(done: distinct == 0 ? 0 : min(state.progress * total / distinct, total), total: total))
      }
    }
    if let failure = state.firstFailure { throw failure }
    progress(RenderProgress(done: total, total: total))
    let content = shelf.all
    return Digests(
      frames: plan.picture?.places.flatMap { content.segments[$0] ?? [] } ?? [],
      sound: plan.output.audio.indices.map { content.sound[$0] ?? [] })
  }

  private func startSound(_ sound: SoundPlan, _ state: RenderState, _ shelf: DigestShelf) -> WorkerThread {
    WorkerThread("sound") { [plan] in
      do throws(RenderError) {
        let renderer = try SoundRenderer(plan: plan, sound: sound, state: state, countsProgress: plan.picture == nil)
        state.publish(try renderer.run { index, audio in try SampleDigester(audio, stream: index, shelf: shelf) })
      } catch {
        state.fail(error)
      }
    }
  }
}
