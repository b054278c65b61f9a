internal import CNettle

/// A SHA-256 digest (FIPS 180-4), made by Nettle.
package struct Digest: ~Copyable {
  private var state = sha256_ctx()

  package init() { shim_sha256_init(&state) }

  /// The digest of some bytes.
  package static func text(of bytes: [UInt8]) -> String {
    var digest = Digest()
    bytes.withUnsafeBytes { digest.update($0) }
    return digest.finish()
  }

  /// Adds bytes.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
    shim_sha256_update(&state, bytes.count, base)
  }

  /// Adds a text's UTF-8.
  package mutating func update(_ text: String) {
    var text = text
    text.withUTF8 { update(UnsafeRawBufferPointer($0)) }
  }

  /// Ends the digest and gives it as lower-case hexadecimal.
  package consuming func finish() -> String {
    var bytes = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
    shim_sha256_digest(&state, &bytes)
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
