internal import EDL

/// Turns the words of a command line into an ``Invocation``, by the command table alone.
///
/// Options stand anywhere, also before the command; `--` ends them. A value is the next word or
/// follows `=`; a short option's value may follow at once (`-oout.mp4`). The first word without
/// dashes is the command; a path in its place means `render`.
struct ArgumentParser {
  /// What the words ask for.
  enum Request {
    case run(Invocation)
    case help(CommandSpec?)
    case version
  }

  let commands: [CommandSpec]
  /// The command that a path in its place means.
  let implied: CommandSpec
  /// Whether a word is the path of a file: tells `edlrender film` from a mistyped command.
  let isFile: (String) -> Bool

  func parse(_ arguments: [String]) throws(UsageError) -> Request {
    let (words, options) = try split(arguments)
    let wantsHelp = options.contains { CommonOptions.help.names.contains($0.name) }
    guard let first = words.first else {
      if options.contains(where: { $0.name == Help.versionOption.name }) { return .version }
      if wantsHelp || arguments.isEmpty { return .help(nil) }
      throw UsageError(message: "no project is given", command: nil)
    }
    if first == "help" { return .help(try words.dropFirst().first.map(named)) }
    let isNamed = commands.contains { $0.name == first }
    let command = try isNamed || !looksLikePath(first) ? named(first) : implied
    if wantsHelp { return .help(command) }
    let values = try collect(options, for: command)
    let operands = isNamed ? Array(words.dropFirst()) : words
    try checkCount(of: operands, for: command)
    return .run(Invocation(command: command, operands: operands, values: values))
  }

  /// An option as it was written.
  private struct GivenOption {
    let name: String
    /// The text after `=`, or glued to a short name.
    var attached: String?
    /// The word that follows, when some command takes a value here.
    var following: String?
  }

  private func split(_ arguments: [String]) throws(UsageError) -> (words: [String], options: [GivenOption]) {
    let known = Set((commands.flatMap { $0.allOptions }).filter { $0.takesValue }.flatMap { $0.names })
    var words: [String] = []
    var options: [GivenOption] = []
    var rest = arguments[...]
    while let word = rest.popFirst() {
      if word == "--" {
        words += rest
        break
      }
      guard word.hasPrefix("-"), word != "-" else {
        words.append(word)
        continue
      }
      var option = spelled(word)
      if option.attached == nil, known.contains(option.name) { option.following = rest.popFirst() }
      options.append(option)
    }
    return (words, options)
  }

  private func spelled(_ word: String) -> GivenOption {
    if word.hasPrefix("--") {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      return GivenOption(name: parts[0], attached: parts.count > 1 ? parts[1] : nil)
    }
    let name = String(word.prefix(2))
    return GivenOption(name: name, attached: word.count > 2 ? String(word.dropFirst(2)) : nil)
  }

  private func collect(
    _ given: [GivenOption], for command: CommandSpec
  ) throws(UsageError) -> [String: [String]] {
    var values: [String: [String]] = [:]
    for option in given {
      guard let spec = command.allOptions.first(where: { $0.names.contains(option.name) }) else {
        throw unknown(option.name, for: command)
      }
      guard spec.isRepeatable || !spec.takesValue || values[spec.name] == nil else {
        throw UsageError(message: "\(spec.name) is given twice", command: command.name)
      }
      let text: String
      if spec.takesValue {
        guard let value = option.attached ?? option.following else {
          throw UsageError(message: "\(spec.usage) needs its value", command: command.name)
        }
        text = value
      } else {
        text = option.attached ?? ""
      }
      if spec.takesValue || option.attached != nil, let fault = spec.fault(in: text) {
        throw UsageError(message: fault, command: command.name)
      }
      values[spec.name, default: []].append(text)
    }
    return values
  }

  private func unknown(_ name: String, for command: CommandSpec) -> UsageError {
    let own = command.allOptions.flatMap { $0.names }
    var message = "\(command.name) has no option \"\(name)\""
    if let owner = commands.first(where: { $0.options.contains { $0.names.contains(name) } }) {
      message += "; \(owner.name) has it"
    } else if let near = closestMatch(to: name, in: own) {
      message += "; did you mean \"\(near)\"?"
    }
    return UsageError(message: message, command: command.name)
  }

  private func looksLikePath(_ word: String) -> Bool {
    word.contains("/") || word.contains(".") || isFile(word)
  }

  private func named(_ word: String) throws(UsageError) -> CommandSpec {
    if let command = commands.first(where: { $0.name == word }) { return command }
    let near = closestMatch(to: word, in: commands.map { $0.name })
    let hint = near.map { "; did you mean \"\($0)\"?" } ?? ", nor is there a file of that name"
    throw UsageError(message: "there is no command \"\(word)\"\(hint)", command: nil)
  }

  private func checkCount(of operands: [String], for command: CommandSpec) throws(UsageError) {
    let least = command.operands.map { $0.count.lowerBound }.reduce(0, +)
    if operands.count < least {
      let wanted = command.operands.map { $0.usage }.joined(separator: " ")
      let got = operands.isEmpty ? "nothing" : operands.map { "\"\($0)\"" }.joined(separator: " ")
      throw UsageError(message: "\(command.name) needs \(wanted), and got \(got)", command: command.name)
    }
    let isOpen = command.operands.contains { $0.count.upperBound == .max }
    let most = isOpen ? .max : command.operands.map { $0.count.upperBound }.reduce(0, +)
    guard operands.count > most else { return }
    let taken = most == 0 ? "no argument" : command.operands.map { $0.usage }.joined(separator: " ")
    throw UsageError(
      message: "\(command.name) takes \(taken), and \"\(operands[most])\" is one too many", command: command.name)
  }
}
