internal import MediaTime

/// Finds out whether a path is one file or an image sequence, and which stills that has.
///
/// A name that exists is that file or folder, whatever it looks like: `50% [off]*.png` may be the
/// name of one picture. Only a name that leads to nothing is tried as a pattern and as a glob.
struct StillFinder: Sendable {
  struct Request {
    let document: MediaDocument
    let path: String
    /// The path of the list of times.
    let timesPath: String?

    var written: Located<String> { document.path ?? Located("", at: document.range) }
  }

  let access: FileAccess
  private var listings: [String: [String]] = [:]

  init(access: FileAccess) { self.access = access }

  /// Whether a name is neither a pattern nor a glob.
  static func isPlain(_ text: String) -> Bool { !text.contains { "%*?[".contains($0) } }

  /// Returns what the path stands for, or nil after having reported why it stands for nothing.
  mutating func find(
    _ request: Request, sources: inout SourceMap, diagnostics: inout DiagnosticList
  ) -> MediaEntry.Source? {
    let kind = LocalFiles.kind(of: request.path)
    guard kind != .folder else { return folder(request, &sources, &diagnostics) }
    guard kind == nil, !Self.isPlain(request.written.value) else {
      return file(request, &diagnostics)
    }
    let (folder, name) = LocalFiles.split(request.path)
    if let pattern = NumberPattern(name) {
      return numbered(pattern, in: folder, request, &sources, &diagnostics)
    }
    guard name.contains(where: { "*?[".contains($0) }) else { return file(request, &diagnostics) }
    let names = list(folder).filter { LocalFiles.matches($0, pattern: name) }
    return stills(names, in: folder, request, &sources, &diagnostics)
  }

  private func file(_ request: Request, _ diagnostics: inout DiagnosticList) -> MediaEntry.Source? {
    let document = request.document
    let misfits = [
      ("fps", document.frameRate?.range), ("first", document.first?.range), ("last", document.last?.range),
      ("times", document.times?.range),
    ]
    guard let (name, range) = misfits.first(where: { $0.1 != nil }) else { return .file }
    diagnostics.append(
      Diagnostic(
        .error, code: "media.not-a-sequence",
        "\"\(name)\" is for image sequences, but \"\(request.written.value)\" is one file: remove it, or give a pattern",
        at: range))
    return nil
  }

  private mutating func folder(
    _ request: Request, _ sources: inout SourceMap, _ diagnostics: inout DiagnosticList
  ) -> MediaEntry.Source? {
    let names = list(request.path).filter { Self.stillEndings.contains(Self.ending(of: $0)) }
    return stills(names, in: request.path, request, &sources, &diagnostics)
  }

  private static let stillEndings: Set<String> = [
    "bmp", "dpx", "exr", "gif", "hdr", "jpeg", "jpg", "jxl", "pgm", "png", "pnm", "ppm", "tga", "tif", "tiff", "webp",
  ]

  private static func ending(of name: String) -> String {
    name.split(separator: ".").last.map { $0.lowercased() } ?? ""
  }

  private mutating func list(_ folder: String) -> [String] {
    if let names = listings[folder] { return names }
    let names = LocalFiles.names(in: folder) ?? []
    listings[folder] = names
    return names
  }

  private mutating func numbered(
    _ pattern: NumberPattern, in folder: String, _ request: Request, _ sources: inout SourceMap,
    _ diagnostics: inout DiagnosticList
  ) -> MediaEntry.Source? {
    var names: [Int: String] = [:]
    for name in list(folder) {
      guard let number = pattern.number(in: name) else { continue }
      names[number] = name
    }
    let document = request.document
    let numbers = names.keys.sorted()
    guard let lowest = numbers.first, let highest = numbers.last else {
      diagnostics.append(.noStills(request))
      return nil
    }
    let (first, last) = (document.first?.value ?? lowest, document.last?.value ?? highest)
    guard first <= last else {
      diagnostics.append(
        Diagnostic(
          .error, code: "media.empty-range",
          "\"first\" is \(first) and \"last\" is \(last), which leaves no still: swap them", at: document.first?.range))
      return nil
    }
    let used = numbers.filter { (first...last).contains($0) }
    let gaps = Self.gaps(in: used, from: first, to: last)
    guard gaps.isEmpty else {
      diagnostics.append(.missingStills(gaps, request))
      return nil
    }
    return timed(used.compactMap { names[$0] }.map { LocalFiles.join(folder, $0) }, request, &sources, &diagnostics)
  }

  private static func gaps(in numbers: [Int], from first: Int, to last: Int) -> [ClosedRange<Int>] {
    var gaps: [ClosedRange<Int>] = []
    var expected = first
    for number in numbers + [last + 1] {
      if number > expected { gaps.append(expected...(number - 1)) }
      expected = number + 1
    }
    return gaps
  }

  private func stills(
    _ names: [String], in folder: String, _ request: Request, _ sources: inout SourceMap,
    _ diagnostics: inout DiagnosticList
  ) -> MediaEntry.Source? {
    let document = request.document
    if let (name, range) = [("first", document.first?.range), ("last", document.last?.range)].first(where: {
      $0.1 != nil
    }) {
      diagnostics.append(
        Diagnostic(
          .error, code: "media.not-a-sequence",
          "\"\(name)\" counts the numbers of a pattern such as %04d: remove it, or write a pattern", at: range))
      return nil
    }
    guard !names.isEmpty || request.timesPath != nil else {
      diagnostics.append(.noStills(request))
      return nil
    }
    return timed(names.map { LocalFiles.join(folder, $0) }, request, &sources, &diagnostics)
  }

  /// Gives the stills their times.
  private func timed(
    _ paths: [String], _ request: Request, _ sources: inout SourceMap, _ diagnostics: inout DiagnosticList
  ) -> MediaEntry.Source? {
    let document = request.document
    guard let times = document.times else { return .stills(paths, .rate(document.frameRate?.value)) }
    if let rate = document.frameRate {
      diagnostics.append(
        Diagnostic(
          .error, code: "media.times-and-fps", "\"fps\" and \"times\" both say when stills appear: remove one",
          at: rate.range, notes: [.init("\"times\" is here", at: times.range)]))
      return nil
    }
    switch times.value {
    case .list(let list):
      return StillTimes.pair(paths, with: list, at: times.range, &diagnostics)
    case .file(let written):
      guard let path = request.timesPath else { return nil }
      let reader = StillTimes.Reader(path: path, written: Located(written, at: times.range), access: access)
      let folder = LocalFiles.kind(of: request.path) == .folder ? request.path : LocalFiles.split(request.path).folder
      return reader.read(pairing: paths, in: folder, sources: &sources, diagnostics: &diagnostics)
    }
  }
}

extension Diagnostic {
  fileprivate static func noStills(_ request: StillFinder.Request) -> Diagnostic {
    Diagnostic(
      .error, code: "media.no-stills", "no file is called \"\(request.written.value)\", and no still matches it",
      at: request.written.range, notes: [.init("looked for \"\(request.path)\"")], blame: .media)
  }

  fileprivate static func missingStills(_ gaps: [ClosedRange<Int>], _ request: StillFinder.Request) -> Diagnostic {
    let shown = gaps.prefix(10).map { gap in
      gap.count == 1
        ? "\(gap.lowerBound)"
        : gap.count == 2
          ? "\(gap.lowerBound), \(gap.upperBound)"
          : "\(gap.lowerBound)-\(gap.upperBound)"
    }
    let more = gaps.count > 10 ? " and more" : ""
    return Diagnostic(
      .error, code: "media.missing-stills",
      "\"\(request.written.value)\" lacks the numbers \(shown.joined(separator: ", "))\(more): add the files, or set "
        + "\"first\" and \"last\"", at: request.written.range, blame: .media)
  }
}
