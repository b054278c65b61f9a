internal import EDL
internal import Render

/// What goes where when a project is collected: each file's place in the folder, and the texts with
/// their paths written anew.
struct CollectPlan {
  /// A file and its place in the folder.
  struct Copy {
    let source: String
    let target: String
  }

  /// A text of the project and its place in the folder.
  struct Text {
    let target: String
    let text: String
  }

  private(set) var copies: [Copy] = []
  private(set) var texts: [Text] = []
  /// Paths that the project names and that cannot be written anew; a collected project would not find them.
  private(set) var lost: [Diagnostic] = []
  private let home: LexicalPath
  private var places: [LexicalPath: String] = [:]
  private var taken: Set<String> = []

  /// Plans for a project; `texts` are its own files, `values` what is written in them.
  init(
    project: String, texts: [SourceFile], values: [WrittenText], media: [Project.UsedMedia], others: [String],
    sources: SourceMap
  ) {
    home = LexicalPath(project).folder
    let files = media.flatMap(\.files) + others
    // What lies under the project's folder keeps its place, so that hardly a path has to be written anew.
    for path in texts.map(\.path) + files { keepPlace(of: path) }
    for path in texts.map(\.path).dropFirst() { findPlace(of: path, in: "") }
    var folders: [SourceRange: String] = [:]
    for entry in media where entry.isSequence { folders[entry.origin] = placeSequence(entry) }
    for path in files { findPlace(of: path, in: "media/") }
    var seen: Set<LexicalPath> = []
    for path in files where seen.insert(LexicalPath(path)).inserted {
      if let target = places[LexicalPath(path)] { copies.append(Copy(source: path, target: target)) }
    }
    rewrite(texts, values, others, folders, sources)
  }

  // MARK: Places

  private mutating func keepPlace(of path: String) {
    let place = LexicalPath(path)
    guard places[place] == nil, let relative = place.relative(to: home) else { return }
    places[place] = relative
    taken.insert(relative.lowercased())
  }

  private mutating func findPlace(of path: String, in folder: String) {
    let place = LexicalPath(path)
    guard places[place] == nil else { return }
    places[place] = free("\(folder)\(place.name)")
  }

  /// A place that no other file has, also where capitals do not count.
  private mutating func free(_ wanted: String) -> String {
    var candidate = wanted
    var number = 2
    while !taken.insert(candidate.lowercased()).inserted {
      candidate = FilePaths.numbered(wanted, number)
      number += 1
    }
    return candidate
  }

  /// Keeps the stills of a sequence together; gives what its path becomes.
  private mutating func placeSequence(_ entry: Project.UsedMedia) -> String? {
    let isFolder = LocalFiles.kind(of: entry.path) == .folder
    let folder = isFolder ? LexicalPath(entry.path) : LexicalPath(entry.path).folder
    let pattern = isFolder ? "" : "/" + LexicalPath(entry.path).name
    if let inside = folder.relative(to: home) { return inside + pattern }
    guard folder != home else { return LexicalPath(entry.path).name }
    let known = entry.files.compactMap { places[LexicalPath($0)] }.first.map { LocalFiles.split($0).folder }
    let target = known ?? free("media/\(folder.name.isEmpty ? "stills" : folder.name)")
    for file in entry.files {
      guard let name = LexicalPath(file).relative(to: folder) else {
        lose(file, at: entry.origin, "lies outside of its sequence's folder")
        continue
      }
      if places[LexicalPath(file)] == nil { places[LexicalPath(file)] = "\(target)/\(name)" }
    }
    return target + pattern
  }

  private mutating func lose(_ path: String, at range: SourceRange?, _ why: String) {
    lost.append(
      Diagnostic(
        .error, code: "collect.path", "\"\(path)\" \(why), so its path cannot be written anew", at: range,
        notes: [.init("move the file under the project's folder")]))
  }

  // MARK: Texts

  private mutating func rewrite(
    _ files: [SourceFile], _ values: [WrittenText], _ others: [String], _ folders: [SourceRange: String],
    _ sources: SourceMap
  ) {
    var edits: [Int: [(range: SourceRange, text: String)]] = [:]
    var found: Set<LexicalPath> = []
    for value in values where files.indices.contains(value.range.file) {
      let file = files[value.range.file]
      let path = LexicalPath(sources.path(value.value, writtenAt: value.range))
      guard let own = places[LexicalPath(file.path)], let target = folders[value.range] ?? places[path] else {
        continue
      }
      found.insert(path)
      guard !isRight(value.value, in: own, target) else { continue }
      edits[value.range.file, default: []].append((value.range, Self.quoted(LexicalPath.way(from: own, to: target))))
    }
    for other in others.map(LexicalPath.init) {
      let isInside = rewriteInside(other, files, values, &edits)
      if !isInside, !found.contains(other), other.relative(to: home) == nil {
        lose(other.text, at: nil, "is named in a way that is not understood")
      }
    }
    for (index, file) in files.enumerated() {
      guard let own = places[LexicalPath(file.path)] else { continue }
      texts.append(Text(target: own, text: file.edited(edits[index] ?? [])))
    }
  }

  /// Writes a path anew that is part of longer values, such as filter graphs; whether there is one.
  private func rewriteInside(
    _ path: LexicalPath, _ files: [SourceFile], _ values: [WrittenText],
    _ edits: inout [Int: [(range: SourceRange, text: String)]]
  ) -> Bool {
    guard let target = places[path] else { return false }
    var isFound = false
    for value in values where files.indices.contains(value.range.file) {
      let file = files[value.range.file]
      guard let own = places[LexicalPath(file.path)] else { continue }
      let folder = LexicalPath(file.path).folder
      let way = LexicalPath.way(from: folder.text + "/x", to: path.text)
      guard let spelling = [path.text, way].first(where: { Self.hasWord($0, value.value) }), spelling != value.value
      else {
        continue
      }
      isFound = true
      guard !isRight(spelling, in: own, target) else { continue }
      let known = edits[value.range.file]?.firstIndex { $0.range == value.range }
      let before = known.flatMap { edits[value.range.file]?[$0].text } ?? file.part(value.range)
      if let known { edits[value.range.file]?.remove(at: known) }
      let after = Self.replacing(spelling, in: before, with: LexicalPath.way(from: own, to: target))
      edits[value.range.file, default: []].append((value.range, after))
    }
    return isFound
  }

  private static func hasWord(_ word: String, _ text: String) -> Bool { replacing(word, in: text, with: "") != text }

  /// Replaces a path where it stands alone, and not as the end or the beginning of another one.
  private static func replacing(_ path: String, in text: String, with new: String) -> String {
    let isOfPath: (Character?) -> Bool = { $0.map { $0.isLetter || $0.isNumber || "_-./".contains($0) } ?? false }
    let parts = text.split(separator: path, omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(String(parts.first ?? "")) { result, part in
      result + (isOfPath(result.last) || isOfPath(part.first) ? path : new) + part
    }
  }

  /// Whether a path as written leads to the right place from the text's own new place.
  private func isRight(_ written: String, in own: String, _ target: String) -> Bool {
    written == LexicalPath.way(from: own, to: target)
  }

  /// A path in double quotes, which in YAML hold every character; `${` would begin a variable.
  private static func quoted(_ path: String) -> String { JSON.string(path.replacing("${", with: "$${")).line }
}
