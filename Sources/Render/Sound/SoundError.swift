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
