internal import Foundation
internal import Testing

/// Where the suite finds the command, the tools that judge it, and the shared media.
enum Places {
  /// The root of the package, from this file's own place.
  static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The command under test: `EDLRENDER_BIN`, else the release build.
  static let command =
    ProcessInfo.processInfo.environment["EDLRENDER_BIN"] ?? package.appending(path: ".build/release/edlrender").path

  /// The folder with the media corpus: `EDLRENDER_SHARED`, else `../shared`.
  static let shared =
    ProcessInfo.processInfo.environment["EDLRENDER_SHARED"]
    ?? package.deletingLastPathComponent().appending(path: "shared").path

  /// Finds a tool on the search path.
  static func tool(_ name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Whether a file or folder of the shared media is there.
  static func hasShared(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(shared)/\(path)")
  }

  /// Whether the suite runs as the superuser, who may mount and make device nodes.
  static let isRoot = geteuid() == 0
}

extension Trait where Self == ConditionTrait {
  /// Skips where the command is not built. One test of its own fails then, so nothing is skipped unseen.
  static var needsCommand: Self {
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: Places.command),
      "no command at \(Places.command): swift build -c release --product edlrender, or set EDLRENDER_BIN")
  }

  /// Skips where the shared media are absent.
  static func needsShared(_ path: String) -> Self {
    .enabled(if: Places.hasShared(path), "no \(path) under \(Places.shared): set EDLRENDER_SHARED")
  }

  /// Skips where a tool is not installed.
  static func needsTool(_ name: String) -> Self {
    .enabled(if: Places.tool(name) != nil, "\(name) is not installed")
  }

  /// Skips where the suite may not mount or make device nodes.
  static var needsRoot: Self {
    .enabled(if: Places.isRoot, "only the superuser can set this up")
  }
}
