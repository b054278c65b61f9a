internal import AV
internal import EDL
internal import Foundation

/// The files of a stream on their way to their names.
///
/// All are written into a hidden folder beside the stream. Each is called by a digest of what is in it, so that one
/// of another render is never written over: an older stream stays whole until its list, which comes last, is
/// replaced by one atomic rename. Only then is removed what nothing names any more.
final class StreamFolder {
  private let plan: StreamPlan
  /// Where everything is until it is complete.
  let staging: String
  private var pieces: [String] = []

  init(_ plan: StreamPlan, at path: String) throws(SystemError) {
    self.plan = plan
    let url = URL(fileURLWithPath: path)
    staging = url.deletingLastPathComponent().appendingPathComponent(".\(url.lastPathComponent).part").path
    // What a crash left.
    discard()
    guard mkdir(staging, 0o777) == 0 else { throw SystemError(operation: "mkdir") }
  }

  /// Removes everything that has not got its name.
  func discard() { try? FileManager.default.removeItem(atPath: staging) }

  // MARK: Pieces

  /// Takes stretches of a file as pieces, and the file away.
  func cut(_ path: String, _ stretches: [(name: String, bytes: Range<Int>)]) throws(SystemError) -> [String] {
    let file = open(path, O_RDWR | O_CLOEXEC)
    guard file >= 0 else { throw SystemError(operation: "open") }
    defer { close(file) }
    var names: [String] = []
    // From the last to the first, so that the disk never holds more than one piece twice.
    for (name, bytes) in stretches.reversed() {
      names.append(try piece(name, of: file, bytes))
      guard ftruncate(file, off_t(bytes.lowerBound)) == 0 else { throw SystemError(operation: "ftruncate") }
    }
    unlink(path)
    return names.reversed()
  }

  /// Adds a text as a piece; its name.
  func add(_ text: String, name: String) throws(SystemError) -> String {
    let writer = try PieceWriter(folder: staging)
    try writer.add(Array(text.utf8))
    return keep(try writer.finish(name: name))
  }

  private func piece(_ name: String, of file: Int32, _ bytes: Range<Int>) throws(SystemError) -> String {
    let writer = try PieceWriter(folder: staging)
    var place = bytes.lowerBound
    while place < bytes.upperBound {
      let part = try PlacedBytes.read(min(1 << 20, bytes.upperBound - place), from: file, at: place)
      guard !part.isEmpty else { throw SystemError(operation: "pread", code: EIO) }
      try writer.add(part)
      place += part.count
    }
    return keep(try writer.finish(name: name))
  }

  private func keep(_ name: String) -> String {
    pieces.append(name)
    return name
  }

  // MARK: Names

  /// Gives all pieces their names, then the lists theirs, and removes what no list names any more.
  ///
  /// `lists` has the text of each list of the plan; the one that players begin with, the first, is the last to be
  /// replaced.
  func publish(_ lists: [String]) throws(SystemError) {
    for (manifest, text) in zip(plan.manifests, lists) {
      try Self.write(Array(text.utf8), to: "\(staging)/\(Self.name(of: manifest.path))")
    }
    guard mkdir(plan.folder, 0o777) == 0 || errno == EEXIST else { throw SystemError(operation: "mkdir") }
    let before = Set(LocalFiles.names(in: plan.folder) ?? [])
    var replaced = 0
    do throws(SystemError) {
      for piece in pieces { try Self.rename("\(staging)/\(piece)", "\(plan.folder)/\(piece)") }
      for manifest in plan.manifests.reversed() {
        try Self.rename("\(staging)/\(Self.name(of: manifest.path))", manifest.path)
        replaced += 1
      }
    } catch {
      if replaced == 0 {
        for piece in pieces where !before.contains(piece) { unlink("\(plan.folder)/\(piece)") }
        rmdir(plan.folder)
      }
      throw error
    }
    discard()
    removeLeftovers()
  }

  /// Removes pieces of older renders, unless a list of the same name that is not written any more still names them.
  private func removeLeftovers() {
    var kept = Set(pieces)
    let written = plan.manifests.map(\.path)
    let lists = Streaming.Manifest.allCases.map { "\(plan.folder).\($0.rawValue)" }.filter { !written.contains($0) }
    for list in lists { kept.formUnion(piecesNamed(in: list)) }
    for name in LocalFiles.names(in: plan.folder) ?? [] where Self.isPiece(name) && !kept.contains(name) {
      unlink("\(plan.folder)/\(name)")
    }
  }

  /// The pieces that a list names, and those that are named in them.
  private func piecesNamed(in list: String) -> Set<String> {
    guard let bytes = try? Data(contentsOf: URL(fileURLWithPath: list)) else { return [] }
    let words = String(decoding: bytes, as: UTF8.self).split { "\"/\n<>= ".contains($0) }
    var found: Set<String> = []
    for word in words.map(String.init) where Self.isPiece(word) {
      found.insert(word)
      if word.hasSuffix(".m3u8") { found.formUnion(piecesNamed(in: "\(plan.folder)/\(word)")) }
    }
    return found
  }

  /// Whether a name is one that pieces have: `720p-00001-0123456789abcdef.m4s`.
  private static func isPiece(_ name: String) -> Bool {
    guard let dot = name.lastIndex(of: "."), ["m4s", "mp4", "m3u8", "vtt"].contains(name[name.index(after: dot)...]),
      let dash = name[..<dot].lastIndex(of: "-")
    else { return false }
    let digest = name[name.index(after: dash)..<dot].utf8
    return digest.count == 16 && digest.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }

  private static func name(of path: String) -> String { LocalFiles.split(path).name }

  private static func rename(_ from: String, _ to: String) throws(SystemError) {
    guard Foundation.rename(from, to) == 0 else { throw SystemError(operation: "rename") }
  }

  private static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw SystemError(operation: "open") }
    defer { close(file) }
    try PlacedBytes.write(bytes, to: file, at: 0)
  }
}

/// Writes a file that is called by what is in it.
private final class PieceWriter {
  private let path: String
  private let folder: String
  private let file: Int32
  private var place = 0
  private var digest: Digest? = Digest()

  init(folder: String) throws(SystemError) {
    self.folder = folder
    path = "\(folder)/piece"
    file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw SystemError(operation: "open") }
  }

  deinit { if file >= 0 { close(file) } }

  func add(_ bytes: [UInt8]) throws(SystemError) {
    try PlacedBytes.write(bytes, to: file, at: place)
    place += bytes.count
    bytes.withUnsafeBytes { digest?.update($0) }
  }

  /// Puts the digest into a name, before its ending.
  func finish(name: String) throws(SystemError) -> String {
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    let text = digest.take()?.finish() ?? ""
    let whole = "\(name[..<dot])-\(text.prefix(16))\(name[dot...])"
    guard rename(path, "\(folder)/\(whole)") == 0 else { throw SystemError(operation: "rename") }
    return whole
  }
}
