internal import CFFmpeg

/// What analysing a file found of its streams, kept so that opening it again costs no analysis.
///
/// Sendable because nothing changes it after it was made: decoders copy from it.
package final class StreamSetups: @unchecked Sendable {
  package let facts: [StreamFacts]
  let parameters: [UnsafeMutablePointer<AVCodecParameters>]

  /// Copies everything out of an analysed demuxer; nil when memory is short.
  package init?(_ demuxer: Demuxer) {
    facts = demuxer.streams
    var copies: [UnsafeMutablePointer<AVCodecParameters>] = []
    for stream in demuxer.streams {
      guard let copy = avcodec_parameters_alloc() else { break }
      copies.append(copy)
      guard avcodec_parameters_copy(copy, shim_stream(demuxer.context, Int32(stream.index)).pointee.codecpar) >= 0
      else {
        break
      }
    }
    parameters = copies
    guard copies.count == facts.count else { return nil }
  }

  deinit {
    for copy in parameters {
      var copy: UnsafeMutablePointer<AVCodecParameters>? = copy
      avcodec_parameters_free(&copy)
    }
  }

  /// Whether a format's header names all streams and its packets carry their own times, so that
  /// analysis adds only what is known here.
  package static func suffice(format: String) -> Bool { format.hasPrefix("mov") || format.hasPrefix("matroska") }
}
