internal import AV
internal import EDL
internal import Foundation

/// A container that cannot say that a codec begins with silence, so that the sound comes late.
struct DelayRemark {
  private let codec: String
  private let container: String
  private let samples: Int
  private let milliseconds: Double

  /// Nil where the container can, or where there is nothing to say.
  init?(entry: EncoderCatalog.Entry, container: String, parameters: StreamParameters) {
    guard ["adts", "ac3", "eac3", "mp2", "wav", "w64", "avi"].contains(container), parameters.initialPadding > 0 else {
      return nil
    }
    codec = entry.codec
    self.container = container
    samples = parameters.initialPadding
    milliseconds = Double(samples) / Double(max(1, parameters.sampleRate)) * 1000
  }

  func diagnostic(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .warning, code: "output.delay",
      "\"\(container)\" cannot say that \(codec) begins with \(samples) samples of silence: its sound comes "
        + "\(String(format: "%.1f", milliseconds)) ms late",
      at: place,
      notes: [
        .init(
          container == "avi" ? "write .mp4, .mov or .mkv, or codec: pcm" : "write .m4a, .mka or .mp3, or codec: pcm")
      ])
  }
}
