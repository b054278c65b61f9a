/// One option of the command line: the same entry parses it and prints its line of help.
struct OptionSpec: Sendable {
  /// What follows the option's name.
  enum Value: Sendable {
    /// Nothing: the option is a switch.
    case none
    /// Any text, called by this name in the help.
    case text(String)
    /// One of these words.
    case choice([String])
    /// A whole number, at least 1, called by this name in the help.
    case count(String)
  }

  /// The names with their dashes, a short one first: `-q`, `--quiet`.
  let names: [String]
  /// What follows the name.
  let value: Value
  /// Whether it may be given more than once; every value counts then.
  let isRepeatable: Bool
  /// What it does, in a sentence or two without a full stop at the end.
  let help: String

  init(_ names: String..., value: Value = .none, isRepeatable: Bool = false, help: String) {
    self.names = names
    self.value = value
    self.isRepeatable = isRepeatable
    self.help = help
  }

  /// The name that stands for the option in messages and look-ups: the long one.
  var name: String { names.last ?? "" }

  /// Whether a value follows the name.
  var takesValue: Bool {
    if case .none = value { false } else { true }
  }

  /// The left column of its help: `-o FILE`, `--color auto|always|never`.
  var usage: String {
    let spelled = names.joined(separator: ", ")
    return switch value {
    case .none: spelled
    case .text(let placeholder), .count(let placeholder): "\(spelled) \(placeholder)"
    case .choice(let words): "\(spelled) \(words.joined(separator: "|"))"
    }
  }

  /// What is wrong with a value, or nil.
  func fault(in text: String) -> String? {
    switch value {
    case .none: "\(name) takes no value"
    case .text: text.isEmpty ? "\(name) needs a value, and got an empty one" : nil
    case .choice(let words):
      words.contains(text)
        ? nil : "\(name) is one of \(words.joined(separator: ", ")), not \"\(text)\""
    case .count:
      Int(text).map { $0 >= 1 } == true ? nil : "\(name) is a whole number from 1, not \"\(text)\""
    }
  }
}
