internal import EDL

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// What earlier runs have put into a folder, by digest: what is listed is ours, and nothing else is.
final class CollectJournal {
  static let name = ".edlrender-collect"

  private let path: String
  private var digests: [String: String] = [:]

  /// Reads the journal of a folder; nil when the folder holds files and none of them is ours.
  init?(folder: String) {
    path = LocalFiles.join(folder, Self.name)
    if let text = try? TextFile.read(path) {
      for line in text.split(separator: "\n") {
        let parts = line.split(separator: " ", maxSplits: 1)
        // A line that was cut off by a crash says nothing.
        if parts.count == 2, parts[0].count == 64 { digests[String(parts[1].drop { $0 == " " })] = String(parts[0]) }
      }
    } else if !(LocalFiles.names(in: folder) ?? []).isEmpty {
      return nil
    }
  }

  /// The digest with which a file was put there.
  func digest(of target: String) -> String? { digests[target] }

  /// Notes a file before or after it is put in its place, at once on the disk.
  func add(_ target: String, _ digest: String) throws(TextFile.Failure) {
    digests[target] = digest
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw TextFile.Failure(reason: String(cString: strerror(errno))) }
    defer { close(descriptor) }
    let line = Array("\(digest)  \(target)\n".utf8)
    guard write(descriptor, line, line.count) == line.count, fsync(descriptor) == 0 else {
      throw TextFile.Failure(reason: String(cString: strerror(errno)))
    }
  }

  /// The list that `sha256sum --check` reads, of these files.
  func sums(of targets: [String]) -> String {
    targets.sorted().compactMap { target in digests[target].map { "\($0)  \(target)\n" } }.joined()
  }
}
