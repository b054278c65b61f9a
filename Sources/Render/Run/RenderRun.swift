internal import AV
internal import EDL
internal import Foundation
internal import MediaTime

/// One render: what is missing is rendered by threads beside the caller's, which muxes.
final class RenderRun {
  let plan: RenderPlan
  let work: RenderWork
  let options: RenderOptions
  let cancellation: any RenderCancellation
  var progress: @Sendable (RenderProgress) -> Void
  private var lastTick = ContinuousClock.now
  /// The segments that are taken from the cache.
  private var reused: Set<Int> = []
  /// The streams of sound, if they are taken from the cache.
  private var reusedSound: [CacheEntry]?
  /// The segments that the workers of an earlier output make.
  var promised: Set<Int> = []
  /// The segments and the streams of sound that are an earlier output's, by their own indexes.
  var segmentLoans: [Int: Loan] = [:]
  var soundLoans: [Int: Loan] = [:]
  /// Whether an earlier output's mix feeds the streams of sound.
  var isSoundPromised = false
  /// The further renditions of a stream whose frames are those of this one.
  let followers: [Int: RenderRun]
  /// What was found while the further renditions of a stream were rendered.
  var notes: [Diagnostic] = []
  /// How many further renditions were rendered by themselves.
  var rendered = 0
  /// How many frames of each of them came from the cache.
  var reusedOfOthers: [Int] = []
  /// What came of a stream.
  var streamed: StreamResult?

  init(
    _ plan: RenderPlan, _ options: RenderOptions, cancellation: any RenderCancellation,
    progress: @escaping @Sendable (RenderProgress) -> Void
  ) throws(RenderError) {
    self.plan = plan
    self.options = options
    self.cancellation = cancellation
    self.progress = progress
    let work = try RenderWork(plan, options, cancellation: cancellation)
    self.work = work
    var followers: [Int: RenderRun] = [:]
    for (index, other) in plan.others.enumerated() where other.composesLike(plan) && other.isCutLike(plan) {
      let shared = SharedCancellation(own: cancellation, leader: work.state)
      followers[index] = try RenderRun(other, options, cancellation: shared) { _ in }
    }
    self.followers = followers
  }

  /// Renders, writes, checks; makes what `later` outputs have in common with this one, too.
  func run(sharingWith later: [RenderRun] = []) throws(RenderError) -> RenderResult {
    if let result = try unchanged() { return result }
    start(sharingWith: later.filter { !$0.isThere })
    do throws(RenderError) {
      try write()
    } catch {
      work.state.fail(error)
      work.join()
      _ = work.cache?.finish()
      throw error
    }
    work.join()
    progress(RenderProgress(done: total, total: total))
    finished?.keep(work.state.soundReport?.facts ?? [])
    return result((work.cache?.finish() ?? []) + notes)
  }

  /// What the cache knows of the output as a whole.
  private var finished: FinishedOutput? { work.cache.flatMap { FinishedOutput(plan, $0) } }

  /// Whether the file that it would write is there.
  private var isThere: Bool { finished?.facts() != nil }

  /// The result of the run that wrote the file which is there, if this one would write the same.
  private func unchanged() throws(RenderError) -> RenderResult? {
    guard let facts = finished?.facts() else { return nil }
    if cancellation.isCancelled { throw RenderError.interrupted }
    if let report = SoundRenderer.Report(facts) { work.state.publish(report) }
    reused = Set((plan.picture?.segments ?? []).indices)
    // Whoever waits for the file by its time, as make does, sees that it is up to date.
    utimensat(AT_FDCWD, plan.output.path, nil, 0)
    progress(RenderProgress(done: total, total: total))
    var result = result([])
    result.isUnchanged = true
    return result
  }

  /// Frames of the whole output, which progress counts.
  var total: Int { plan.output.frameCount * (1 + plan.others.count - followers.count) }

  /// Starts whatever the cache does not have.
  func start(sharingWith later: [RenderRun] = []) {
    startPicture(sharingWith: later)
    startSound(sharingWith: later)
    work.startDigests(alsoFor: (Array(followers.values) + later).map(\.work))
  }

  /// Starts the segments that are missing here, and with them those of other outputs that have the same frames.
  private func startPicture(sharingWith later: [RenderRun]) {
    guard let picture = plan.picture, let sinks = work.pictureSinks else { return }
    let missing = findMissing()
    var members = followers.sorted { $0.key < $1.key }.compactMap {
      $0.value.join(self, lacking: missing, mayFail: false)
    }
    members += later.compactMap { $0.join(self, lacking: missing, mayFail: true) }
    let started = members.reduce(into: missing) { $0.formUnion($1.segments.keys) }
    work.state.advance(
      frames: picture.segments.indices.reduce(0) { $0 + (started.contains($1) ? 0 : picture.segments[$1].frameCount) })
    guard !members.isEmpty else { return work.startPicture(missing.sorted()) }
    let own = missing.map { ($0, [SharedPictures.Part(index: $0, repeats: nil)]) }
    members.insert(.init(sinks: sinks, segments: Dictionary(uniqueKeysWithValues: own)), at: 0)
    work.startPicture(SharedPictures(members: members))
  }

  /// The segments that nobody has made yet, or is to make.
  func findMissing() -> Set<Int> {
    reused = work.cachedSegments.subtracting(promised).subtracting(segmentLoans.keys)
    return Set((plan.picture?.segments ?? []).indices).subtracting(reused).subtracting(promised)
      .subtracting(segmentLoans.keys)
  }

  /// Starts the streams of sound, and with them those of other outputs that sound alike.
  private func startSound(sharingWith later: [RenderRun]) {
    if isSoundPromised { return }
    reusedSound = work.cachedSound()
    if let report = reusedSound?.lazy.compactMap({ SoundRenderer.Report($0.facts) }).first {
      work.state.publish(report)
    }
    if reusedSound == nil { work.startSound(sharedWith: later.compactMap { $0.listen(to: self) }) }
  }

  private func write() throws(RenderError) {
    if let pictures = plan.output.pictures { return try write(pictures) }
    if let stream = plan.output.stream { return try write(stream) }
    var feeds: [PacketFeed] = []
    if let picture = plan.picture { feeds.append(pictureFeed(picture)) }
    for index in plan.output.audio.indices { feeds.append(soundFeed(index)) }
    var parameters = work.parameters
    for subtitles in plan.output.subtitles {
      feeds.append(try subtitles.feed(output: plan.output.path))
      parameters.append(try subtitles.parameters)
    }
    try OutputWriter(plan: plan.output, canvasRate: plan.canvas.frameRate, origin: plan.origin).write(
      parameters: parameters, feeds: feeds
    ) {
      path throws(RenderError) in
      try FinishedFile(path: path, plan: plan).check()
    }
  }

  /// The segments in the order of the programme, each shifted to its place.
  func pictureFeed(_ picture: PicturePlan) -> PacketFeed {
    var place = 0
    var start: Int64 = 0
    var waiting: [PacketFeed.Part.Place] = []
    return PacketFeed(path: plan.output.path) { _ throws(RenderError) in
      while waiting.isEmpty {
        if place > 0 { start += Int64(picture.segments[picture.places[place - 1]].pictureCount) }
        guard place < picture.places.count else { return nil }
        waiting = try self.packets(ofSegment: picture.places[place]).reversed()
        place += 1
      }
      return waiting.popLast().map { PacketFeed.Part(place: $0, shift: start) }
    }
  }

  /// Where a segment's packets lie, from the cache or from the workers.
  private func packets(ofSegment index: Int) throws(RenderError) -> [PacketFeed.Part.Place] {
    if let loan = segmentLoans[index] {
      return try loan.lender.state.segment(loan.index, tick: tick).map { .spool($0, of: loan.lender.spool) }
    }
    if reused.contains(index) {
      tick()
      if cancellation.isCancelled { throw RenderError.interrupted }
      if let entry = work.cache?.open(.segment(index)) {
        return (0..<entry.pieceCount).map { .entry(entry, piece: $0) }
      }
      // Damaged, or pruned by somebody else since the start: made here and now.
      reused.remove(index)
      try work.render(segment: index)
    }
    return try work.state.segment(index, tick: tick).map { .spool($0, of: work.spool) }
  }

  /// What came of the only stream of sound.
  func soundBytes() throws(RenderError) -> [UInt8] {
    if let entry = reusedSound?.first { return entry.piece(0) ?? [] }
    let source = soundLoans[0] ?? Loan(lender: work, index: 0)
    guard let extent = try source.lender.state.sound(source.index, part: 0, tick: tick) else { return [] }
    do throws(SystemError) { return try source.lender.spool.read(extent) } catch {
      throw RenderError(error, output: plan.output.path)
    }
  }

  func soundFeed(_ index: Int) -> PacketFeed {
    let entry = reusedSound?[index]
    let source = soundLoans[index] ?? Loan(lender: work, index: index)
    return PacketFeed(path: plan.output.path) { part throws(RenderError) in
      if let entry {
        return part < entry.pieceCount ? PacketFeed.Part(place: .entry(entry, piece: part), shift: 0) : nil
      }
      return try source.lender.state.sound(source.index, part: part, tick: self.tick).map {
        .init(place: .spool($0, of: source.lender.spool), shift: 0)
      }
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
    guard let picture = plan.picture else { return work.state.progress }
    let distinct = picture.segments.reduce(0) { $0 + $1.frameCount }
    return distinct == 0 ? 0 : work.state.progress * plan.output.frameCount / distinct
  }

  private func result(_ findings: [Diagnostic]) -> RenderResult {
    let files = plan.output.pictures?.paths ?? streamed?.manifests ?? [plan.output.path]
    let sizes = files.map { path in
      (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber)?.int64Value ?? 0
    }
    var notes = findings
    for (index, clipping) in (work.state.soundReport?.clippings ?? []).enumerated() {
      guard let first = clipping.first else { continue }
      let time = Double(first) / Double(plan.canvas.sampleRate)
      let stream = plan.output.audio.count > 1 ? " of audio stream \(index + 1)" : ""
      notes.append(
        Diagnostic(
          .warning, code: "sound.clipping",
          "\(clipping.count) samples\(stream) went beyond full scale, the first at \(String(format: "%.3f", time)) s",
          at: plan.origin, notes: [.init("lower a gain; nothing is limited unasked")]))
    }
    let bytes =
      streamed.map { stream in
        (stream.renditions + stream.sounds).map(\.byteCount) + stream.subtitles.map(\.byteCount)
      }?.reduce(0) { $0 + Int64($1) } ?? 0
    var result = RenderResult(
      path: plan.output.path, frames: plan.output.pictureCount,
      samples: plan.output.audio.isEmpty ? 0 : plan.output.samples.count, byteCount: sizes.reduce(bytes, +),
      duration: Double(plan.output.frames.count) / plan.canvas.frameRate.approximate,
      cachedFrames: min(cachedFrames, reusedOfOthers.min() ?? .max),
      stills: plan.output.pictures.map { pictures in
        pictures.form == .stills ? zip(pictures.paths, pictures.frames).map { .init(path: $0, frame: $1) } : []
      } ?? [], stream: streamed, loudness: work.state.soundReport?.loudness ?? [], diagnostics: notes)
    result.isShared = plan.picture == nil ? isSoundPromised : !promised.isEmpty || !segmentLoans.isEmpty
    return result
  }

  /// Frames that were taken from the cache, places of a repeat counted each.
  var cachedFrames: Int {
    plan.picture?.places.reduce(0) { $0 + (reused.contains($1) ? plan.picture?.segments[$1].frameCount ?? 0 : 0) } ?? 0
  }
}
