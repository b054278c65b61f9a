internal import AV
internal import Foundation

/// What an encoder notes of its first look at the pictures, with a folder for the files of those
/// that write some; the folder goes with it.
final class TwoPassNotes {
  /// The first look.
  let first: EncodingPass
  private let folder: String

  init() throws(RenderError) {
    var template = Array("\(NSTemporaryDirectory())/edlrender-notes-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw RenderError(SystemError(operation: "mkdtemp"), output: NSTemporaryDirectory())
    }
    folder = template.withUnsafeBufferPointer {
      String(decoding: $0.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
    first = EncodingPass(firstIn: folder)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }
}
