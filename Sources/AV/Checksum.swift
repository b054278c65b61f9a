internal import CFFmpeg

/// A 128-bit MurmurHash3, made by libavutil: tells damaged bytes from whole ones at gigabytes a second.
///
/// No protection against somebody who makes two texts with one checksum: for that there is ``Digest``.
package struct Checksum: ~Copyable {
  private let state: OpaquePointer

  package init() throws(AVError) {
    guard let state = av_murmur3_alloc() else {
      throw AVError(code: shim_averror(ENOMEM), operation: "av_murmur3_alloc")
    }
    av_murmur3_init_seeded(state, 0x6564_6c72_656e_6472)
    self.state = state
  }

  deinit { av_free(UnsafeMutableRawPointer(state)) }

  /// Adds bytes.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
    av_murmur3_update(state, base, bytes.count)
  }

  /// Ends the checksum and gives its 16 bytes.
  package consuming func finish() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 16)
    av_murmur3_final(state, &bytes)
    return bytes
  }
}
