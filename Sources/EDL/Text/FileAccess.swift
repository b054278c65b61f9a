#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Reads small plain files, and knows which files may be read at all.
package struct FileAccess: Sendable {
  /// Why a file is not read.
  package enum Refusal: Error, Hashable, Sendable {
    /// The system said no; its reason.
    case system(String)
    /// A folder, a device, a pipe: not a plain file.
    case notPlain
    /// More bytes than asked for at most.
    case tooLarge
    /// Outside of the only folder that may be read.
    case outsideRoot
  }

  /// The only folder that may be read, symbolic links resolved; nil allows all.
  private let root: String?

  /// Creates access to files under a folder, or to all files.
  ///
  /// A root that does not exist lets nothing be read.
  package init(root: String?) {
    self.root = root.map { Self.resolve($0) ?? "/\0" }
  }

  /// Returns the absolute path behind all symbolic links, if it may be read.
  package func resolve(_ path: String) throws(Refusal) -> String {
    guard !path.utf8.contains(0) else { throw .system("the path holds a NUL character") }
    guard let resolved = Self.resolve(path) else { throw .system(Self.reason(errno)) }
    guard let root, resolved != root, !resolved.hasPrefix(root == "/" ? "/" : root + "/") else { return resolved }
    throw .outsideRoot
  }

  /// Reads a whole file of at most `limit` bytes.
  package func read(_ path: String, limit: Int) throws(Refusal) -> [UInt8] {
    let resolved = try resolve(path)
    // Before opening, because opening alone can make a device act; after it, because it may change.
    var status = stat()
    guard stat(resolved, &status) == 0 else { throw .system(Self.reason(errno)) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notPlain }
    let descriptor = open(resolved, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .system(Self.reason(errno)) }
    defer { close(descriptor) }
    guard fstat(descriptor, &status) == 0 else { throw .system(Self.reason(errno)) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notPlain }
    guard status.st_size <= limit else { throw .tooLarge }
    return try Self.readAll(descriptor, expecting: Int(status.st_size), limit: limit)
  }

  private static func readAll(_ descriptor: Int32, expecting size: Int, limit: Int) throws(Refusal) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let capacity = buffer.count
      let count = buffer.withUnsafeMutableBytes { systemRead(descriptor, $0.baseAddress, capacity) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .system(reason(errno)) }
      guard count > 0 else { return bytes }
      bytes.append(contentsOf: buffer[..<count])
      // The file may grow while it is read.
      guard bytes.count <= limit else { throw .tooLarge }
    }
  }

  private static func resolve(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func reason(_ code: Int32) -> String {
    guard let text = strerror(code) else { return "error \(code)" }
    return String(cString: text)
  }
}

// Within the type, `read` means its own method.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}
