internal import AV
internal import EDL
internal import Foundation

/// Names for the files of two timelines by which equal contents have equal names.
///
/// The same file is itself. Other files are read only where one of the other side has their size:
/// then the digest of their bytes is their name.
struct FileNames {
  private var names: [String: String] = [:]

  init(_ old: Set<String>, _ new: Set<String>) {
    let (old, new) = (Self.resolved(old), Self.resolved(new))
    let shared = Set(old.values).intersection(new.values)
    let sizes = [old, new].map { side in
      Set(side.values.filter { !shared.contains($0) }.map(Self.size))
    }
    for (path, file) in old.merging(new, uniquingKeysWith: { first, _ in first }) {
      let size = Self.size(file)
      let isAlone = shared.contains(file) || !sizes[0].contains(size) || !sizes[1].contains(size)
      names[path] = isAlone ? file : Self.digest(file).map { "sha256:\($0)" } ?? file
    }
  }

  /// The name of a file.
  func callAsFunction(_ path: String) -> String { names[path] ?? path }

  /// A text in which the paths of files are their names.
  func replaced(in text: String, _ paths: [String]) -> String {
    paths.reduce(text) { $0.replacingOccurrences(of: $1, with: self($1)) }
  }

  private static func resolved(_ paths: Set<String>) -> [String: String] {
    Dictionary(uniqueKeysWithValues: paths.map { ($0, LocalFiles.realPath(ofMaybeMissing: $0)) })
  }

  private static func size(_ path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : -1
  }

  /// The SHA-256 of a file's bytes; nil where it cannot be read.
  static func digest(_ path: String) -> String? {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    var digest = Digest()
    defer { try? file.close() }
    while let data = try? file.read(upToCount: 1 << 20), !data.isEmpty {
      data.withUnsafeBytes { digest.update($0) }
    }
    return digest.finish()
  }
}

extension Timeline {
  /// Every file that pictures and sound are made of; effects are to be prepared.
  var contentFiles: Set<String> {
    var paths = Set(FilterFiles.paths(self))
    for media in media {
      switch media.source {
      case .file(let path): paths.insert(path)
      case .stills(let frames, _): paths.formUnion(frames.map(\.path))
      }
    }
    root.forEachItem { item in
      if case .drawing(.title(let title)) = item.content, let file = title.font.file { paths.insert(file) }
    }
    return paths
  }
}

extension Sequence {
  /// Calls for every item, those inside others too.
  func forEachItem(_ body: (Item) -> Void) {
    for item in tracks.lazy.flatMap(\.items) {
      body(item)
      if case .sequence(let inner) = item.content { inner.forEachItem(body) }
    }
  }
}
