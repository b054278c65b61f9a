internal import Foundation

/// Where the tests find the program, the examples and their media.
enum Places {
  /// The root of the package.
  static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  /// The program under test: `EDLRENDER_BIN`, else the release build.
  static let program =
    ProcessInfo.processInfo.environment["EDLRENDER_BIN"] ?? "\(package)/.build/release/edlrender"

  static let examples = [
    "cutdown", "three-clips", "slideshow", "loop", "mixed-rates", "showcase", "titles", "trailer", "vertical",
    "effects", "golden",
    "podcast", "routing", "streams", "ladder",
  ]

  /// The examples' media, made when the first test asks for them.
  static let media: String = {
    do {
      try Tool.run("\(package)/examples/make_media.sh", [])
    } catch {
      fatalError("the examples' media cannot be made: \(error)")
    }
    return "\(package)/examples/media"
  }()
}

/// Runs the program to its end.
func edlrender(
  _ arguments: String..., in folder: Folder? = nil, environment: [String: String] = [:]
) throws -> Outcome {
  try Tool(Places.program, arguments, in: folder?.path, environment: environment).finish()
}
