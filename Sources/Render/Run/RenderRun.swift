internal import AV
internal import EDL
internal import Foundation
internal import MediaTime

/// One render: picture workers and the sound's thread beside the caller's, which muxes.
final class RenderRun {
  private let plan: RenderPlan
  private let options: RenderOptions
  private let jobs: Int
  private let state: RenderState
  private let cancellation: any RenderCancellation
  private let progress: @Sendable (RenderProgress) -> Void
  private var threads: [WorkerThread] = []
  private var lastTick = ContinuousClock.now
  private var cache: RenderCache?
  /// The segments that are taken from the cache.
  private var reused: Set<Int> = []
  /// The sound streams that are taken from the cache: all or none.
  private var reusedSound: [CacheEntry] = []

  init(
    _ plan: RenderPlan, _ options: RenderOptions, cancellation: any RenderCancellation,
    progress: @escaping @Sendable (RenderProgress) -> Void
  ) {
    self.plan = plan
    self.options = options
    self.jobs = max(1, options.jobs ?? ProcessInfo.processInfo.activeProcessorCount)
    self.cancellation = cancellation
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
    let parameters = try streamParameters()
    lookUp(parameters, spool)
    startPicture(spool)
    startSound(spool)
    if let cache, cache.lacksDigests { threads.append(WorkerThread("digests") { cache.digestFiles() }) }
    do throws(RenderError) {
      try write(parameters, spool)
    } catch {
      state.fail(error)
      for thread in threads { thread.join() }
      _ = cache?.finish()
      throw error
    }
    for thread in threads { thread.join() }
    progress(RenderProgress(done: total, total: total))
    return try result(cache?.finish() ?? [])
  }

  /// Frames of the whole output, which progress counts.
  private var total: Int { plan.output.frames.count }

  /// How each stream is described, as its encoder says when it is opened.
  private func streamParameters() throws(RenderError) -> [StreamParameters] {
    var parameters: [StreamParameters] = []
    for settings in [plan.output.video?.settings].compactMap(\.self) + plan.output.audio.map(\.settings) {
      do throws(AVError) {
        parameters.append(try Encoder(settings).streamParameters())
      } catch {
        throw RenderError(.codec, error, doing: "open \(settings.encoder)")
      }
    }
    return parameters
  }

  /// Finds out what is finished already.
  private func lookUp(_ parameters: [StreamParameters], _ spool: PacketSpool) {
    guard let options = options.cache else { return }
    let cache = RenderCache(options, plan, parameters: parameters, spool: spool) { [state] in state.isStopped }
    self.cache = cache
    if let picture = plan.picture {
      reused = Set(picture.segments.indices.filter { cache.has(.segment($0)) })
      state.advance(frames: reused.reduce(0) { $0 + picture.segments[$1].frameCount })
    }
    // All streams come out of one mix: one that is missing needs all of it.
    let streams = plan.output.audio.indices
    guard streams.allSatisfy({ cache.has(.sound($0)) }) else { return }
    let entries = streams.compactMap { cache.open(.sound($0)) }
    if entries.count == streams.count { reusedSound = entries }
    if let report = entries.lazy.compactMap({ SoundRenderer.Report($0.facts) }).first { state.publish(report) }
  }

  private func startPicture(_ spool: PacketSpool) {
    guard let video = plan.output.video, let picture = plan.picture else { return }
    let missing = picture.segments.indices.filter { !reused.contains($0) }
    threads += PictureWorkers.start(plan, segments: missing, jobs: jobs, state: state) {
      [plan, state, cache] () throws(RenderError) in
      let conversion = try EncoderConversion(plan.output, video: video)
      return { index throws(RenderError) in
        try SegmentEncoder(
          plan.output, video: video, index: index, conversion: conversion, state: state, spool: spool, cache: cache)
      }
    }
  }

  private func startSound(_ spool: PacketSpool) {
    guard let sound = plan.sound, reusedSound.isEmpty else { return }
    threads.append(
      WorkerThread("sound") { [plan, state, cache] in
        do throws(RenderError) {
          let offset = plan.output.video == nil ? 0 : 1
          let renderer = SoundRenderer(plan: plan, sound: sound, state: state, countsProgress: plan.picture == nil)
          try renderer.run { index, audio in
            try SoundEncoder(audio, index: index, offset: offset, state: state, spool: spool)
          }
          let facts = [("kind", "sound"), ("samples", "\(sound.samples.count)")] + (state.soundReport?.facts ?? [])
          for index in plan.output.audio.indices {
            cache?.keep(.sound(index), state.extents(ofSound: index), facts: facts)
          }
        } catch {
          state.fail(error)
        }
      })
  }

  private func write(_ parameters: [StreamParameters], _ spool: PacketSpool) throws(RenderError) {
    var feeds: [PacketFeed] = []
    if let picture = plan.picture { feeds.append(pictureFeed(picture, spool)) }
    for index in plan.output.audio.indices { feeds.append(soundFeed(index, spool)) }
    try OutputWriter(plan: plan.output, origin: plan.origin).write(parameters: parameters, feeds: feeds) {
      path throws(RenderError) in
      try FinishedFile(path: path, plan: plan).check()
    }
  }

  /// The segments in the order of the programme, each shifted to its place.
  private func pictureFeed(_ picture: PicturePlan, _ spool: PacketSpool) -> PacketFeed {
    var place = 0
    var start: Int64 = 0
    var waiting: [PacketFeed.Part.Place] = []
    return PacketFeed(spool, path: plan.output.path) { _ throws(RenderError) in
      while waiting.isEmpty {
        if place > 0 { start += Int64(picture.segments[picture.places[place - 1]].frameCount) }
        guard place < picture.places.count else { return nil }
        waiting = try self.packets(ofSegment: picture.places[place], picture, spool).reversed()
        place += 1
      }
      return waiting.popLast().map { PacketFeed.Part(place: $0, shift: start) }
    }
  }

  /// Where a segment's packets lie, from the cache or from the workers.
  private func packets(
    ofSegment index: Int, _ picture: PicturePlan, _ spool: PacketSpool
  ) throws(RenderError) -> [PacketFeed.Part.Place] {
    if reused.contains(index) {
      tick()
      if cancellation.isCancelled { throw RenderError.interrupted }
      if let entry = cache?.open(.segment(index)) { return (0..<entry.pieceCount).map { .entry(entry, piece: $0) } }
      // Damaged, or pruned by somebody else since the start: made here and now.
      reused.remove(index)
      try render(index, picture, spool)
    }
    return try state.segment(index, tick: tick).map { .spool($0) }
  }

  private func render(_ index: Int, _ picture: PicturePlan, _ spool: PacketSpool) throws(RenderError) {
    guard let video = plan.output.video else { return }
    let encoder = try SegmentEncoder(
      plan.output, video: video, index: index, conversion: try EncoderConversion(plan.output, video: video),
      state: state, spool: spool, cache: cache)
    try SegmentRenderer(plan, maxReaders: 4, state: state).render(picture.segments[index], into: encoder)
  }

  private func soundFeed(_ index: Int, _ spool: PacketSpool) -> PacketFeed {
    let entry = reusedSound.isEmpty ? nil : reusedSound[index]
    return PacketFeed(spool, path: plan.output.path) { part throws(RenderError) in
      if let entry {
        return part < entry.pieceCount ? PacketFeed.Part(place: .entry(entry, piece: part), shift: 0) : nil
      }
      return try self.state.sound(index, part: part, tick: self.tick).map { .init(place: .spool($0), shift: 0) }
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

  private func result(_ findings: [Diagnostic]) throws(RenderError) -> RenderResult {
    let size = (try? FileManager.default.attributesOfItem(atPath: plan.output.path)[.size] as? NSNumber)?.int64Value
    var notes = findings
    if let report = state.soundReport, report.clippedCount > 0, let first = report.firstClipped {
      let time = Double(first) / Double(plan.canvas.sampleRate)
      notes.append(
        Diagnostic(
          .warning, code: "sound.clipping",
          "\(report.clippedCount) samples went beyond full scale, the first at \(String(format: "%.3f", time)) s",
          at: plan.origin, notes: [.init("lower a gain; nothing is limited unasked")]))
    }
    let cached = plan.picture.map { picture in
      picture.places.reduce(0) { $0 + (reused.contains($1) ? picture.segments[$1].frameCount : 0) }
    }
    return RenderResult(
      path: plan.output.path, frames: plan.output.video == nil ? 0 : plan.output.frames.count,
      samples: plan.output.audio.isEmpty ? 0 : plan.output.samples.count, byteCount: size ?? 0,
      duration: Double(plan.output.frames.count) / plan.canvas.frameRate.approximate, cachedFrames: cached ?? 0,
      diagnostics: notes)
  }
}

extension SoundRenderer.Report {
  /// What an entry of the cache notes of it.
  var facts: [(String, String)] {
    [("clipped", "\(clippedCount)")] + (firstClipped.map { [("clipped-first", "\($0)")] } ?? [])
  }

  init?(_ facts: [String: String]) {
    guard let count = facts["clipped"].flatMap({ Int($0) }) else { return nil }
    self.init(clippedCount: count, firstClipped: facts["clipped-first"].flatMap { Int($0) })
  }
}
