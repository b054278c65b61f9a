/// Writes the help out of the command table.
enum Help {
  /// The help of the whole program.
  static func general(_ commands: [CommandSpec]) -> String {
    let rows = commands.map { command in
      ([command.name] + command.operands.map { $0.usage }).joined(separator: " ")
    }
    return """
      edlrender makes a film out of a YAML timeline.

      Usage:
        edlrender PROJECT [OPTION...]      renders it, as "edlrender render PROJECT" does
        edlrender COMMAND [ARGUMENT...] [OPTION...]

      Commands:
      \(Paragraphs.columns(zip(rows, commands.map { $0.summary })))

      Options of every command:
      \(optionTable(CommonOptions.all + [versionOption]))

      "edlrender COMMAND --help" says all about one command.

      Exit status:
      \(Paragraphs.columns(ExitStatus.allCases.map { ("\($0.rawValue)", $0.meaning) }))

      """
  }

  /// The help of one command.
  static func command(_ command: CommandSpec) -> String {
    let operands = command.operands.map { " \($0.usage)" }.joined()
    let lead = command.summary.prefix(1).uppercased() + command.summary.dropFirst() + "."
    var parts = [
      "\(Paragraphs.wrapped(lead))\n\nUsage:\n  edlrender \(command.name)\(operands) [OPTION...]"
    ]
    if !command.operands.isEmpty {
      parts.append("Arguments:\n" + Paragraphs.columns(command.operands.map { ($0.usage, $0.help) }))
    }
    if !command.options.isEmpty { parts.append("Options:\n" + optionTable(command.options)) }
    parts.append("Options of every command:\n" + optionTable(CommonOptions.all))
    parts += command.discussion.map { Paragraphs.wrapped($0) }
    if !command.examples.isEmpty {
      parts.append("Examples:\n" + command.examples.map { "  edlrender \($0)" }.joined(separator: "\n"))
    }
    return parts.joined(separator: "\n\n") + "\n"
  }

  static let versionOption = OptionSpec(
    "--version", help: "prints the version, and those of the libraries that it runs with")

  private static func optionTable(_ options: [OptionSpec]) -> String {
    Paragraphs.columns(options.map { ($0.usage, $0.help + ($0.isRepeatable ? "; may be given again" : "")) })
  }
}
