internal import Foundation

/// A process to start: the tool, its arguments, and what surrounds it.
struct Command {
  /// A path, or a name to look up.
  var tool: String
  /// The arguments after the name.
  var arguments: [String]
  /// The working folder; nil keeps the suite's.
  var folder: String?
  /// Variables on top of the suite's own environment.
  var environment: [String: String] = [:]
  /// Seconds until it is killed.
  var limit: Double = 60

  init(
    _ tool: String, _ arguments: [String], in folder: String? = nil, environment: [String: String] = [:],
    limit: Double = 60
  ) {
    self.tool = tool
    self.arguments = arguments
    self.folder = folder
    self.environment = environment
    self.limit = limit
  }

  /// The same command started by a shell that first sets limits or traps, without the descriptors that the
  /// suite's own surroundings left open.
  func after(shell preparation: String) -> Command {
    var wrapped = self
    wrapped.tool = "bash"
    let closing = "for n in /dev/fd/*; do n=${n##*/}; if [ $n -gt 2 ]; then eval \"exec $n>&-\"; fi; done"
    wrapped.arguments = ["-c", "\(closing); \(preparation); exec \"$0\" \"$@\"", tool] + arguments
    return wrapped
  }

  /// Runs to the end with both outputs captured.
  func run() throws -> Run {
    try Child(self).wait()
  }

  /// Runs to an end that must be a success.
  func runOrThrow() throws {
    let run = try run()
    guard run.status == 0 else { throw HarnessError("\(tool) \(arguments): status \(run.status)\n\(run.errors)") }
  }

  /// Runs to the end while `body` reads the output as it comes.
  func stream(_ body: (inout PipeReader) throws -> Void) throws -> Run {
    let child = try Child(self, output: .pipe)
    var reader = child.reader
    try body(&reader)
    return try child.wait()
  }
}

/// How a process ended.
struct Run: Sendable {
  /// The exit status, or 128 and the signal as a shell counts.
  var status: Int32
  /// What it printed; empty when it was streamed.
  var output: String
  /// What it complained of.
  var errors: String
  /// Wall time.
  var seconds: Double
  /// The largest resident set, in MiB.
  var peakMiB: Double
  /// It was killed for exceeding its limit.
  var timedOut: Bool
}

/// A process or a tool that could not do its part; the suite's own trouble, not a finding.
struct HarnessError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
