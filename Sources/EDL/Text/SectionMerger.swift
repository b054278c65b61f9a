/// Merges the sections of included files into the project's mapping.
struct SectionMerger {
  private(set) var diagnostics = DiagnosticList()
  private let sources: SourceMap
  private static let sections = ["media", "looks", "sequences", "buses", "vars", "profiles"]

  init(sources: SourceMap) { self.sources = sources }

  /// Returns the project's root with every included section's entries behind its own, or nil when
  /// a name is defined twice or an included file says more than it may.
  mutating func merge(_ project: IncludeReader.File, with includes: some Collection<IncludeReader.File>) -> Node? {
    guard !includes.isEmpty else { return project.root }
    for file in includes { checkKeys(of: file, against: project) }
    var entries = project.entries
    for section in Self.sections {
      let added = includes.flatMap { file in file.entries.filter { $0.key == section } }
      guard let first = added.first else { continue }
      let index = entries.firstIndex { $0.key == section }
      let own = index.map { entries[$0] }
      guard let merged = merge(section, own: own, added: added) else { continue }
      let whole = Node.Entry(
        key: section, keyRange: (own ?? first).keyRange,
        value: Node(.mapping(merged), at: (own ?? first).value.range))
      if let index { entries[index] = whole } else { entries.append(whole) }
    }
    return diagnostics.hasErrors ? nil : Node(.mapping(entries), at: project.root.range)
  }

  private mutating func checkKeys(of file: IncludeReader.File, against project: IncludeReader.File) {
    for entry in file.entries where !entry.key.hasPrefix("x-") && entry.key != "include" {
      guard !Self.sections.contains(entry.key) else { continue }
      if entry.key == "edlrender", let own = project.entries.first(where: { $0.key == "edlrender" }),
        own.value.scalarText == entry.value.scalarText
      {
        continue
      }
      let near = closestMatch(to: entry.key, in: Self.sections)
      diagnostics.append(.includeKey(entry, sections: Self.sections, near: near))
    }
  }

  private mutating func merge(_ section: String, own: Node.Entry?, added: [Node.Entry]) -> [Node.Entry]? {
    var merged: [Node.Entry] = []
    var places: [String: SourceRange] = [:]
    for part in (own.map { [$0] } ?? []) + added {
      switch part.value.content {
      case .mapping(let entries):
        for entry in entries {
          if let first = places[entry.key] {
            diagnostics.append(conflict(section, entry, first: first))
            continue
          }
          places[entry.key] = entry.keyRange
          merged.append(entry)
        }
      case .scalar(let scalar) where scalar.isNull: break
      case .scalar, .sequence: diagnostics.append(.sectionNotMapping(section, at: part.value.range))
      }
    }
    return merged
  }

  private func conflict(_ section: String, _ entry: Node.Entry, first: SourceRange) -> Diagnostic {
    let place = sources.files.indices.contains(first.file) ? sources.files[first.file].path : "another file"
    return .includeConflict(section, entry, place: "\(place):\(first.start.line)", first: first)
  }
}

extension Node {
  /// The raw text of a scalar, nil for anything else.
  package var scalarText: String? {
    guard case .scalar(let scalar) = content else { return nil }
    return scalar.text
  }
}

extension Diagnostic {
  fileprivate static func includeKey(_ entry: Node.Entry, sections: [String], near: String?) -> Diagnostic {
    let hint = near.map { "; did you mean \"\($0)\"?" } ?? ""
    return Diagnostic(
      .error, code: "include.key",
      "an included file cannot have \"\(entry.key)\", only \(sections.joined(separator: ", "))\(hint)",
      at: entry.keyRange,
      fixIts: near.map { [FixIt("write \"\($0)\"", replacing: entry.keyRange, with: $0)] } ?? [])
  }

  fileprivate static func sectionNotMapping(_ section: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, code: "include.section", "\"\(section)\" is a mapping of names, and this is not", at: range)
  }

  fileprivate static func includeConflict(
    _ section: String, _ entry: Node.Entry, place: String, first: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .error, code: "include.conflict",
      "\"\(entry.key)\" is in \"\(section)\" of two files: here and in \(place)", at: entry.keyRange,
      notes: [Note("\"\(entry.key)\" is first given here", at: first)])
  }
}
