internal import CFFmpeg

extension Frame {
  /// The bytes that the picture holds in memory, padding included.
  package var pictureByteCount: Int {
    Int(
      clamping: max(
        0,
        av_image_get_buffer_size(
          AVPixelFormat(rawValue: pointer.pointee.format), pointer.pointee.width, pointer.pointee.height, 32)))
  }

  /// The MD5 of the visible picture, rows packed: what FFmpeg's `framemd5` prints for raw video.
  package func pictureMD5() throws(AVError) -> String {
    let format = AVPixelFormat(rawValue: pointer.pointee.format)
    let (width, height) = (pointer.pointee.width, pointer.pointee.height)
    let size = try check("av_image_get_buffer_size", av_image_get_buffer_size(format, width, height, 1))
    var bytes = [UInt8](repeating: 0, count: Int(size))
    var planes = (0..<4).map { self.plane($0).map { UnsafePointer($0) } }
    let strides = (0..<4).map { Int32(stride(ofPlane: $0)) }
    try check(
      "av_image_copy_to_buffer", av_image_copy_to_buffer(&bytes, size, &planes, strides, format, width, height, 1))
    var digest = [UInt8](repeating: 0, count: 16)
    av_md5_sum(&digest, bytes, bytes.count)
    let digits = Array("0123456789abcdef")
    return String(digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }
}
