internal import EDL

/// One thing that a folder of media holds: a file, or the stills of a sequence.
struct LibraryEntry {
  /// The shelves of a catalogue, in their order.
  enum Kind: String, CaseIterable {
    case video
    case sequence
    case still
    case audio
  }

  /// The stills of a sequence.
  struct Stills {
    let first: Int
    let last: Int
    let count: Int
    /// Numbers between the first and the last that no file has.
    let missing: [Int]
  }

  /// Another file of the same picture.
  struct Variant {
    /// What it is beside the entry.
    enum Role: String {
      /// What the camera's sensor saw; the entry is the picture that was made of it.
      case raw
      /// The same picture in a container that this FFmpeg may not read.
      case heif
      /// The same, smaller.
      case proxy
      /// The same in another format.
      case copy
    }

    let role: Role
    let path: String
    /// Its facts, nil where it cannot be read.
    let info: MediaInfo?
  }

  /// The file, or the numbered pattern of a sequence.
  let path: String
  /// The facts of the file, or of the first still; the bytes are those of all.
  var info: MediaInfo
  var stills: Stills?
  var variants: [Variant] = []

  var kind: Kind {
    if stills != nil { return .sequence }
    return switch info.kind {
    case .video: .video
    case .still: .still
    case .audio: .audio
    }
  }
}
