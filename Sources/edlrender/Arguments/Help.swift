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
      \(table(zip(rows, commands.map { $0.summary })))

      Options of every command:
      \(optionTable(CommonOptions.all + [versionOption]))

      "edlrender COMMAND --help" says all about one command.

      Exit status:
      \(table(ExitStatus.allCases.map { ("\($0.rawValue)", $0.meaning) }))

      """
  }

  /// The help of one command.
  static func command(_ command: CommandSpec) -> String {
    let operands = command.operands.map { " \($0.usage)" }.joined()
    let lead = command.summary.prefix(1).uppercased() + command.summary.dropFirst() + "."
    var parts = [
      "\(wrapped(lead, width: 80))\n\nUsage:\n  edlrender \(command.name)\(operands) [OPTION...]"
    ]
    if !command.operands.isEmpty {
      parts.append("Arguments:\n" + table(command.operands.map { ($0.usage, $0.help) }))
    }
    if !command.options.isEmpty { parts.append("Options:\n" + optionTable(command.options)) }
    parts.append("Options of every command:\n" + optionTable(CommonOptions.all))
    parts += command.discussion.map { wrapped($0, width: 80) }
    if !command.examples.isEmpty {
      parts.append("Examples:\n" + command.examples.map { "  edlrender \($0)" }.joined(separator: "\n"))
    }
    return parts.joined(separator: "\n\n") + "\n"
  }

  static let versionOption = OptionSpec("--version", help: "prints the version")

  private static func optionTable(_ options: [OptionSpec]) -> String {
    table(options.map { ($0.usage, $0.help + ($0.isRepeatable ? "; may be given again" : "")) })
  }

  /// Two columns; a left side too wide for its column gets a line of its own.
  private static func table(_ rows: some Swift.Sequence<(String, String)>) -> String {
    let column = 26
    return rows.map { left, right in
      let lines = wrapped(right, width: 80 - column).split(separator: "\n").map(String.init)
      let indent = String(repeating: " ", count: column)
      let head = "  " + left
      let isWide = head.count > column - 2
      let padding = String(repeating: " ", count: isWide ? 0 : column - head.count)
      let first = isWide ? head + "\n" + indent : head + padding
      return first + lines.joined(separator: "\n" + indent)
    }.joined(separator: "\n")
  }

  private static func wrapped(_ text: String, width: Int) -> String {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines.joined(separator: "\n")
  }
}
