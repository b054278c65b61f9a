internal import AV
internal import EDL
internal import Foundation
internal import MediaTime

/// The facts of files, remembered on disk from one run to the next.
///
/// A record holds for one state of a file, and for the builds that found it: a file that changed is
/// looked at again, and so is every file after an update. What cannot be used is not remembered.
struct ProbeRecords: Sendable {
  /// What looking at a file finds.
  private struct Record: Codable {
    var info: MediaInfo
    /// Where the file's own clock starts.
    var zero: Rational?
  }

  private let folder: CacheFolder
  private let subject: String

  /// The records in a cache's folder.
  init(folder: String) {
    self.folder = CacheFolder(path: folder)
    subject = "facts \(FileStamp.program?.text ?? "") \(LinkedBuilds.digest)"
  }

  /// Probes a file unless that is remembered.
  func probe(_ path: String) -> ProbeResult {
    guard let stamp = FileStamp(path: path) else { return MediaProbe.probe(path: path) }
    let kept = FileRecord(stamp, subject: subject)
    if let record = kept.lines(in: folder).flatMap(Self.record) {
      ProbedFiles.note(path)
      if let zero = record.zero { SourceClock.remember(zero, for: path) }
      // Between the two it may have become another file.
      if FileStamp(path: path) == stamp { return .success(record.info) }
    }
    let result = MediaProbe.probe(path: path)
    if case .success(let info) = result, FileStamp(path: path) == stamp,
      let line = Self.line(Record(info: info, zero: SourceClock.knownZero(of: path)))
    {
      kept.keep([line], in: folder)
    }
    return result
  }

  private static func record(_ lines: [String]) -> Record? {
    lines.first.flatMap { try? JSONDecoder().decode(Record.self, from: Data($0.utf8)) }
  }

  private static func line(_ record: Record) -> String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(record)).map { String(decoding: $0, as: UTF8.self) }
  }
}
