internal import CFFmpeg

extension Frame {
  /// Whether some pixel may be transparent: the format has alpha, and a palette really uses it.
  package var hasTransparency: Bool {
    guard pixelFormat.isPaletted else { return pixelFormat.hasAlpha }
    // The second plane holds 256 colours of four bytes, alpha in the highest.
    guard let palette = plane(1) else { return false }
    return palette.withMemoryRebound(to: UInt32.self, capacity: 256) { colors in
      (0..<256).contains { colors[$0] >> 24 < 255 && isUsed(UInt8($0)) }
    }
  }

  /// Whether a pixel of a paletted picture has this colour.
  private func isUsed(_ color: UInt8) -> Bool {
    guard let pixels = plane(0) else { return false }
    return (0..<height).contains { row in
      UnsafeBufferPointer(start: pixels + row * stride(ofPlane: 0), count: width).contains(color)
    }
  }

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
