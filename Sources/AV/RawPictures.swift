internal import CFFmpeg
package import MediaTime
private import Synchronization

/// Files of bare pictures, one after the other: what nothing in them says.
///
/// A file is read so only after it was declared; no other file is ever guessed to be one.
package enum RawPictures {
  /// What the pictures are.
  package struct Facts: Hashable, Sendable {
    /// Pixels across.
    package var width: Int
    /// Pixels down.
    package var height: Int
    /// How a picture's pixels are stored.
    package var format: PixelFormat
    /// Pictures a second.
    package var frameRate: Rational

    package init(width: Int, height: Int, format: PixelFormat, frameRate: Rational) {
      self.width = width
      self.height = height
      self.format = format
      self.frameRate = frameRate
    }

    /// The bytes of one picture without padding; nil for a format that memory does not hold, such as a
    /// decoder's surface.
    package var byteCount: Int? {
      guard let descriptor = av_pix_fmt_desc_get(format.raw),
        descriptor.pointee.flags & UInt64(AV_PIX_FMT_FLAG_HWACCEL) == 0
      else { return nil }
      let count = av_image_get_buffer_size(format.raw, Int32(clamping: width), Int32(clamping: height), 1)
      return count > 0 ? Int(count) : nil
    }
  }

  private static let declared = Mutex<[String: Facts]>([:])

  /// Says what a file of bare pictures holds.
  package static func declare(_ path: String, _ facts: Facts) { declared.withLock { $0[path] = facts } }

  /// What was said of a file.
  package static func facts(of path: String) -> Facts? { declared.withLock { $0[path] } }
}

extension RawPictures.Facts {
  /// Sets the options of libavformat's demuxer of raw video.
  func set(_ options: inout OpaquePointer?) {
    av_dict_set(&options, "video_size", "\(width)x\(height)", 0)
    av_dict_set(&options, "pixel_format", format.name, 0)
    av_dict_set(&options, "framerate", "\(frameRate)", 0)
  }
}
