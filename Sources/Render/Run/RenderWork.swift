internal import AV
internal import EDL
internal import Foundation
internal import MediaTime

/// The threads that render what one output still lacks, what they share, and what the cache had.
///
/// Owned by one thread, which starts what it wants rendered and joins it.
final class RenderWork {
  let plan: RenderPlan
  let state: RenderState
  let spool: PacketSpool
  let cache: RenderCache?
  /// How each stream is described, as its encoder says when it is opened; the picture first.
  let parameters: [StreamParameters]
  private let jobs: Int
  private var threads: [WorkerThread] = []

  init(_ plan: RenderPlan, _ options: RenderOptions, cancellation: any RenderCancellation) throws(RenderError) {
    self.plan = plan
    jobs = max(1, options.jobs ?? ProcessInfo.processInfo.activeProcessorCount)
    let state = RenderState(
      soundStreams: plan.output.audio.count, sampleRate: plan.canvas.sampleRate, frameRate: plan.canvas.frameRate,
      cancellation: cancellation)
    self.state = state
    do throws(SystemError) {
      spool = try PacketSpool(folder: URL(fileURLWithPath: plan.output.path).deletingLastPathComponent().path)
    } catch {
      throw RenderError(error, output: plan.output.path)
    }
    parameters = try Self.streamParameters(plan.output)
    cache = options.cache.map { [parameters, spool] options in
      RenderCache(options, plan, parameters: parameters, spool: spool) { state.isStopped }
    }
  }

  private static func streamParameters(_ output: OutputPlan) throws(RenderError) -> [StreamParameters] {
    var parameters: [StreamParameters] = []
    for settings in [output.video?.settings].compactMap(\.self) + output.audio.map(\.settings) {
      do throws(AVError) {
        parameters.append(try Encoder(settings).streamParameters())
      } catch {
        throw RenderError(.codec, error, doing: "open \(settings.encoder)")
      }
    }
    return parameters
  }

  /// The segments that the cache has, by their index.
  var cachedSegments: Set<Int> {
    guard let cache, let picture = plan.picture else { return [] }
    return Set(picture.segments.indices.filter { cache.has(.segment($0)) })
  }

  /// The streams of sound from the cache; nil unless all are there, as all come out of one mix.
  func cachedSound() -> [CacheEntry]? {
    guard let cache, !plan.output.audio.isEmpty else { return nil }
    let streams = plan.output.audio.indices
    guard streams.allSatisfy({ cache.has(.sound($0)) }) else { return nil }
    let entries = streams.compactMap { cache.open(.sound($0)) }
    return entries.count == streams.count ? entries : nil
  }

  /// What makes the encoders of a worker's segments; nil without a picture.
  var pictureSinks: (@Sendable () throws(RenderError) -> PictureWorkers.SinkMaker)? {
    guard let video = plan.output.video else { return nil }
    return { [plan, state, spool, cache] () throws(RenderError) in
      let conversion = try EncoderConversion(plan.output, video: video)
      return { index throws(RenderError) in
        try SegmentEncoder(
          plan, video: video, index: index, conversion: conversion, state: state, spool: spool, cache: cache)
      }
    }
  }

  /// Starts to render segments; `isWanted` is asked once more before each.
  func startPicture(_ segments: [Int], isWanted: @escaping @Sendable (_ segment: Int) -> Bool = { _ in true }) {
    guard let sinks = pictureSinks else { return }
    threads += PictureWorkers.start(
      plan, segments: segments, isWanted: isWanted, jobs: jobs, state: state, sinks: sinks)
  }

  /// Starts to render segments of several outputs together.
  func startPicture(_ shared: SharedPictures) {
    threads += PictureWorkers.start(
      plan, segments: shared.segments, encoders: shared.members.count, jobs: jobs, state: state
    ) { () throws(RenderError) in try shared.maker() }
  }

  /// Starts to render all streams of sound, and with them those of other outputs that sound alike.
  func startSound(sharedWith others: [SoundWork.Share] = []) {
    guard let sound = plan.sound else { return }
    let own = soundWork
    threads.append(WorkerThread("sound") { [jobs] in own.render(sound, sharedWith: others, jobs: jobs) })
  }

  /// What takes the samples of the streams of sound; makes the cache know their pieces.
  var soundWork: SoundWork { SoundWork(plan: plan, state: state, spool: spool, cache: cache, stores: addPieces()) }

  /// Makes the cache know the pieces of each stream that is encoded in pieces.
  private func addPieces() -> [Int: PieceStore] {
    guard let cache, let sound = plan.sound else { return [:] }
    var stores: [Int: PieceStore] = [:]
    for (index, audio) in plan.output.audio.enumerated() where PieceSink.canJoin(audio.settings) {
      guard let encoder = try? Encoder(audio.settings) else { continue }
      let trim = StreamTrim(encoder, style: audio.trimming, length: audio.length)
      let pieces = PiecePlan(audio, encoder, trim, programme: sound.samples)
      guard let keys = pieces.keys(plan, stream: index) else { continue }
      cache.add(
        Dictionary(
          keys.enumerated().map { (.soundPiece(index, $0.offset), $0.element) }, uniquingKeysWith: { first, _ in first }
        ))
      stores[index] = PieceStore(cache: cache, stream: index, spool: spool)
    }
    return stores
  }

  /// Starts to digest the files that nobody has digested, so that what is made of them can be kept.
  func startDigests(alsoFor others: [RenderWork] = []) {
    let caches = ([self] + others).compactMap(\.cache).filter(\.lacksDigests)
    guard !caches.isEmpty else { return }
    threads.append(WorkerThread("digests") { for cache in caches { cache.digestFiles() } })
  }

  /// Renders a segment on the calling thread.
  func render(segment index: Int) throws(RenderError) {
    guard let video = plan.output.video, let picture = plan.picture else { return }
    let encoder = try SegmentEncoder(
      plan, video: video, index: index, conversion: try EncoderConversion(plan.output, video: video),
      state: state, spool: spool, cache: cache)
    try SegmentRenderer(plan, maxReaders: 4, state: state).render(picture.segments[index], into: encoder)
  }

  /// Waits until all that was started has ended, ticking ten times a second.
  func join(_ tick: () -> Void = {}) {
    for thread in threads {
      while !thread.join(withinMilliseconds: 100) { tick() }
    }
  }
}
