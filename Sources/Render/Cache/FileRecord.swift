internal import AV

/// A few lines that are known of a file as its stamp says it is, kept in the cache's folder.
///
/// One small file a record: the stamp, the lines, a checksum over all of it. What is damaged, or was
/// said of another file, is not there.
struct FileRecord {
  private let stamp: FileStamp
  private let subject: String

  /// A record of a file; `subject` tells it from other records of the same file.
  init(_ stamp: FileStamp, subject: String = "") {
    self.stamp = stamp
    self.subject = subject
  }

  private var head: String { subject.isEmpty ? stamp.text : "\(stamp.text) \(subject)" }

  private var key: String? {
    guard !head.contains("\n") else { return nil }
    var digest = Digest()
    digest.update(head)
    return digest.finish()
  }

  /// The lines, if they were kept.
  func lines(in folder: CacheFolder) -> [String]? {
    guard let key, let bytes = folder.read(.files, key) else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > 2, lines[0] == head, lines[lines.count - 2] == Self.mark(lines.dropLast(2)) else { return nil }
    return lines[1..<lines.count - 2].map(String.init)
  }

  /// Keeps lines, none of which holds a line break; whether that worked is of no consequence.
  func keep(_ lines: [String], in folder: CacheFolder) {
    // What changed just now may change again without its times showing it.
    guard stamp.isSettled, let key else { return }
    let text = ([head] + lines).map { Substring($0) }
    folder.note(.files, key, Array((text + [Self.mark(text[...]), ""]).joined(separator: "\n").utf8))
  }

  private static func mark(_ lines: ArraySlice<Substring>) -> Substring {
    guard var checksum = try? Checksum() else { return "" }
    Array(lines.joined(separator: "\n").utf8).withUnsafeBytes { checksum.update($0) }
    return Substring(checksum.finish().map { String($0, radix: 16) }.joined(separator: "."))
  }
}
