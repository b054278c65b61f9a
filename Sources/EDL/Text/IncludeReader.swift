/// Reads a project file and, depth first, the files that it includes, each once.
struct IncludeReader {
  /// A file that was read.
  struct File {
    let index: Int
    let root: Node
    let entries: [Node.Entry]
  }

  private(set) var sources = SourceMap()
  private(set) var files: [File] = []
  private(set) var diagnostics = DiagnosticList()

  private let access: FileAccess
  /// The project's bytes, instead of what stands at its path.
  private let text: [UInt8]?
  private let overrides: [(name: String, value: String)]
  private var isComplete = true
  private var seen: Set<String> = []
  /// The files that are being read, each included by the one before.
  private var chain: [(resolved: String, path: String)] = []
  private var bytesLeft = YAMLLoader.Limit.bytes
  private static let mostFiles = 256
  private static let deepest = 32

  init(options: Project.Options) {
    access = FileAccess(root: options.root)
    overrides = options.variables
    text = options.text
  }

  /// Reads the project; returns whether all of it could be read.
  mutating func readProject(_ path: String) -> Bool {
    do {
      try read(path, as: access.resolve(path), includedAt: nil)
    } catch {
      refuse(path, error, at: nil)
    }
    return isComplete
  }

  private mutating func read(_ path: String, as resolved: String, includedAt origin: SourceRange?) throws(FileAccess
    .Refusal)
  {
    let bytes: [UInt8]
    if origin == nil, let text { bytes = text } else { bytes = try access.read(resolved, limit: bytesLeft) }
    bytesLeft -= bytes.count
    seen.insert(resolved)
    let index = sources.files.count
    sources.files.append(SourceFile(path: path, yaml: bytes))
    guard let root = YAMLLoader.load(bytes: bytes, file: index, diagnostics: &diagnostics) else {
      isComplete = false
      return
    }
    guard case .mapping(let entries) = root.content else {
      fail(.notMapping(isProject: origin == nil, at: root.range))
      return
    }
    files.append(File(index: index, root: root, entries: entries))
    chain.append((resolved, path))
    for entry in entries where entry.key == "include" { readIncludes(entry, among: entries, index: index) }
    chain.removeLast()
  }

  // MARK: Includes

  private mutating func readIncludes(_ include: Node.Entry, among entries: [Node.Entry], index: Int) {
    var variables = Variables(declaredInEntries: entries, overrides: overrides)
    let paths: [Node]
    switch include.value.content {
    case .sequence(let nodes): paths = nodes
    case .scalar(let scalar): paths = scalar.isNull ? [] : [include.value]
    case .mapping: paths = [include.value]
    }
    for node in paths {
      guard case .scalar = node.content, let text = variables.text(of: node) else {
        if case .scalar = node.content {} else { fail(.includeNotPath(at: node.range)) }
        continue
      }
      readInclude(text, at: node.range)
    }
    if variables.diagnostics.hasErrors { isComplete = false }
    diagnostics.append(contentsOf: variables.diagnostics)
  }

  private mutating func readInclude(_ text: String, at range: SourceRange) {
    let path = sources.path(text, writtenAt: range)
    do {
      let resolved = try access.resolve(path)
      if let start = chain.firstIndex(where: { $0.resolved == resolved }) {
        fail(.includeCycle(chain[start...].map(\.path) + [path], at: range))
        return
      }
      // Two files may well include the same looks: what is read already is merged already.
      guard !seen.contains(resolved) else { return }
      guard files.count < Self.mostFiles, chain.count < Self.deepest else {
        fail(.includeLimit(at: range))
        return
      }
      try read(path, as: resolved, includedAt: range)
    } catch {
      refuse(path, error, at: range)
    }
  }

  // MARK: Refusals

  private mutating func refuse(_ path: String, _ refusal: FileAccess.Refusal, at range: SourceRange?) {
    fail(.unreadable(path, refusal, at: range))
  }

  private mutating func fail(_ diagnostic: Diagnostic) {
    isComplete = false
    diagnostics.append(diagnostic)
  }
}

extension SourceFile {
  /// Creates the text that diagnostics about a YAML file point into: its byte order mark is not
  /// counted, and bytes that are not UTF-8 show as replacement characters.
  init(path: String, yaml bytes: [UInt8]) {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    self.init(path: path, text: String(decoding: text, as: UTF8.self))
  }
}

extension Diagnostic {
  fileprivate static func notMapping(isProject: Bool, at range: SourceRange) -> Diagnostic {
    let what = isProject ? "a project is" : "an included file is"
    return Diagnostic(
      .error, code: "project.not-mapping", "\(what) a mapping of keys to values, like \"edlrender: 1\"", at: range)
  }

  fileprivate static func includeNotPath(at range: SourceRange) -> Diagnostic {
    Diagnostic(.error, code: "include.path", "\"include\" is a list of paths, and this is not a path", at: range)
  }

  fileprivate static func includeCycle(_ chain: [String], at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, code: "include.cycle",
      "the files include each other in a circle: " + chain.map { "\"\($0)\"" }.joined(separator: " → "), at: range)
  }

  fileprivate static func includeLimit(at range: SourceRange) -> Diagnostic {
    Diagnostic(.error, code: "include.limit", "too many files include each other here", at: range)
  }

  fileprivate static func unreadable(_ path: String, _ refusal: FileAccess.Refusal, at range: SourceRange?)
    -> Diagnostic
  {
    let reason =
      switch refusal {
      case .system(let reason): reason
      case .notPlain: "it is not a plain file"
      case .tooLarge: "a project may have \(YAMLLoader.Limit.bytes) bytes in all, and this is too large"
      case .outsideRoot: "it is outside of the folder given with --root"
      }
    let code = refusal == .outsideRoot ? "path.outside-root" : "file.unreadable"
    return Diagnostic(.error, code: code, "cannot read \"\(path)\": \(reason)", at: range)
  }
}
