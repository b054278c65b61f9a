package import EDL

/// Why the sound of a programme could not be had: which item, where, and what happened.
package struct SoundFailure: Error {
  /// The item in the project.
  package let place: SourceRange
  /// The media entry that was being read.
  package let media: Int
  /// The programme's sample from which on sound was asked for.
  package let sample: Int
  /// What a reader (``MediaError``) or libav (``AVError``) said.
  package let cause: any Error
}

/// What should not happen to a stream of sound.
enum SoundError: Error, CustomStringConvertible {
  /// A filter gave more at once than it was given in a second.
  case frameTooLong(Int)
  /// A filter stopped while it was still fed.
  case tempoEnded
  /// A media entry that is no file with sound is to be heard.
  case noSound(String)

  var description: String {
    switch self {
    case .frameTooLong(let count): "libavfilter gave a frame of \(count) samples"
    case .tempoEnded: "libavfilter's atempo ended before its input"
    case .noSound(let name): "\"\(name)\" has no sound"
    }
  }
}
