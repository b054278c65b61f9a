internal import AV
internal import EDL
internal import Foundation
internal import MediaTime

/// One render: picture workers and the sound's thread beside the caller's, which muxes.
final class RenderRun {
  private let plan: RenderPlan
  private let jobs: Int
  private let state: RenderState
  private let progress: @Sendable (RenderProgress) -> Void
  private var threads: [WorkerThread] = []
  private var lastTick = ContinuousClock.now

  init(
    _ plan: RenderPlan, jobs: Int?, cancellation: any RenderCancellation,
    progress: @escaping @Sendable (RenderProgress) -> Void
  ) {
    self.plan = plan
    self.jobs = max(1, jobs ?? ProcessInfo.processInfo.activeProcessorCount)
    self.progress = progress
    state = RenderState(
      soundStreams: plan.output.audio.count, sampleRate: plan.canvas.sampleRate, frameRate: plan.canvas.frameRate,
      cancellation: cancellation)
  }

  /// Renders, writes, checks.
  func run() throws(RenderError) -> RenderResult {
    let spool: PacketSpool
    do throws(SystemError) {
      spool = try PacketSpool(folder: URL(fileURLWithPath: plan.output.path).deletingLastPathComponent().path)
    } catch {
      throw RenderError(error, output: plan.output.path)
    }
    startPicture(spool)
    startSound(spool)
    do throws(RenderError) {
      try write(spool)
    } catch {
      state.fail(error)
      for thread in threads { thread.join() }
      throw error
    }
    for thread in threads { thread.join() }
    progress(RenderProgress(done: total, total: total))
    return try result()
  }

  /// Frames of the whole output, which progress counts.
  private var total: Int { plan.output.frames.count }

  private func startPicture(_ spool: PacketSpool) {
    guard let video = plan.output.video else { return }
    threads += PictureWorkers.start(plan, jobs: jobs, state: state) { [plan, state] () throws(RenderError) in
      let conversion = try EncoderConversion(plan.output, video: video)
      return { index throws(RenderError) in
        try SegmentEncoder(
          plan.output, video: video, index: index, conversion: conversion, state: state, spool: spool)
      }
    }
  }

  private func startSound(_ spool: PacketSpool) {
    guard let sound = plan.sound else { return }
    threads.append(
      WorkerThread("sound") { [plan, state] in
        do throws(RenderError) {
          let offset = plan.output.video == nil ? 0 : 1
          let renderer = SoundRenderer(plan: plan, sound: sound, state: state, countsProgress: plan.picture == nil)
          try renderer.run { index, audio in
            try SoundEncoder(audio, index: index, offset: offset, state: state, spool: spool)
          }
        } catch {
          state.fail(error)
        }
      })
  }

  private func write(_ spool: PacketSpool) throws(RenderError) {
    var parameters: [StreamParameters] = []
    var feeds: [PacketFeed] = []
    if let picture = plan.picture {
      parameters.append(try state.parameters(of: 0, tick: tick))
      feeds.append(pictureFeed(picture, spool))
    }
    for index in plan.output.audio.indices {
      parameters.append(try state.parameters(of: parameters.count, tick: tick))
      feeds.append(
        PacketFeed(spool, path: plan.output.path) { [state] part throws(RenderError) in
          try state.sound(index, part: part, tick: self.tick).map { PacketFeed.Part(extent: $0, shift: 0) }
        })
    }
    try OutputWriter(plan: plan.output, origin: plan.origin).write(parameters: parameters, feeds: feeds) {
      path throws(RenderError) in
      try FinishedFile(path: path, plan: plan).check()
    }
  }

  /// The segments in the order of the programme, each shifted to its place.
  private func pictureFeed(_ picture: PicturePlan, _ spool: PacketSpool) -> PacketFeed {
    var place = 0
    var start: Int64 = 0
    var waiting: [PacketSpool.Extent] = []
    return PacketFeed(spool, path: plan.output.path) { [state] _ throws(RenderError) in
      while waiting.isEmpty {
        if place > 0 { start += Int64(picture.segments[picture.places[place - 1]].frameCount) }
        guard place < picture.places.count else { return nil }
        waiting = try state.segment(picture.places[place], tick: self.tick).reversed()
        place += 1
      }
      return waiting.popLast().map { PacketFeed.Part(extent: $0, shift: start) }
    }
  }

  /// Tells how far it is, ten times a second at most.
  private func tick() {
    let now = ContinuousClock.now
    guard now - lastTick >= .milliseconds(100) else { return }
    lastTick = now
    progress(RenderProgress(done: min(displayed, total), total: total))
  }

  /// Rendered frames scaled to the programme, whose repeats are rendered once.
  private var displayed: Int {
    guard let picture = plan.picture else { return state.progress }
    let distinct = picture.segments.reduce(0) { $0 + $1.frameCount }
    return distinct == 0 ? 0 : state.progress * total / distinct
  }

  private func result() throws(RenderError) -> RenderResult {
    let size = (try? FileManager.default.attributesOfItem(atPath: plan.output.path)[.size] as? NSNumber)?.int64Value
    var notes: [Diagnostic] = []
    if let report = state.soundReport, report.clippedCount > 0, let first = report.firstClipped {
      let time = Double(first) / Double(plan.canvas.sampleRate)
      notes.append(
        Diagnostic(
          .warning, code: "sound.clipping",
          "\(report.clippedCount) samples went beyond full scale, the first at \(String(format: "%.3f", time)) s",
          at: plan.origin, notes: [.init("lower a gain; nothing is limited unasked")]))
    }
    return RenderResult(
      path: plan.output.path, frames: plan.output.video == nil ? 0 : plan.output.frames.count,
      samples: plan.output.audio.isEmpty ? 0 : plan.output.samples.count, byteCount: size ?? 0,
      duration: Double(plan.output.frames.count) / plan.canvas.frameRate.approximate, diagnostics: notes)
  }
}
