internal import MediaTime

/// All that the clips of a project read, each once, in the order in which clips name it.
struct MediaCatalog: Sendable {
  private(set) var entries: [MediaEntry] = []
  /// The files to probe, each once.
  private(set) var requests: [MediaRequest] = []
  /// Further files that are read: lists of times.
  private(set) var listPaths: [String] = []

  private let folders: [String]
  private let media: [String: Named<MediaDocument>]
  private let sequences: Set<String>
  private var targets: [String: ClipTarget] = [:]
  private var requested: Set<String> = []
  private var finder: StillFinder
  private let access: FileAccess
  private let isDraft: Bool
  /// What of it is read from standard input.
  private(set) var piped: PipedMedia?
  /// Where standard input is kept for the project.
  private let pipePath: String?

  /// Creates an empty catalog; `folders` are those of the source files, by their index.
  init(
    _ document: ProjectDocument, folders: [String], access: FileAccess, isDraft: Bool = false, pipePath: String? = nil
  ) {
    self.pipePath = pipePath
    self.folders = folders
    self.access = access
    self.isDraft = isDraft
    media = Dictionary((document.media?.value ?? []).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    sequences = Set((document.sequences?.value ?? []).map(\.name))
    finder = StillFinder(access: access)
  }

  /// Reports names that are both of a media entry and of a sequence: a clip could mean either.
  func checkNames(_ document: ProjectDocument, diagnostics: inout DiagnosticList) {
    for sequence in document.sequences?.value ?? [] {
      guard let other = media[sequence.name] else { continue }
      diagnostics.append(
        Diagnostic(
          .error, code: "sequence.name-clash",
          "\"\(sequence.name)\" is the name of a sequence and of a media entry: rename one", at: sequence.nameRange,
          notes: [.init("the media entry is here", at: other.nameRange)]))
    }
  }

  /// Returns what a clip means, if ``add(_:sources:diagnostics:)`` has seen it.
  func target(of clip: Located<String>) -> ClipTarget { targets[key(clip)] ?? .faulty }

  /// Takes in what a clip means.
  mutating func add(_ clip: Located<String>, sources: inout SourceMap, diagnostics: inout DiagnosticList) {
    let key = key(clip)
    guard targets[key] == nil else { return }
    if let named = media[clip.value] {
      targets[key] = add(named.value, name: named.name, &sources, &diagnostics)
    } else if sequences.contains(clip.value) {
      targets[key] = .sequence(clip.value)
    } else {
      var document = MediaDocument(at: clip.range)
      document.path = clip
      targets[key] = isMisspelt(clip, &diagnostics) ? .faulty : add(document, name: clip.value, &sources, &diagnostics)
    }
  }

  // A name means the same everywhere, a path what it is seen from its own file.
  private func key(_ clip: Located<String>) -> String {
    media[clip.value] != nil || sequences.contains(clip.value) ? clip.value : path(clip)
  }

  private func path(_ text: Located<String>) -> String {
    LocalFiles.join(folders.indices.contains(text.range.file) ? folders[text.range.file] : "", text.value)
  }

  private mutating func add(
    _ document: MediaDocument, name: String, _ sources: inout SourceMap, _ diagnostics: inout DiagnosticList
  ) -> ClipTarget {
    if let pipe = document.pipe { return add(document, from: pipe, name: name, &diagnostics) }
    guard !document.isFaulty, let written = document.path else { return .faulty }
    let request = StillFinder.Request(
      document: document, path: path(written), timesPath: document.timesFile.map(path))
    guard let found = finder.find(request, sources: &sources, diagnostics: &diagnostics) else { return .faulty }
    if let timesPath = request.timesPath { listPaths.append(timesPath) }
    let paths =
      switch found {
      case .file: [request.path]
      case .stills(let paths, _): paths
      }
    guard let first = paths.first, paths.allSatisfy({ isAllowed($0, written, &diagnostics) }) else { return .faulty }
    if requested.insert(first).inserted { requests.append(MediaRequest(path: first, origin: written.range)) }
    var entry = MediaEntry(
      name: name, written: written.value, path: first, source: found, origin: written.range,
      colorTags: document.colorTags?.value.tags)
    if let proxy = document.proxy {
      guard case .file = found else {
        diagnostics.append(.proxyOfNoFilm(proxy.range))
        return .faulty
      }
      let path = path(proxy)
      // One that is not made yet may be named.
      guard LocalFiles.kind(of: path) == nil || isAllowed(path, proxy, &diagnostics) else { return .faulty }
      entry.proxy = Located(path, at: proxy.range)
      if isDraft, LocalFiles.kind(of: path) != nil, requested.insert(path).inserted {
        requests.append(MediaRequest(path: path, origin: proxy.range))
      }
    }
    entries.append(entry)
    return .media(entries.count - 1)
  }

  private mutating func add(
    _ document: MediaDocument, from pipe: Located<String>, name: String, _ diagnostics: inout DiagnosticList
  ) -> ClipTarget {
    guard !document.isFaulty, let size = document.size?.value, let format = document.pixelFormat?.value,
      let rate = document.frameRate?.value
    else { return .faulty }
    if let piped {
      diagnostics.append(
        Diagnostic(
          .error, code: "media.second-pipe",
          "standard input is read already: give this one a file, or let both clips name one entry", at: pipe.range,
          notes: [.init("it is read here", at: piped.origin)]))
      return .faulty
    }
    guard let pipePath else {
      diagnostics.append(
        Diagnostic(
          .error, code: "media.pipe", "nothing is read from standard input here: give a file", at: pipe.range,
          blame: .media))
      return .faulty
    }
    piped = PipedMedia(path: pipePath, size: size, pixelFormat: format, frameRate: rate, origin: pipe.range)
    requests.append(MediaRequest(path: pipePath, origin: pipe.range))
    entries.append(
      MediaEntry(
        name: name, written: pipe.value, path: pipePath, source: .file, origin: pipe.range,
        colorTags: document.colorTags?.value.tags))
    return .media(entries.count - 1)
  }

  /// A word that names nothing is more likely a misspelt name than a file.
  private func isMisspelt(_ clip: Located<String>, _ diagnostics: inout DiagnosticList) -> Bool {
    let looksLikePath = clip.value.contains("/") || clip.value.contains(".")
    let near = closestMatch(to: clip.value, in: media.keys.sorted() + sequences.sorted())
    guard near != nil || !looksLikePath, LocalFiles.kind(of: path(clip)) == nil, StillFinder.isPlain(clip.value),
      !clip.value.contains("/")
    else { return false }
    let advice = near.map { "did you mean \"\($0)\"?" } ?? "name it under \"media\", or write the path of a file"
    diagnostics.append(
      Diagnostic(
        .error, code: "clip.unknown", "no media entry, sequence or file is called \"\(clip.value)\": \(advice)",
        at: clip.range, fixIts: near.map { [.init("write \"\($0)\"", replacing: clip.range, with: $0)] } ?? []))
    return true
  }

  /// The path of a file that an item needs besides media, if it is there and may be read.
  func localFile(_ written: Located<String>, diagnostics: inout DiagnosticList) -> String? {
    let path = path(written)
    guard isAllowed(path, written, &diagnostics) else { return nil }
    guard LocalFiles.kind(of: path) == .file else {
      let (folder, name) = LocalFiles.split(path)
      let near = closestMatch(to: name, in: LocalFiles.names(in: folder) ?? [])
      let fix = near.map { LocalFiles.join(LocalFiles.split(written.value).folder, $0) }
      diagnostics.append(
        Diagnostic(
          .error, code: "media.not-found", "\"\(path)\" does not exist", at: written.range,
          fixIts: fix.map { [.init("write \"\($0)\"", replacing: written.range, with: $0)] } ?? [], blame: .media))
      return nil
    }
    return path
  }

  /// Only plain local files are opened, and with a root only those below it.
  private func isAllowed(_ path: String, _ written: Located<String>, _ diagnostics: inout DiagnosticList) -> Bool {
    switch LocalFiles.kind(of: path) {
    case .file: break
    case .folder, .other:
      diagnostics.append(
        Diagnostic(
          .error, code: "path.not-a-file", "\"\(LocalFiles.split(path).name)\" is not a plain file: give a media file",
          at: written.range))
      return false
    case nil:
      // Probing will say that it does not exist, unless it was meant for something else.
      guard let scheme = Self.scheme(of: written.value) else { return true }
      diagnostics.append(
        Diagnostic(
          .error, code: "path.not-local",
          "\"\(written.value)\" is not a local file: \"\(scheme)\" is not opened, only files are; download it first",
          at: written.range))
      return false
    }
    do {
      _ = try access.resolve(path)
      return true
    } catch {
      guard error == .outsideRoot else { return true }
      diagnostics.append(
        Diagnostic(
          .error, code: "path.outside-root",
          "\"\(written.value)\" is outside the folder given by --root: move it there, or allow a higher folder",
          at: written.range))
      return false
    }
  }

  /// The scheme of a text that FFmpeg would take for something else than a file's name.
  private static func scheme(of text: String) -> String? {
    let scheme = text.prefix { $0.isLetter || $0.isNumber || $0 == "+" || $0 == "-" }
    guard !scheme.isEmpty else { return nil }
    let rest = text.dropFirst(scheme.count)
    if rest.hasPrefix("://") { return "\(scheme)://" }
    let tricks: Set<String> = [
      "async", "cache", "concat", "concatf", "crypto", "data", "fd", "file", "http", "https", "ftp", "hls", "md5",
      "pipe",
      "rtmp", "rtp", "rtsp", "subfile", "tee", "udp", "tcp", "tls", "unix",
    ]
    guard rest.hasPrefix(":") || rest.hasPrefix(","), tricks.contains(scheme.lowercased()) else { return nil }
    return "\(scheme)\(rest.prefix(1))"
  }
}

extension Diagnostic {
  /// A proxy stands beside something else than a film.
  static func proxyOfNoFilm(_ range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, code: "proxy.no-film", "a proxy is a smaller copy of a film, and this is none: remove it", at: range)
  }
}

extension MediaDocument {
  /// The file of times as written, with its place.
  var timesFile: Located<String>? {
    guard let times, case .file(let path) = times.value else { return nil }
    return Located(path, at: times.range)
  }
}
