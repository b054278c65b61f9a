internal import MediaTime

/// Turns a project's document and the facts of its media into a timeline.
///
/// Everything that is wrong is reported, each thing once: what a mistake leaves unknown is skipped.
struct Resolver {
  let document: ProjectDocument
  let catalog: MediaCatalog
  let sources: SourceMap
  let options: Project.Options
  let probes: [String: ProbeResult]
  var diagnostics = DiagnosticList()

  /// Set by ``resolveCanvas()``.
  var canvas = Canvas(size: PixelSize(width: 1920, height: 1080), frameRate: Rational(30))
  /// The media that could be used.
  var media: [Media] = []
  /// The place in ``media`` of each of the catalog's entries; nil for the unusable.
  var mediaPositions: [Int?] = []
  /// The named sequences that were resolved; nil inside for those with a mistake.
  var sequences: [String: ResolvedSequence?] = [:]
  /// The tracks of the sequences with a mistake, as far as they are known.
  var remains: [Track] = []
  /// The named sequences that are being resolved, outermost first.
  var openSequences: [String] = []
  /// Whether a time that does not fit was reported: whatever holds it does not fit either.
  var hasOverflown = false
  /// The looks that use themselves.
  var faultyLooks: Set<String> = []
  /// The output that the programme is resolved for, where that has a framing of its own.
  var framedOutput: FramedOutput?
  /// The programme as such outputs show it.
  var framings: [Output.Composition: Timeline] = [:]
  /// Every id of the project, with its place.
  var ids: [String: SourceRange] = [:]

  /// Returns the timeline: as far as it is known when there were errors.
  mutating func resolve(after earlier: DiagnosticList) -> Resolution {
    collectIDs()
    guard resolveCanvas() else { return .faulty(nil) }
    resolveMedia()
    checkLooks()
    checkProfiles()
    let root = document.tracks.flatMap { resolveSequence($0.value, place: .root, effects: document.effects?.value) }
    let markers = root.map { resolveMarkers(in: $0) }
    let outputs = root.map { resolveOutputs(of: $0) }
    let buses = root.map { resolveBuses(length: $0.length) }
    var timeline = Timeline(
      projectPath: sources.files.first?.path ?? "", canvas: canvas, media: media,
      root: root?.sequence ?? Sequence(tracks: remains, frameCount: 0),
      buses: buses ?? [], markers: markers ?? [], outputs: outputs ?? [])
    timeline.framings = framings
    guard root != nil, markers != nil, outputs != nil, buses != nil else { return .faulty(timeline) }
    return diagnostics.hasErrors || earlier.hasErrors ? .faulty(timeline) : .whole(timeline)
  }

  /// A context for times that belong to the programme or to a sequence.
  func context(length: Time? = nil) -> TimeContext {
    TimeContext(frameRate: canvas.frameRate, sampleRate: canvas.sampleRate, length: length)
  }

  /// Runs exact arithmetic; reports a time that does not fit.
  mutating func exactly<Value>(
    at range: SourceRange, _ compute: (inout Resolver) throws(TimeOverflow) -> Value
  ) -> Value? {
    do {
      return try compute(&self)
    } catch {
      hasOverflown = true
      diagnostics.append(.timeOverflow(at: range))
      return nil
    }
  }
}

/// A sequence whose times are known.
struct ResolvedSequence {
  var sequence: Sequence
  /// The exact length, of which the frame count is the rounding.
  var length: Time
  /// Whether anything in it sounds.
  var hasSound: Bool
  /// Whether anything in it shows.
  var hasPicture: Bool
  /// The items in it, those of nested sequences counted each time they are used.
  var itemCount: Int
  /// The places of the items with an id, also of those in its groups.
  var anchors: [String: Anchor]
  /// The exact span of each of them.
  enum Anchor {
    case span(start: Time, end: Time)
    /// Why it has no single place.
    case ambiguous(String)
    /// Something about it was reported.
    case unknown
  }
}
