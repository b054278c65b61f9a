internal import AV
internal import EDL
internal import MediaTime

/// How an output that is pictures is put together from what is rendered. Plain data.
///
/// Stills are a packet a file. For a contact sheet the packets are its frames, in plain RGB at the
/// size of a cell; for a waveform they are the heights of its columns.
struct PicturesPlan: Hashable, Sendable {
  enum Form: Hashable, Sendable {
    case stills
    case sheet(ContactSheet)
    case waveform(Waveform)
  }

  var form: Form
  /// The files, in the order of time.
  var paths: [String]
  /// The frame of the programme that each picture or cell shows.
  var frames: [Int]
  /// How the whole is encoded, where it is not the packets themselves.
  var encoding: PictureEncoding?
}

/// How a drawn picture in packed RGB becomes a file. Plain data.
struct PictureEncoding: Hashable, Sendable {
  var settings: EncoderSettings
  /// From packed RGB to the encoder's format; empty when they are the same.
  var conversion: String
}
