#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Looks at names in folders; opens no file.
package enum LocalFiles {
  /// What a path leads to, symbolic links followed.
  package enum Kind {
    case file
    case folder
    /// A device, a pipe, a socket.
    case other
  }

  /// Returns what a path leads to, nil if to nothing.
  package static func kind(of path: String) -> Kind? {
    var status = stat()
    guard !path.utf8.contains(0), stat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    default: return .other
    }
  }

  /// Returns the names in a folder in natural order, hidden ones left out; nil if it cannot be read.
  package static func names(in folder: String) -> [String]? {
    guard let stream = opendir(folder.isEmpty ? "." : folder) else { return nil }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted(by: NaturalOrder.isBefore)
  }

  /// Whether a name matches a shell pattern of `*`, `?` and `[…]`.
  static func matches(_ name: String, pattern: String) -> Bool { fnmatch(pattern, name, FNM_PERIOD) == 0 }

  /// Returns the path behind all symbolic links, also of a file that does not exist yet: then the
  /// part of it that does is followed, and the rest is appended with its `..` taken away.
  package static func realPath(ofMaybeMissing path: String) -> String {
    var missing: [Substring] = []
    var known = path.isEmpty ? "." : path
    while true {
      if let resolved = realpath(known, nil) {
        defer { free(resolved) }
        let base = String(cString: resolved)
        return missing.reversed().reduce(base) { join($0, String($1)) }
      }
      let (folder, name) = split(known)
      guard !name.isEmpty else { return known }
      if name == ".." {
        let base = normalized(join(realPath(ofMaybeMissing: folder), ".."))
        return missing.reversed().reduce(base) { join($0, String($1)) }
      }
      if name != "." { missing.append(name[...]) }
      known = folder.isEmpty ? "." : folder
    }
  }

  /// Returns a path seen from a folder: itself if it is absolute.
  package static func join(_ folder: String, _ path: String) -> String {
    if path.hasPrefix("/") || folder.isEmpty || folder == "." { return path }
    return folder.hasSuffix("/") ? folder + path : "\(folder)/\(path)"
  }

  /// Splits a path into its folder and its last name; trailing slashes do not count.
  package static func split(_ path: String) -> (folder: String, name: String) {
    var bytes = Array(path.utf8)[...]
    while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else {
      return ("", String(decoding: bytes, as: UTF8.self))
    }
    let name = String(decoding: bytes[(slash + 1)...], as: UTF8.self)
    return (slash == 0 ? "/" : String(decoding: bytes[..<slash], as: UTF8.self), name)
  }

  /// The ending of a file's name in lower case, without the dot; empty when it has none.
  package static func ending(of path: String) -> String {
    let name = split(path).name
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }

  private static func normalized(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }
}
