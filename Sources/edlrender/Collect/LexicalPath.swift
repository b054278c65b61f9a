internal import EDL

/// Absolute paths by their text alone: `..` takes a name away, symbolic links are not followed.
///
/// Where a link leads is a matter of this machine; in a collected project the file itself lies at
/// the place by which the project calls it.
struct LexicalPath: Hashable {
  private(set) var parts: [String]

  init(_ path: String) {
    let whole = path.hasPrefix("/") ? path : LocalFiles.join(LocalFiles.realPath(ofMaybeMissing: "."), path)
    parts = []
    for part in whole.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(String(part)) }
    }
  }

  /// The path in a folder; nil when it is elsewhere.
  func relative(to folder: LexicalPath) -> String? {
    guard parts.starts(with: folder.parts), parts.count > folder.parts.count else { return nil }
    return parts.dropFirst(folder.parts.count).joined(separator: "/")
  }

  var text: String { "/" + parts.joined(separator: "/") }
  var name: String { parts.last ?? "" }
  var folder: LexicalPath {
    var folder = self
    _ = folder.parts.popLast()
    return folder
  }

  /// How one relative path is called from the folder of another one.
  static func way(from file: String, to target: String) -> String {
    let from = file.split(separator: "/").dropLast()
    let to = target.split(separator: "/")
    let shared = zip(from, to.dropLast()).prefix { $0 == $1 }.count
    let up = Array(repeating: "..", count: from.count - shared)
    return (up + to.dropFirst(shared).map(String.init)).joined(separator: "/")
  }
}
