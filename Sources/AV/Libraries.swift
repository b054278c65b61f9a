internal import CFFmpeg

/// The FFmpeg libraries that the process runs on.
package enum Libraries {
  /// Their versions as one line, part of every content key.
  package static let versions: String = [
    ("avformat", avformat_version()), ("avcodec", avcodec_version()), ("avfilter", avfilter_version()),
    ("swscale", swscale_version()), ("swresample", swresample_version()), ("avutil", avutil_version()),
  ].map { "\($0.0) \($0.1 >> 16).\($0.1 >> 8 & 255).\($0.1 & 255)" }.joined(separator: ", ")

  /// The version of the FFmpeg release, such as `5.1.9-0+deb12u1`.
  package static let release = String(cString: av_version_info())
}
