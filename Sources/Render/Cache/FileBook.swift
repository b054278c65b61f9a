internal import Synchronization

/// What is in the files that a plan reads: digests, each made once and remembered.
///
/// Holds to the files as they were when it first looked; one that changes after that has no digest
/// any more, so nothing that was made of it is kept. Safe from any thread.
final class FileBook: Sendable {
  /// What is known of one file.
  private struct Facts {
    var stamp: FileStamp
    var sample: String
    var digest: String?
  }

  private let folder: CacheFolder?
  private let known = Mutex<[String: Facts?]>([:])

  /// A book that remembers in a folder, or nowhere.
  init(_ folder: CacheFolder?) { self.folder = folder }

  /// A quick digest of a file's size and of samples of it; `absent` when it cannot be read.
  func sample(_ path: String) -> String { facts(path)?.sample ?? "absent" }

  /// The digest of a whole file if it was made before, by this process or an earlier one.
  func knownDigest(_ path: String) -> String? { facts(path)?.digest }

  /// The digest of a whole file; nil when it cannot be read, or is another one by now.
  func digest(_ path: String, isCancelled: @escaping @Sendable () -> Bool = { false }) -> String? {
    guard let facts = facts(path) else { return nil }
    if let digest = facts.digest { return digest }
    guard isUnchanged(path), let digest = FileContent.digest(path, isCancelled: isCancelled), isUnchanged(path)
    else { return nil }
    known.withLock { $0[path]??.digest = digest }
    remember(facts.stamp, facts.sample, digest)
    return digest
  }

  /// Whether a file with this one's sample was digested by anybody who uses the folder: else
  /// nothing that was made of this one can be there.
  func isSeen(_ path: String) -> Bool {
    guard let folder, let facts = facts(path) else { return false }
    return FileBytes(path: folder.path(.files, facts.sample)) != nil
  }

  /// Whether a file is still the one that was looked at first.
  func isUnchanged(_ path: String) -> Bool { FileStamp(path: path) == facts(path)?.stamp }

  private func facts(_ path: String) -> Facts? {
    if let facts = known.withLock({ $0[path] }) { return facts }
    let found = look(path)
    return known.withLock { known in
      if let first = known[path] { return first }
      known[path] = .some(found)
      return found
    }
  }

  private func look(_ path: String) -> Facts? {
    guard let stamp = FileStamp(path: path), ProbedFiles.agree(with: stamp) else { return nil }
    if let (sample, digest) = recall(stamp) { return Facts(stamp: stamp, sample: sample, digest: digest) }
    return FileContent.sample(path).map { Facts(stamp: stamp, sample: $0, digest: nil) }
  }

  private func recall(_ stamp: FileStamp) -> (sample: String, digest: String)? {
    guard let folder, let lines = FileRecord(stamp).lines(in: folder), lines.count == 2,
      lines.allSatisfy({ $0.count == 64 })
    else { return nil }
    return (lines[0], lines[1])
  }

  private func remember(_ stamp: FileStamp, _ sample: String, _ digest: String) {
    guard let folder else { return }
    folder.note(.files, sample, [])
    FileRecord(stamp).keep([sample, digest], in: folder)
  }
}

/// The files that were probed, as they were then: what a timeline says of a file that changed since
/// must not be kept as if it were said of the new one.
enum ProbedFiles {
  private static let stamps = Mutex<[String: FileStamp]>([:])

  /// Notes a file before it is probed.
  static func note(_ path: String) {
    let stamp = FileStamp(path: path)
    stamps.withLock { $0[path] = stamp }
  }

  /// Whether a file is the one that was probed, if it was.
  static func agree(with stamp: FileStamp) -> Bool { stamps.withLock { $0[stamp.path] ?? stamp } == stamp }
}
