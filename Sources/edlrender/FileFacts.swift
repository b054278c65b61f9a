internal import EDL

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// What the command itself has to know about files.
enum FileFacts {
  /// Whether there is anything at a path.
  static func exists(_ path: String) -> Bool { LocalFiles.kind(of: path) != nil }

  /// The bytes of a file; nil where there is none.
  static func size(of path: String) -> Int? {
    var facts = stat()
    return stat(path, &facts) == 0 ? Int(facts.st_size) : nil
  }

  /// Whether two paths lead to the same file.
  static func isSame(_ path: String, as other: String) -> Bool {
    var first = stat()
    var second = stat()
    guard stat(path, &first) == 0, stat(other, &second) == 0 else { return false }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  /// The plain files under a folder and its folders in natural order; hidden ones are left out, and
  /// links to folders are not followed, since they may lead in a circle.
  static func files(under folder: String) -> [String] {
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    return (LocalFiles.names(in: folder) ?? []).flatMap { name -> [String] in
      let path = prefix + name
      switch LocalFiles.kind(of: path) {
      case .file: return [path]
      case .folder: return isLink(path) ? [] : files(under: path)
      case .other, nil: return []
      }
    }
  }

  private static func isLink(_ path: String) -> Bool {
    var facts = stat()
    return lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFLNK
  }
}
