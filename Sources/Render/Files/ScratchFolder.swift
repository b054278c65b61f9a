internal import Foundation

/// A folder of its own for files that nobody else reads; it goes with all that is in it.
final class ScratchFolder {
  let path: String

  init() throws(RenderError) {
    let parent = FileManager.default.temporaryDirectory
    var template = Array(parent.appendingPathComponent("edlrender-XXXXXX").path.utf8CString)
    guard mkdtemp(&template) != nil else {
      throw RenderError(SystemError(operation: "mkdtemp"), output: parent.path)
    }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
