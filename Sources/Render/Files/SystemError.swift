internal import Foundation

/// A failed system call.
struct SystemError: Error {
  let code: Int32
  let operation: String

  init(operation: String, code: Int32 = errno) {
    self.code = code
    self.operation = operation
  }

  /// The system's own words.
  var reason: String { String(cString: strerror(code)) }
}
