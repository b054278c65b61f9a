/// One command: what it takes, how its help reads, and what it does.
struct CommandSpec: Sendable {
  /// An argument without dashes, or several.
  struct Operand: Sendable {
    /// The name in the help: `PROJECT`.
    let name: String
    /// How many there may be.
    let count: ClosedRange<Int>
    /// What it is.
    let help: String

    static func one(_ name: String, help: String) -> Operand {
      Operand(name: name, count: 1...1, help: help)
    }

    static func optional(_ name: String, help: String) -> Operand {
      Operand(name: name, count: 0...1, help: help)
    }

    static func several(_ name: String, help: String) -> Operand {
      Operand(name: name, count: 1...Int.max, help: help)
    }

    /// `PROJECT`, `[CODE]`, `FILE...`.
    var usage: String {
      if count.lowerBound == 0 { return "[\(name)]" }
      return count.upperBound > 1 ? "\(name)..." : name
    }
  }

  /// The word on the command line.
  let name: String
  /// One line for the list of commands, lower case, no full stop.
  let summary: String
  /// The arguments without dashes, in order; only the last may be optional or several.
  let operands: [Operand]
  /// The options besides those that every command takes.
  let options: [OptionSpec]
  /// Further paragraphs of the help.
  let discussion: [String]
  /// Lines to try, each without the program's name.
  let examples: [String]
  /// Does the work.
  let run: @Sendable (Invocation) -> ExitStatus

  init(
    _ name: String, summary: String, operands: [Operand] = [], options: [OptionSpec] = [],
    discussion: [String] = [], examples: [String] = [], run: @escaping @Sendable (Invocation) -> ExitStatus
  ) {
    self.name = name
    self.summary = summary
    self.operands = operands
    self.options = options
    self.discussion = discussion
    self.examples = examples
    self.run = run
  }

  /// Every option that the command takes.
  var allOptions: [OptionSpec] { options + CommonOptions.all }
}

/// The options that every command takes.
enum CommonOptions {
  static let set = OptionSpec(
    "--set", value: .text("NAME=VALUE"), isRepeatable: true,
    help: "gives the project's variable NAME this value")
  static let json = OptionSpec(
    "--json", help: "writes diagnostics and the result to stdout, one JSON object a line")
  static let color = OptionSpec(
    "--color", value: .choice(["auto", "always", "never"]),
    help: "colours messages; auto: on a terminal, unless NO_COLOR is set")
  static let quiet = OptionSpec("-q", "--quiet", help: "prints errors only")
  static let help = OptionSpec("-h", "--help", help: "prints this help")

  static let all = [set, json, color, quiet, help]
}

/// The options that more than one command takes.
enum ProjectOptions {
  static let strict = OptionSpec("--strict", help: "takes every warning as an error")
  static let root = OptionSpec(
    "--root", value: .text("DIR"), help: "reads nothing outside DIR, symbolic links resolved")
  static let allow = OptionSpec(
    "--allow", value: .text("DIR"), isRepeatable: true,
    help: "lets outputs be written under DIR besides the project's folder")
  static let allowFilter = OptionSpec(
    "--allow-filter", value: .text("NAME"), isRepeatable: true,
    help: "lets the project use a filter that writes files, opens sockets or loads code")
}
