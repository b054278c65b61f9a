internal import Foundation
internal import Testing

@testable import Render

@Suite struct PacketSpoolTests {
  /// What the process has open below a folder.
  private func open(below folder: String) throws -> [String] {
    let links = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    return links.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)") }
      .filter { $0.hasPrefix(folder) }
  }

  @Test("the file has no name, and never had one where the file system can do without")
  func nameless() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "edlrender-spool-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let probe = Foundation.open(folder, 0o20_000_000 | O_DIRECTORY | O_RDWR, 0o600)
    if probe >= 0 { close(probe) }
    let spool = try PacketSpool(folder: folder)
    let files = try open(below: folder)
    #expect(files.count == 1)
    // The kernel shows the name that a file once had; one without has its number.
    if probe >= 0 { #expect(files.allSatisfy { $0.contains("/#") }, "\(files)") }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    let extents = [try spool.append([1, 2, 3]), try spool.append([4])]
    #expect(try spool.read(extents[1]) == [4])
    #expect(try spool.read(extents[0]) == [1, 2, 3])
  }
}
