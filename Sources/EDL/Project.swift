/// A project file, read and checked as far as its text alone allows.
///
/// The way of a project: ``load(path:options:sources:diagnostics:)``, then probe ``mediaRequests``,
/// then ``resolve(media:diagnostics:)``. Each step adds all that it finds to the diagnostics and
/// goes on as far as it can.
public struct Project: Sendable {
  /// What the caller adds to the file.
  public struct Options: Sendable {
    /// `--set name=value`, in order; a later one wins.
    public var variables: [(name: String, value: String)]
    /// Whether an edge off the frame grid is an error instead of a warning.
    public var isStrict: Bool
    /// The only folder that may be read, symbolic links resolved; nil allows all.
    public var root: String?
    /// Folders besides the project's that outputs may stand in (`--allow`).
    public var allowedFolders: [String]
    /// Where the output goes instead of the path in the file (`-o`), which then may be anywhere.
    public var outputPath: String?
    /// Whether films that have a proxy are read from it (`--draft`).
    public var isDraft: Bool

    /// The project file's bytes, when they are not what stands at its path: a text not saved yet.
    public var text: [UInt8]?

    /// The path of the file in which the caller keeps what standard input holds, for a project that reads
    /// it (``Project/pipedMedia``); nil where nothing is read from it.
    public var pipePath: String?

    /// Creates options.
    public init(
      variables: [(name: String, value: String)] = [], isStrict: Bool = false, root: String? = nil,
      allowedFolders: [String] = [], outputPath: String? = nil, isDraft: Bool = false
    ) {
      self.variables = variables
      self.isStrict = isStrict
      self.root = root
      self.allowedFolders = allowedFolders
      self.outputPath = outputPath
      self.isDraft = isDraft
    }
  }

  /// The texts that the project was read from, for printing diagnostics.
  public let sources: SourceMap
  /// The files to probe before ``resolve(media:diagnostics:)``, each once, in the programme's order.
  public var mediaRequests: [MediaRequest] { catalog.requests }

  /// What the caller must write to its path before probing: bare pictures on standard input.
  public var pipedMedia: PipedMedia? { catalog.piped }

  /// What the programme's clips read, each media entry or path once.
  public var usedMedia: [UsedMedia] {
    catalog.entries.map { entry in
      let files =
        switch entry.source {
        case .file: [entry.path]
        case .stills(let stills, _): stills
        }
      let isSequence = if case .stills = entry.source { true } else { false }
      return UsedMedia(
        written: entry.written, origin: entry.origin, path: sources.path(entry.written, writtenAt: entry.origin),
        files: files, isSequence: isSequence)
    }
  }

  /// Lists of times that the programme's sequences read.
  public var timeLists: [String] { catalog.listPaths }

  /// The names under `media` that no clip uses.
  public var unusedMedia: [String] {
    let used = Set(catalog.entries.map(\.name))
    return (document.media?.value ?? []).map(\.name).filter { !used.contains($0) }
  }

  /// A media entry, or a path that a clip names itself.
  public struct UsedMedia: Sendable {
    /// The path, pattern, glob or folder as written.
    public let written: String
    /// Where it is written.
    public let origin: SourceRange
    /// The same, seen from the current directory.
    public let path: String
    /// The files behind it.
    public let files: [String]
    /// Whether they are the stills of a sequence.
    public let isSequence: Bool
  }

  private let document: ProjectDocument
  private let catalog: MediaCatalog
  private let options: Options
  /// What was found while reading: with errors the timeline is resolved for its findings alone.
  private let findings: DiagnosticList

  /// Reads a project file and what it includes, and looks at the names of the files it needs.
  ///
  /// `sources` receives every text that was read, also when nil is returned: diagnostics point into
  /// them. Nil means that there is nothing to go on with; an error alone does not.
  public static func load(
    path: String, options: Options = Options(), sources: inout SourceMap, diagnostics: inout DiagnosticList
  ) -> Project? {
    var findings = DiagnosticList()
    defer { diagnostics.append(contentsOf: findings) }
    guard let text = ProjectText.load(path: path, options: options, sources: &sources, diagnostics: &findings),
      let document = ProjectDocument.table.decode(text.root, "project", &findings)
    else { return nil }
    return Project(document, sources: &sources, options: options, findings: &findings)
  }

  /// Reads a project file; see ``load(path:options:sources:diagnostics:)``, which also hands out
  /// the texts when there is no project.
  public static func load(
    path: String, options: Options = Options(), diagnostics: inout DiagnosticList
  ) -> Project? {
    var sources = SourceMap()
    return load(path: path, options: options, sources: &sources, diagnostics: &diagnostics)
  }

  init(
    _ document: ProjectDocument, sources: inout SourceMap, options: Options, findings: inout DiagnosticList
  ) {
    let folders = sources.files.indices.map { sources.directory(ofFile: $0) }
    var catalog = MediaCatalog(
      document, folders: folders, access: FileAccess(root: options.root), isDraft: options.isDraft,
      pipePath: options.pipePath)
    catalog.checkNames(document, diagnostics: &findings)
    document.forEachMedia { catalog.add($0, sources: &sources, diagnostics: &findings) }
    self.document = document
    self.catalog = catalog
    self.sources = sources
    self.options = options
    self.findings = findings
  }

  /// Works out the whole timeline from the facts of the media, by the path of each request.
  ///
  /// Nil when there is any error, also one from loading.
  public func resolve(media: [String: ProbeResult], diagnostics: inout DiagnosticList) -> Timeline? {
    guard case .whole(let timeline) = resolution(media: media, diagnostics: &diagnostics) else { return nil }
    return timeline
  }

  /// Works out the timeline as far as it is known: where there are errors, to look for more of them.
  public func resolution(media: [String: ProbeResult], diagnostics: inout DiagnosticList) -> Resolution {
    var resolver = Resolver(document: document, catalog: catalog, sources: sources, options: options, probes: media)
    let resolution = resolver.resolve(after: findings)
    diagnostics.append(contentsOf: resolver.diagnostics)
    return resolution
  }
}

/// What a project's text and the facts of its media come to.
public enum Resolution: Sendable {
  /// A timeline without an error.
  case whole(Timeline)
  /// Something is wrong: what remains when all that is faulty is left out, if anything does. It is
  /// not to be rendered; what else is wrong with it can be told at once.
  case faulty(Timeline?)
}
