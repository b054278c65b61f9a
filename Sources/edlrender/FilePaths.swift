#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Paths as text, and the way from one to another.
enum FilePaths {
  /// The last part of a path.
  static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

  /// The last part without its ending.
  static func stem(of path: String) -> String {
    let name = name(of: path)
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// The folder that a path is in: `.` for a bare name.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// How a file is called from the folder of another one; absolute when their folders cannot be told.
  static func path(of file: String, seenFrom other: String) -> String {
    if file.hasPrefix("/") || folder(of: other) == "." { return file }
    guard let from = resolved(folder(of: other)), let to = resolved(folder(of: file)) else { return file }
    let shared = zip(from, to).prefix { $0 == $1 }.count
    let up = [String](repeating: "..", count: from.count - shared)
    return (up + to[shared...] + [name(of: file)]).joined(separator: "/")
  }

  private static func resolved(_ folder: String) -> [String]? {
    guard let path = realpath(folder, nil) else { return nil }
    defer { free(path) }
    return String(cString: path).split(separator: "/").map(String.init)
  }
}
