public import EDL

/// Renders one share of what an output lacks into the cache, and writes no file.
final class PartRun {
  private let plan: RenderPlan
  private let work: RenderWork
  private let part: RenderOptions.Part
  private let progress: @Sendable (RenderProgress) -> Void

  init(
    _ plan: RenderPlan, _ part: RenderOptions.Part, _ options: RenderOptions, cancellation: any RenderCancellation,
    progress: @escaping @Sendable (RenderProgress) -> Void
  ) throws(RenderError) {
    self.plan = plan
    self.part = part
    self.progress = progress
    work = try RenderWork(plan, options, cancellation: cancellation)
  }

  /// Renders until the share is in the cache.
  func run() throws(RenderError) -> PartResult {
    guard let cache = work.cache else { throw Self.lacksCache(plan) }
    let share = share(cache)
    let frames = share.segments.reduce(0) { $0 + (plan.picture?.segments[$1].frameCount ?? 0) }
    work.startPicture(share.segments) { !cache.has(.segment($0)) }
    if share.sound { work.startSound() }
    work.startDigests()
    work.join { progress(RenderProgress(done: min(work.state.progress, frames), total: frames)) }
    let findings = cache.finish()
    try work.state.throwFailure()
    // Nothing else comes of a part: what could not be kept was rendered in vain.
    if let reason = findings.first(where: { $0.code == "cache.unwritable" }) {
      throw RenderError(
        kind: .media,
        diagnostic: Diagnostic(.error, code: reason.code, reason.message, at: plan.origin, blame: .media))
    }
    progress(RenderProgress(done: frames, total: frames))
    return PartResult(
      path: plan.output.path, frames: frames, hasSound: share.sound, diagnostics: findings)
  }

  private func share(_ cache: RenderCache) -> PartShare.Missing {
    let cached = work.cachedSegments
    let now = PartShare.Missing(
      segments: (plan.picture?.segments ?? []).indices.filter { !cached.contains($0) },
      sound: plan.sound != nil && work.cachedSound() == nil)
    guard !now.isEmpty else { return now }
    let agreed = PartAgreement(cache.folder, plan, count: part.count).missing(now: now)
    var share = PartShare.shares(agreed, of: plan, count: part.count)[part.number - 1]
    share.segments.removeAll { cached.contains($0) }
    share.sound = share.sound && now.sound
    return share
  }

  private static func lacksCache(_ plan: RenderPlan) -> RenderError {
    RenderError(
      kind: .project,
      diagnostic: Diagnostic(
        .error, code: "command.usage", "--part leaves its work in the cache, and there is none", at: plan.origin,
        notes: [.init("name a folder that all parts and the last run can reach: --cache DIR")]))
  }
}

/// What one part did.
public struct PartResult: Sendable {
  /// The output that it is a part of.
  public var path: String
  /// Picture frames of its share that were missing.
  public var frames: Int
  /// Whether the sound was among it.
  public var hasSound: Bool
  /// What was found while rendering.
  public var diagnostics: [Diagnostic]

  /// Adds what was done of a further rendition.
  mutating func add(_ other: PartResult) {
    frames += other.frames
    diagnostics += other.diagnostics
  }
}
