#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// What the command itself has to know about files.
enum FileFacts {
  /// Whether there is anything at a path.
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Whether a path leads to a folder.
  static func isFolder(_ path: String) -> Bool { mode(path).map { $0 & S_IFMT == S_IFDIR } ?? false }

  /// Whether two paths lead to the same file.
  static func isSame(_ path: String, as other: String) -> Bool {
    var first = stat()
    var second = stat()
    guard stat(path, &first) == 0, stat(other, &second) == 0 else { return false }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  /// The regular files under a folder and its folders, hidden ones left out, in natural order.
  static func files(under folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    return names.sorted(by: isNaturallyBefore).flatMap { name in
      let path = prefix + name
      guard let mode = mode(path, followsLinks: false) else { return [String]() }
      if mode & S_IFMT == S_IFDIR { return files(under: path) }
      return isFolder(path) ? [] : [path]
    }
  }

  /// Orders `shot2` before `shot10`: runs of digits count as numbers.
  static func isNaturallyBefore(_ lhs: String, _ rhs: String) -> Bool {
    let (left, right) = (pieces(lhs), pieces(rhs))
    for (one, other) in zip(left, right) where one != other {
      guard let first = one.first, let second = other.first, first.isNumber, second.isNumber else {
        return one < other
      }
      let (short, long) = (one.drop { $0 == "0" }, other.drop { $0 == "0" })
      if short.count != long.count { return short.count < long.count }
      return short == long ? one.count < other.count : short < long
    }
    return left.count < right.count
  }

  /// Splits into runs of digits and runs of anything else.
  private static func pieces(_ text: String) -> [String] {
    var result: [String] = []
    for character in text {
      let isDigit = character.isASCII && character.isNumber
      if let last = result.last?.last, (last.isASCII && last.isNumber) == isDigit {
        result[result.count - 1].append(character)
      } else {
        result.append(String(character))
      }
    }
    return result
  }

  private static func mode(_ path: String, followsLinks: Bool = true) -> mode_t? {
    var facts = stat()
    return (followsLinks ? stat(path, &facts) : lstat(path, &facts)) == 0 ? facts.st_mode : nil
  }
}
