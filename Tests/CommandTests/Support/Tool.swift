internal import Foundation

/// A finished run of a program.
struct Outcome: Sendable {
  let status: Int32
  let output: String
  let errors: String

  /// The objects that were printed, one a line.
  var objects: [[String: String]] {
    get throws {
      try output.split(separator: "\n").map { line in
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
        guard let members = object as? [String: Any] else { throw ToolError("no JSON object: \(line)") }
        return members.mapValues { "\($0)" }
      }
    }
  }
}

/// What a test could not do; never a finding about the program.
struct ToolError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// A running program whose outputs go to files, so that no amount of text blocks it.
final class Tool {
  private let process = Process()
  private let outputs: Folder

  init(_ path: String, _ arguments: [String], in folder: String? = nil, environment: [String: String] = [:]) throws {
    outputs = try Folder()
    for name in ["output", "errors"] { try outputs.write(name, "") }
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [path] + arguments
    if let folder { process.currentDirectoryURL = URL(filePath: folder) }
    // A cache of its own for each run: no test sees another's work unless it asks for it.
    process.environment = ProcessInfo.processInfo.environment.merging(["EDLRENDER_CACHE": outputs("cache")]) { $1 }
      .merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: URL(filePath: outputs("output")))
    process.standardError = try FileHandle(forWritingTo: URL(filePath: outputs("errors")))
    try process.run()
  }

  var isRunning: Bool { process.isRunning }
  var output: String { get throws { try outputs.read("output") } }

  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Waits until it has ended; a program that a signal ended has 128 and the signal, as in a shell.
  func finish() throws -> Outcome {
    process.waitUntilExit()
    let status = process.terminationStatus
    return Outcome(
      status: process.terminationReason == .uncaughtSignal ? 128 + status : status,
      output: try outputs.read("output"), errors: try outputs.read("errors"))
  }

  /// Runs a program that must succeed and returns what it printed.
  @discardableResult
  static func run(_ path: String, _ arguments: [String], in folder: String? = nil) throws -> String {
    let outcome = try Tool(path, arguments, in: folder).finish()
    guard outcome.status == 0 else {
      throw ToolError("\(path) \(arguments): status \(outcome.status)\n\(outcome.errors)")
    }
    return outcome.output
  }
}
