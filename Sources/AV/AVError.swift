internal import CFFmpeg

/// A failed libav call: what was being done and what libav said.
package struct AVError: Error, Hashable, CustomStringConvertible {
  /// The negative AVERROR code.
  package let code: Int32
  /// The call or step that failed, such as `avcodec_send_packet`.
  package let operation: String
  /// What libav logged meanwhile, if it says more than the code.
  package let detail: String?

  package init(code: Int32, operation: String, detail: String? = nil) {
    self.code = code
    self.operation = operation
    self.detail = detail
  }

  /// The system's or libav's own words for the code, such as `No space left on device`.
  package var reason: String {
    var buffer = [CChar](repeating: 0, count: 256)
    av_strerror(code, &buffer, buffer.count)
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  package var description: String {
    detail.map { "\(reason): \($0) (\(operation))" } ?? "\(reason) (\(operation))"
  }

  /// The kinds of trouble that opening and decoding files tell apart.
  package enum Problem: Hashable, Sendable { case missing, folder, unsupported, noDecoder, invalidData, other }

  /// What the code means for a file that was to be read.
  package var problem: Problem {
    switch code {
    case shim_averror(ENOENT), shim_averror(ENOTDIR): .missing
    case shim_averror(EISDIR): .folder
    case shim_averror(ENOTSUP), shim_averror(EPERM): .unsupported
    case SHIM_DECODER_NOT_FOUND: .noDecoder
    case SHIM_INVALIDDATA, SHIM_EOF: .invalidData
    default: .other
    }
  }

  /// `ENOSPC`, `EFBIG`, `EDQUOT`: the disk took no more.
  package var isDiskFull: Bool {
    [shim_averror(ENOSPC), shim_averror(EFBIG), shim_averror(EDQUOT)].contains(code)
  }
}

/// Throws when a libav call returned a negative code; passes the value on otherwise.
@discardableResult
func check(_ operation: String, _ result: Int32) throws(AVError) -> Int32 {
  guard result >= 0 else { throw AVError(code: result, operation: operation) }
  return result
}

/// What asking a stage for its next piece gives; `EAGAIN` and `EOF` become cases here, once.
package enum Pull<Element: ~Copyable>: ~Copyable {
  /// A piece.
  case ready(Element)
  /// None until more is pushed in.
  case needsInput
  /// None ever again.
  case finished
}

extension AVError {
  /// Whether the code is one of the system's own error numbers, not one of libav's tags.
  package var isSystem: Bool { code < 0 && code > -4096 }
}
