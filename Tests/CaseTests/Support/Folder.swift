internal import Foundation

/// A folder of a test's own, deleted with the last reference to it.
final class Folder {
  let path: String

  init() throws {
    let place = FileManager.default.temporaryDirectory.appending(path: "edlrender-case-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    path = place.resolvingSymlinksInPath().path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The full path of a name inside.
  func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

  func has(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: self(name))
  }

  func write(_ name: String, _ text: String) throws {
    try write(name, Array(text.utf8))
  }

  func write(_ name: String, _ bytes: [UInt8]) throws {
    try makeFolder(for: name)
    try Data(bytes).write(to: URL(filePath: self(name)))
  }

  func data(_ name: String) throws -> Data {
    try Data(contentsOf: URL(filePath: self(name)))
  }

  /// Puts a finished input here, as a hard link where the file system allows.
  func bring(_ input: Input, as name: String? = nil) throws {
    try bring(file: try input.path(), as: name ?? input.name)
  }

  func bring(file source: String, as name: String) throws {
    try makeFolder(for: name)
    do {
      try FileManager.default.linkItem(atPath: source, toPath: self(name))
    } catch {
      try FileManager.default.copyItem(atPath: source, toPath: self(name))
    }
  }

  /// Every file and folder below, by relative path, in order.
  func listing() -> [String] {
    (FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []).sorted()
  }

  private func makeFolder(for name: String) throws {
    let parent = URL(filePath: self(name)).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
  }
}
