internal import AV
internal import EDL
internal import Foundation

/// What is remembered of a file that was written whole, under the keys of all its parts: its digest,
/// and what was found out while it was made.
///
/// A file whose bytes have that digest is what another run would write, whoever put it there.
struct FinishedOutput {
  private let key: String
  private let path: String
  private let folder: CacheFolder

  /// Nil for pictures and streams, and for an output that has a part without a key, or none yet.
  init?(_ plan: RenderPlan, _ cache: RenderCache) {
    let output = plan.output
    guard output.pictures == nil, output.stream == nil else { return nil }
    let segments = (plan.picture?.segments ?? []).indices.map { cache.key(.segment($0)) }
    let sounds = output.audio.indices.map { cache.key(.sound($0)) }
    guard (segments + sounds).allSatisfy({ $0 != nil }) else { return nil }
    var digest = Digest()
    digest.update("finished 1\n\(plan.canvas.frameRate)\n\(plan.picture?.places ?? [])\n")
    // All that the plan says of the file itself; where it lies is no part of it.
    var rest = output
    (rest.path, rest.subtitles, rest.labels.cover) = ("", [], nil)
    digest.update(ContentDump().text(rest) + "\n")
    for key in segments + sounds { digest.update("\(key ?? "")\n") }
    for stream in output.subtitles { digest.update(ContentKey.subtitles(stream) + "\n") }
    if let cover = output.labels.cover {
      digest.update("\(cover.codec) \(cover.width)x\(cover.height) \(Digest.text(of: cover.bytes))\n")
    }
    digest.update(ContentDump().text([output.streamLabels.map(\.self), output.muxerOptions] as [Any]))
    key = digest.finish()
    path = output.path
    folder = cache.folder
  }

  /// What was found out when the file was made that lies there now; nil if that is another one.
  func facts() -> [String: String]? {
    guard let bytes = folder.read(.files, key) else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard let first = lines.first, first == state() ?? "" else { return nil }
    folder.touch(.files, key)
    let facts = lines.dropFirst().compactMap { line -> (String, String)? in
      let parts = line.split(separator: "=", maxSplits: 1)
      return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
    }
    return Dictionary(facts) { first, _ in first }
  }

  /// Remembers the file that was just written.
  func keep(_ facts: [(String, String)]) {
    guard let state = state() else { return }
    let lines = [state] + facts.map { "\($0.0)=\($0.1)" }
    folder.note(.files, key, Array((lines.joined(separator: "\n") + "\n").utf8))
  }

  /// The size and the digest of what lies there.
  private func state() -> String? {
    guard let size = FileBytes(path: path)?.count, let digest = FileContent.digest(path) else { return nil }
    return "\(size) \(digest)"
  }
}
