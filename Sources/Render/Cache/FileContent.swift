internal import AV
internal import Dispatch
internal import Foundation
internal import Synchronization

/// Digests of what is in a file, whatever its name and age.
enum FileContent {
  /// Digested piece by piece, so that all cores can work on one large file.
  private static let pieceSize = 4 << 20
  /// What the sample reads: the head, the tail, and places between them.
  private static let (edge, probe, probes) = (16 << 10, 4 << 10, 8)

  /// A digest of the size and of samples: quick, and different for all files that were not made to
  /// look alike. Good for deciding, never for proving.
  static func sample(_ path: String) -> String? {
    guard let file = FileBytes(path: path) else { return nil }
    var digest = Digest()
    digest.update("\(file.count)\n")
    for (offset, count) in places(file.count) { file.read(at: offset, count).withUnsafeBytes { digest.update($0) } }
    return digest.finish()
  }

  private static func places(_ size: Int) -> [(Int, Int)] {
    guard size > 2 * edge + probes * probe else { return [(0, size)] }
    return [(0, edge)] + (1...probes).map { (size / (probes + 1) * $0, probe) } + [(size - edge, edge)]
  }

  /// SHA-256 over the SHA-256 of every piece of 4 MiB: nobody can make another file with the same.
  ///
  /// Nil when the file cannot be read to its end, or `isCancelled` says so.
  static func digest(_ path: String, isCancelled: @escaping @Sendable () -> Bool = { false }) -> String? {
    guard let size = FileBytes(path: path)?.count else { return nil }
    let count = (size + pieceSize - 1) / pieceSize
    let pieces = Mutex<[Int: String]>([:])
    @Sendable func digest(piece: Int) {
      guard !isCancelled(), let file = FileBytes(path: path) else { return }
      let wanted = min(pieceSize, size - piece * pieceSize)
      let bytes = file.read(at: piece * pieceSize, wanted)
      guard bytes.count == wanted else { return }
      var digest = Digest()
      bytes.withUnsafeBytes { digest.update($0) }
      let found = digest.finish()
      pieces.withLock { $0[piece] = found }
    }
    if count > 1 {
      DispatchQueue.concurrentPerform(iterations: count, execute: digest)
    } else if count == 1 {
      digest(piece: 0)
    }
    let found = pieces.withLock { $0 }
    guard found.count == count else { return nil }
    var whole = Digest()
    whole.update("\(size)\n")
    for piece in 0..<count { whole.update((found[piece] ?? "") + "\n") }
    return whole.finish()
  }
}
