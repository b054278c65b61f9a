internal import CFFmpeg

/// The first half of an MD5: enough to tell that something changed, short enough for a text.
package struct Fingerprint: Hashable, Sendable, CustomStringConvertible {
  private let value: UInt64

  /// Digests bytes.
  package init(of bytes: UnsafeRawBufferPointer) throws(AVError) {
    self.value = try Self.digest { state in
      guard let base = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
      av_md5_update(state, base, bytes.count)
    }
  }

  /// Digests samples, as the bytes that they are in memory.
  package init(samples: [Float]) throws(AVError) {
    self.value = try Self.digest { state in
      samples.withUnsafeBytes { bytes in
        guard let base = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
        av_md5_update(state, base, bytes.count)
      }
    }
  }

  /// Digests the visible part of a planar picture, rows packed and planes one after the other: what
  /// FFmpeg's `framemd5` digests of raw video.
  package init(picture: borrowing Frame) throws(AVError) {
    let rows = (0..<picture.pixelFormat.planeCount).map { plane in
      (
        picture.plane(plane), picture.stride(ofPlane: plane), picture.planeHeight(plane),
        Int(av_image_get_linesize(picture.pixelFormat.raw, Int32(picture.width), Int32(plane)))
      )
    }
    self.value = try Self.digest { state in
      for (base, stride, height, length) in rows {
        guard let base, length > 0 else { continue }
        if stride == length {
          av_md5_update(state, base, length * height)
        } else {
          for row in 0..<height { av_md5_update(state, base + row * stride, length) }
        }
      }
    }
  }

  /// Reads what ``description`` wrote; nil for any other text.
  package init?(_ text: Substring) {
    guard text.utf8.count == 16, text.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) }),
      let value = UInt64(text, radix: 16)
    else { return nil }
    self.value = value
  }

  /// Sixteen hexadecimal digits.
  package var description: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  private static func digest(_ fill: (OpaquePointer) -> Void) throws(AVError) -> UInt64 {
    guard let state = av_md5_alloc() else { throw AVError(code: shim_averror(ENOMEM), operation: "av_md5_alloc") }
    defer { av_free(UnsafeMutableRawPointer(state)) }
    av_md5_init(state)
    fill(state)
    var bytes = [UInt8](repeating: 0, count: 16)
    av_md5_final(state, &bytes)
    return bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}
