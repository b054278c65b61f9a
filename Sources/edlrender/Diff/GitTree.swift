internal import EDL
internal import Foundation

/// A revision of a git repository as a folder, the work tree untouched.
///
/// Only what differs from the work tree is written out, in a folder of the repository's own; all
/// else, media that git does not know among it, is reached by symbolic links.
final class GitTree {
  /// What git said or could not do.
  struct Failure: Error {
    let reason: String
  }

  /// The folder that stands for the repository's root.
  let folder: String
  /// The repository's root itself: links in the folder lead there.
  let root: String

  /// Makes the tree of a revision, of the repository that a file is in.
  init(_ revision: String, around path: String) throws(Failure) {
    let start = LocalFiles.split(LocalFiles.realPath(ofMaybeMissing: path)).folder
    root = try Self.line(["rev-parse", "--show-toplevel"], in: start)
    let own = try Self.line(["rev-parse", "--absolute-git-dir"], in: start)
    let commit = try Self.line(["rev-parse", "--verify", "--end-of-options", "\(revision)^{commit}"], in: root)
    folder = "\(own)/edlrender/\(ProcessInfo.processInfo.processIdentifier)-\(commit.prefix(12))"
    let changed = Self.names(try Self.run(["diff", "--name-only", "--no-renames", "-z", commit, "--"], in: root))
    let known = Set(Self.names(try Self.run(["ls-tree", "-r", "-z", "--name-only", commit], in: root)))
    do {
      try? FileManager.default.removeItem(atPath: folder)
      try Self.link(root, to: folder, around: Set(changed.flatMap(Self.foldersAbove)), without: Set(changed))
      for name in changed where known.contains(name) {
        let target = "\(folder)/\(name)"
        try FileManager.default.createDirectory(
          atPath: LocalFiles.split(target).folder, withIntermediateDirectories: true)
        // Filters, so that large files come as themselves and not as pointers to them.
        try Self.run(["cat-file", "--filters", "\(commit):\(name)"], in: root).write(to: URL(fileURLWithPath: target))
      }
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(reason: "the revision cannot be laid out: \(error.localizedDescription)")
    }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
    // Goes only when no other run has its tree there.
    rmdir(LocalFiles.split(folder).folder)
  }

  /// Where a file of the work tree is in this tree.
  func path(of path: String) -> String {
    let file = LocalFiles.realPath(ofMaybeMissing: path)
    return folder + file.dropFirst(LocalFiles.realPath(ofMaybeMissing: root).count)
  }

  /// Fills a folder with links to what is in another, folders that hold changes made anew.
  private static func link(
    _ source: String, to target: String, around open: Set<String>, without changed: Set<String>, at path: String = ""
  ) throws {
    try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
    for name in try FileManager.default.contentsOfDirectory(atPath: source) {
      let inner = path + name
      if changed.contains(inner) || inner == ".git" { continue }
      if open.contains(inner) {
        try link("\(source)/\(name)", to: "\(target)/\(name)", around: open, without: changed, at: inner + "/")
      } else {
        try FileManager.default.createSymbolicLink(
          atPath: "\(target)/\(name)", withDestinationPath: "\(source)/\(name)")
      }
    }
  }

  private static func foldersAbove(_ name: String) -> [String] {
    let parts = name.split(separator: "/")
    return (1..<max(parts.count, 1)).map { parts[..<$0].joined(separator: "/") }
  }

  // MARK: git

  private static func names(_ data: Data) -> [String] {
    data.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func line(_ arguments: [String], in folder: String) throws(Failure) -> String {
    let text = String(decoding: try run(arguments, in: folder), as: UTF8.self)
    return String(text.prefix { $0 != "\n" })
  }

  private static func run(_ arguments: [String], in folder: String) throws(Failure) -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["git", "-C", folder.isEmpty ? "." : folder] + arguments
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    do { try process.run() } catch { throw Failure(reason: "git cannot be run") }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    let words = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(reason: String(words.prefix { $0 != "\n" }).replacingOccurrences(of: "fatal: ", with: "git: "))
    }
    return data
  }
}
