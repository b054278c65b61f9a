internal import CFFmpeg

extension Muxer {
  /// Writes all packets until now as a fragment, and returns where in the file it ends.
  ///
  /// For mov and its kin, told by `frag_custom` to fragment where it is said. A muxer that has delayed its header
  /// writes that instead, the first time.
  package func endFragment() throws(AVError) -> Int {
    guard let context else { throw AVError(code: shim_averror(EINVAL), operation: "endFragment") }
    LibraryLog.begin()
    let result = av_write_frame(context, nil)
    let log = LibraryLog.essence(of: LibraryLog.end())
    guard result >= 0 else { throw AVError(code: result, operation: "av_write_frame", detail: log) }
    avio_flush(context.pointee.pb)
    try checkIO()
    return Int(avio_seek(context.pointee.pb, 0, SEEK_CUR))
  }
}
