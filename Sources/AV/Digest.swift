internal import CFFmpeg

/// A SHA-256 digest, made by libavutil.
package struct Digest: ~Copyable {
  private let state: OpaquePointer

  package init() throws(AVError) {
    guard let state = av_sha_alloc() else { throw AVError(code: shim_averror(ENOMEM), operation: "av_sha_alloc") }
    av_sha_init(state, 256)
    self.state = state
  }

  deinit { av_free(UnsafeMutableRawPointer(state)) }

  /// Adds bytes.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
    av_sha_update(state, base, bytes.count)
  }

  /// Adds a text's UTF-8.
  package mutating func update(_ text: String) {
    var text = text
    text.withUTF8 { update(UnsafeRawBufferPointer($0)) }
  }

  /// Ends the digest and gives it as lower-case hexadecimal.
  package consuming func finish() -> String {
    var bytes = [UInt8](repeating: 0, count: 32)
    av_sha_final(state, &bytes)
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
