internal import AV

/// The streams of sound of one output: what takes their samples, and what is kept of them.
struct SoundWork: Sendable {
  let plan: RenderPlan
  let state: RenderState
  let spool: PacketSpool
  let cache: RenderCache?
  /// The pieces that the cache knows, of each stream that is encoded in pieces.
  let stores: [Int: PieceStore]

  /// The streams of another output, each of which sounds as one of this one's.
  struct Share: Sendable {
    var work: SoundWork
    /// For each of its streams which one it sounds as, and whether its packets are those, too.
    var streams: [(stream: Int, isSame: Bool)]
  }

  /// Renders all streams, on the calling thread; a failure goes to the state.
  ///
  /// What goes wrong with another output's streams goes to that one's state.
  func render(_ sound: SoundPlan, sharedWith others: [Share], jobs: Int) {
    do throws(RenderError) {
      let renderer = try SoundRenderer(
        plan: plan, sound: sound, state: state, cache: cache, countsProgress: plan.picture == nil)
      let pool = PiecePool(size: jobs)
      defer { pool.close() }
      let own = Share(work: self, streams: plan.output.audio.indices.map { ($0, false) })
      do {
        // The streams of this output come first, in their order.
        var listeners: [SoundListener] = []
        var ends: [(share: Share, places: [Int])] = []
        for share in [own] + others {
          let goesOn = share.work.state !== state
          do {
            let opened = try share.open(renderer, pool, isAlone: goesOn)
            ends.append((share, share.places(after: listeners.count)))
            listeners += opened
          } catch {
            guard goesOn else { throw error }
            share.work.fail(error)
          }
        }
        let report = try renderer.run(listeners)
        for (share, places) in ends {
          share.work.end(report, places: places, keeping: share.streams.map { !$0.isSame })
        }
      } catch {
        throw RenderError.sound(error, output: plan.output.path)
      }
    } catch {
      state.fail(error)
    }
  }

  fileprivate func fail(_ error: any Error) { state.fail(RenderError.sound(error, output: plan.output.path)) }

  /// What takes the samples of a stream, which sounds as one of the renderer's.
  fileprivate func sink(
    _ index: Int, from stream: Int, of renderer: SoundRenderer, _ pool: PiecePool
  ) throws -> any SoundSink {
    let audio = plan.output.audio[index]
    let offset = plan.output.video == nil ? 0 : 1
    if let columns = audio.columns {
      return try WaveformSink(audio, columns: columns, index: index, state: state, spool: spool)
    }
    if PieceSink.canJoin(audio.settings) {
      return try PieceSink(
        audio, index: index, offset: offset, programme: plan.sound?.samples ?? 0..<0, pool: pool, state: state,
        spool: spool, store: stores[index],
        remix: { range, take in try renderer.remix(range, stream: stream, take) })
    }
    return try SoundEncoder(audio, index: index, offset: offset, state: state, spool: spool)
  }

  /// Publishes what was found out, and keeps what it made itself.
  private func end(_ report: SoundRenderer.Report, places: [Int], keeping isKept: [Bool]) {
    let buses = Set((plan.sound?.nodes ?? []).filter { $0.loudness != nil }.map(\.name))
    let own = SoundRenderer.Report(
      clippings: places.map { report.clippings[$0] }, loudness: report.loudness.filter { buses.contains($0.bus) })
    state.publish(own)
    let facts = [("kind", "sound"), ("samples", "\(plan.sound?.samples.count ?? 0)")] + own.facts
    for index in plan.output.audio.indices where isKept[index] {
      cache?.keep(.sound(index), state.extents(ofSound: index), facts: facts)
    }
  }
}

extension SoundWork.Share {
  /// Opens what takes the samples of its streams; what goes wrong later goes to its own state when it is `alone`.
  fileprivate func open(_ renderer: SoundRenderer, _ pool: PiecePool, isAlone: Bool) throws -> [SoundListener] {
    var listeners: [SoundListener] = []
    let fails: ((any Error) -> Void)? = isAlone ? { [work] error in work.fail(error) } : nil
    for (index, source) in streams.enumerated() where !source.isSame {
      let sink = try work.sink(index, from: source.stream, of: renderer, pool)
      listeners.append(SoundListener(stream: source.stream, sink: sink, fails: fails))
    }
    return listeners
  }

  /// For each of its streams where among the listeners it is heard, its own beginning at a place.
  fileprivate func places(after start: Int) -> [Int] {
    var next = start
    var places: [Int] = []
    for (stream, isSame) in streams {
      places.append(isSame ? stream : next)
      if !isSame { next += 1 }
    }
    return places
  }
}

/// What takes the samples of one stream of a plan, on the mixing thread.
final class SoundListener {
  /// The stream, by its index in the plan.
  let stream: Int
  let sink: any SoundSink
  /// What is told when it fails and the others are to go on; nil ends all.
  private let fails: ((any Error) -> Void)?
  private var hasFailed = false

  init(stream: Int, sink: any SoundSink, fails: ((any Error) -> Void)? = nil) {
    (self.stream, self.sink, self.fails) = (stream, sink, fails)
  }

  func take(_ planes: SamplePlanes, at sample: Int, count: Int) throws {
    try guarded { try sink.take(planes, at: sample, count: count) }
  }

  func finish() throws { try guarded { try sink.finish() } }

  private func guarded(_ body: () throws -> Void) throws {
    guard !hasFailed else { return }
    do {
      try body()
    } catch {
      guard let fails else { throw error }
      hasFailed = true
      fails(error)
    }
  }
}
