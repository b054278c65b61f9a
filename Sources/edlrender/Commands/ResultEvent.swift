internal import EDL
internal import Render

/// The last word on each output: one `result` a render, whether it was made or not.
struct ResultEvent {
  let reporter: Reporter
  /// Where the file was to be.
  let output: String

  /// Tells of a finished file; the digest is taken for those who read events alone, as it takes reading the file.
  func tell(_ result: RenderResult, seconds: Double) {
    let digest =
      reporter.isJSON && result.stills.count < 2
      ? try? FileCopier(cancellation: Never()).digest(result.stills.first?.path ?? result.path) : nil
    var facts: [(String, JSON)] = [
      ("output", .string(output)), ("path", .string(result.path)), ("frames", .int(result.frames)),
      ("samples", .int(result.samples)), ("bytes", .int(Int(result.byteCount))),
      ("cached_frames", .int(result.cachedFrames)), ("unchanged", .bool(result.isUnchanged)),
      ("shared", .bool(result.isShared)),
      ("duration", .measure(result.duration)),
      ("elapsed", .measure(seconds)), ("digest", .optional(digest.map { "sha256:\($0)" })),
    ]
    if !result.stills.isEmpty {
      let stills = result.stills.map { JSON.object([("path", .string($0.path)), ("frame", .int($0.frame))]) }
      facts.append(("stills", .array(stills)))
    }
    if !result.loudness.isEmpty {
      let changes = result.loudness.map { change in
        JSON.object([
          ("bus", .string(change.bus)), ("measured", change.measured.map { .measure($0) } ?? .null),
          ("gain", .measure(change.gain)), ("limited", .bool(change.isLimited)),
        ])
      }
      facts.append(("loudness", .array(changes)))
    }
    if let stream = result.stream {
      facts += [
        ("manifests", .array(stream.manifests.map { .string($0) })),
        ("renditions", .array(stream.renditions.map(Self.json))), ("sounds", .array(stream.sounds.map(Self.json))),
        (
          "subtitles",
          .array(
            stream.subtitles.map {
              .object([
                ("name", .string($0.name)), ("playlist", .string($0.playlist)), ("bytes", .int($0.byteCount)),
              ])
            })
        ),
      ]
    }
    reporter.result("result", facts, text: Self.text(result, seconds: seconds))
  }

  private static func json(_ track: StreamResult.Track) -> JSON {
    .object([
      ("name", .string(track.name)), ("playlist", .string(track.playlist)),
      ("size", .optional(track.size.map { "\($0)" })), ("codec", .string(track.codec)),
      ("segments", .int(track.segments)), ("bandwidth", .int(track.bandwidth)),
      ("average_bandwidth", .int(track.averageBandwidth)), ("bytes", .int(track.byteCount)),
    ])
  }

  /// Tells that there is no file, and why; people have read that already.
  func tell(code: String, message: String) {
    guard reporter.isJSON else { return }
    let error = JSON.object([("code", .string(code)), ("message", .string(message))])
    reporter.result("result", [("output", .string(output)), ("path", .null), ("error", error)], text: "")
  }

  private static func text(_ result: RenderResult, seconds: Double) -> String {
    var parts = [Measures.seconds(result.duration)]
    if result.frames > 0, !result.stills.isEmpty {
      parts = [Measures.count(result.frames, "picture")]
    } else if result.frames > 0 {
      parts.append(Measures.count(result.frames, "frame"))
    }
    if result.samples > 0 { parts.append(Measures.count(result.samples, "sample")) }
    parts.append(Measures.bytes(result.byteCount))
    if let stream = result.stream, stream.renditions.count > 1 {
      parts.append("\(stream.renditions.count) renditions")
    }
    parts += result.loudness.compactMap(Self.words)
    if result.isUnchanged { return "\(result.path): \(parts.joined(separator: ", ")); unchanged" }
    if result.cachedFrames > 0 { parts.append("\(result.cachedFrames) of them from the cache") }
    let speed = seconds > 0 ? " (\(Measures.decimal(result.duration / seconds, places: 2))x realtime)" : ""
    let way = result.isShared ? "rendered with the one before" : "rendered"
    return "\(result.path): \(parts.joined(separator: ", ")); \(way) in \(Measures.seconds(seconds))\(speed)"
  }

  /// `main raised by 7.4 dB from -23.4 LUFS`.
  private static func words(_ change: LoudnessChange) -> String? {
    change.measured.map { measured in
      let gain = "\(change.gain < 0 ? "lowered" : "raised") by \(Measures.decimal(abs(change.gain), places: 1)) dB"
      let from = "from \(Measures.decimal(measured, places: 1)) LUFS"
      return "\(change.bus) \(gain) \(from)\(change.isLimited ? ", its peaks limited" : "")"
    }
  }

  /// A digest of what was just written is not broken off.
  private struct Never: RenderCancellation {
    var isCancelled: Bool { false }
  }
}
