internal import Foundation

/// How a file of text is written down.
enum TextEncoding {
  /// The number of the first line that is no UTF-8; nil where all are, or where a mark says that it is UTF-16.
  static func firstBadLine(of path: String) -> Int? {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else { return nil }
    if data.starts(with: [0xFF, 0xFE]) || data.starts(with: [0xFE, 0xFF]) { return nil }
    let lines = data.split(separator: 10, omittingEmptySubsequences: false)
    return lines.firstIndex { String(validating: $0, as: UTF8.self) == nil }.map { $0 + 1 }
  }
}
