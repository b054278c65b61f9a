/// A command line that was understood.
struct Invocation: Sendable {
  /// The command.
  let command: CommandSpec
  /// The arguments without dashes, the command's own name left out.
  let operands: [String]
  /// The values of each option by its ``OptionSpec/name``; a switch has an empty one.
  let values: [String: [String]]

  /// Whether an option was given.
  func has(_ option: OptionSpec) -> Bool { values[option.name] != nil }

  /// The value of an option.
  func value(of option: OptionSpec) -> String? { values[option.name]?.last }

  /// All values of an option, in order.
  func values(of option: OptionSpec) -> [String] { values[option.name] ?? [] }

  /// The number given with an option.
  func count(of option: OptionSpec) -> Int? { value(of: option).flatMap { Int($0) } }
}

/// A command line that makes no sense.
struct UsageError: Error, Hashable {
  /// What is wrong: lower case, no full stop.
  let message: String
  /// The command whose help says more; nil: the general help.
  let command: String?
}
