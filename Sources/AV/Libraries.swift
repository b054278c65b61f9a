internal import CFFmpeg
#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

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

extension Libraries {
  /// Gives the memory that is free to the system; what a plan was made from is large, and a render
  /// that comes after it takes its buffers elsewhere.
  package static func giveBackMemory() {
    PictureMemory.empty()
    shim_give_back_memory()
  }

  /// Has the memory of every picture given back to the system when it is no longer used, process-wide.
  package static func boundMemory() { shim_bound_memory() }

  /// Prepares the libraries for this process, once.
  ///
  /// `EDLRENDER_CPU_FLAGS` holds libavutil's CPU flags (`0` switches all SIMD off): a way to show
  /// that the bytes do not depend on the processor.
  package static func prepare() { _ = prepared }

  private static let prepared: Void = {
    LibraryLog.install()
    // SVT-AV1 prints by itself unless it is told not to.
    setenv("SVT_LOG", "0", 0)
    guard let text = getenv("EDLRENDER_CPU_FLAGS") else { return }
    var flags: UInt32 = 0
    if av_parse_cpu_caps(&flags, text) >= 0 { av_force_cpu_flags(Int32(bitPattern: flags)) }
  }()
}
