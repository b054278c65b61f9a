package import EDL
package import MediaTime

/// Reads the pictures of one video stream of a file at any time of the source's clock.
///
/// Owned by one thread. Which picture is shown is decided as a linear decode from the file's start
/// would decide it, wherever the reader jumps.
package final class VideoReader: PictureSource {
  private let frames: FrameReader
  private let fields: FieldReader?

  /// Opens a file's *n*-th video stream (as ``MediaInfo/video`` counts them).
  package init(
    path: String, stream: Int, info: VideoStreamInfo, deinterlace: PictureFields.Deinterlace = .off
  ) throws(MediaError) {
    frames = try FrameReader(path: path, stream: stream, info: info)
    fields =
      switch deinterlace {
      case .off: nil
      case .auto where info.fieldOrder == .progressive: nil
      case .auto: FieldReader(frames, everyFrame: false)
      case .bob: FieldReader(frames, everyFrame: true)
      }
  }

  package func picture(at time: Time) throws(MediaError) -> Picture {
    if let fields { return try fields.picture(at: time) }
    return try frames.picture(at: time)
  }

  package var estimatedBytes: Int { frames.estimatedBytes }
}
