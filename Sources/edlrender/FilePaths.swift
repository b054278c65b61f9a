internal import EDL

/// Paths as text, and the way from one to another.
enum FilePaths {
  /// The last part of a path.
  static func name(of path: String) -> String { LocalFiles.split(path).name }

  /// The last part without its ending.
  static func stem(of path: String) -> String {
    let name = name(of: path)
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// The ending in lower case, without its dot; empty where there is none.
  static func ending(of path: String) -> String {
    let name = name(of: path)
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }

  /// A path whose last part has another ending.
  static func replacingEnding(of path: String, with ending: String) -> String {
    path.dropLast(name(of: path).count) + stem(of: path) + "." + ending
  }

  /// The path with a word before its ending: `out/film.draft.mp4`.
  static func inserted(_ word: String, into path: String) -> String {
    let ending = String(name(of: path).dropFirst(stem(of: path).count))
    return "\(path.dropLast(ending.count)).\(word)\(ending)"
  }

  /// The path with a number before its ending: `media/clip-2.mov`.
  static func numbered(_ path: String, _ number: Int) -> String {
    let ending = String(name(of: path).dropFirst(stem(of: path).count))
    return "\(path.dropLast(ending.count))-\(number)\(ending)"
  }

  /// How a file is called from the folder of another one.
  static func path(of file: String, seenFrom other: String) -> String {
    let folder = LocalFiles.split(other).folder
    if file.hasPrefix("/") || folder.isEmpty || folder == "." { return file }
    let from = resolved(folder)
    let to = resolved(LocalFiles.split(file).folder)
    let shared = zip(from, to).prefix { $0 == $1 }.count
    let up = [Substring](repeating: "..", count: from.count - shared)
    return (up + to[shared...] + [name(of: file)[...]]).joined(separator: "/")
  }

  private static func resolved(_ folder: String) -> [Substring] {
    LocalFiles.realPath(ofMaybeMissing: folder).split(separator: "/")
  }
}
