internal import AV
public import EDL

/// Renders parts of an output that the cache has once more and compares the bytes.
final class VerifyRun {
  private let plan: RenderPlan
  private let options: RenderOptions
  private let cancellation: any RenderCancellation
  private let progress: @Sendable (RenderProgress) -> Void

  init(
    _ plan: RenderPlan, _ options: RenderOptions, cancellation: any RenderCancellation,
    progress: @escaping @Sendable (RenderProgress) -> Void
  ) {
    self.plan = plan
    self.options = options
    self.cancellation = cancellation
    self.progress = progress
  }

  /// Compares one cached segment in ten, three at least, or everything.
  func run(_ extent: VerifyResult.Extent) throws(RenderError) -> VerifyResult {
    // One side looks into the cache; the other one renders and must not.
    let there = try RenderWork(plan, options, cancellation: cancellation)
    var bare = options
    bare.cache = nil
    let anew = try RenderWork(plan, bare, cancellation: cancellation)
    guard let cache = there.cache else { return VerifyResult(path: plan.output.path) }
    let cached = there.cachedSegments.sorted()
    let chosen = extent == .all ? cached : Self.sample(cached)
    let sound = extent == .all ? there.cachedSound() : nil
    let total = chosen.reduce(0) { $0 + (plan.picture?.segments[$1].frameCount ?? 0) }
    anew.startPicture(chosen)
    if sound != nil { anew.startSound() }
    anew.join { progress(RenderProgress(done: min(anew.state.progress, total), total: total)) }
    try anew.state.throwFailure()
    var result = VerifyResult(path: plan.output.path)
    for index in chosen {
      guard let entry = cache.open(.segment(index)) else { continue }
      let extents = try anew.state.segment(index) {}
      result.segments += 1
      if !(try isEqual(entry, extents, anew.spool)) {
        remove(.segment(index), cache)
        result.differing.append("segment \(index)")
      }
    }
    for (index, entry) in (sound ?? []).enumerated() {
      result.streams += 1
      if !(try isEqual(entry, anew.state.extents(ofSound: index), anew.spool)) {
        remove(.sound(index), cache)
        result.differing.append("sound stream \(index)")
      }
    }
    result.findings = cache.finish()
    progress(RenderProgress(done: total, total: total))
    return result
  }

  /// Some of them, from the first to the last in equal steps.
  private static func sample(_ segments: [Int]) -> [Int] {
    let count = min(segments.count, max(3, segments.count / 10))
    return (0..<count).map { segments[$0 * segments.count / count] }
  }

  private func remove(_ part: RenderCache.Part, _ cache: RenderCache) {
    if let key = cache.key(part) { cache.folder.remove(.entries, key) }
  }

  private func isEqual(
    _ entry: CacheEntry, _ extents: [PacketSpool.Extent], _ spool: PacketSpool
  ) throws(RenderError) -> Bool {
    guard entry.pieceCount == extents.count else { return false }
    for (index, extent) in extents.enumerated() {
      do throws(SystemError) {
        guard try spool.read(extent) == entry.piece(index) else { return false }
      } catch {
        throw RenderError(error, output: plan.output.path)
      }
    }
    return true
  }
}

/// What rendering again and comparing has shown.
public struct VerifyResult: Sendable {
  /// How much is rendered again.
  public enum Extent: Sendable {
    /// One cached segment in ten, three at least.
    case sample
    /// Everything, the sound too.
    case all
  }

  /// The output.
  public var path: String
  /// Segments that were compared.
  public var segments = 0
  /// Streams of sound that were compared.
  public var streams = 0
  /// What was different, and is no longer in the cache.
  public var differing: [String] = []
  /// What was found on the way.
  public var findings: [Diagnostic] = []

  init(path: String) { self.path = path }

  /// Adds what has shown of a further rendition.
  mutating func add(_ other: VerifyResult) {
    segments += other.segments
    streams += other.streams
    differing += other.differing
    findings += other.findings
  }
}
