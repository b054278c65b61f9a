/// libavfilter's text of graphs: read into calls of filters, and written again.
///
///     [in]split[a][b];[a]hue=s=0[c];[b][c]blend=all_mode=screen[out]
///
/// A value is escaped twice: for the list of options, and that list for the graph.
enum FilterText {
  /// One filter of a graph with the labels of its pads.
  struct Call: Hashable {
    var inputs: [String] = []
    var name: String
    /// In the order written; without a name they go to the filter's options in their own order.
    var options: [(name: String?, value: String)] = []
    var outputs: [String] = []

    static func == (lhs: Call, rhs: Call) -> Bool { lhs.text == rhs.text }
    func hash(into hasher: inout Hasher) { hasher.combine(text) }

    /// The call as libavfilter reads it.
    var text: String {
      let pads = { (names: [String]) in names.map { "[\($0)]" }.joined() }
      return pads(inputs) + FilterText.text(name, options) + pads(outputs)
    }
  }

  /// What is wrong with a graph's text.
  struct Fault: Error { var message: String }

  /// A filter with its options.
  static func text(_ name: String, _ options: [(name: String?, value: String)]) -> String {
    guard !options.isEmpty else { return name }
    let list = options.map { option in
      (option.name.map { $0 + "=" } ?? "") + escape(option.value, "\\':")
    }
    return name + "=" + escape(list.joined(separator: ":"), "\\'[],;")
  }

  /// Chains of calls as one text.
  static func text(_ chains: [[Call]]) -> String {
    chains.map { $0.map(\.text).joined(separator: ",") }.joined(separator: ";")
  }

  private static func escape(_ text: String, _ special: String) -> String {
    var result = ""
    for character in text {
      if special.contains(character) { result.append("\\") }
      result.append(character)
    }
    // What stands at an end is trimmed unless it is escaped.
    if result.last == " " { result = String(result.dropLast()) + "\\ " }
    if result.first == " " { result = "\\" + result }
    return result
  }

  /// Reads a graph: chains of calls.
  static func parse(_ text: String) throws(Fault) -> [[Call]] {
    var reader = Reader(text)
    var chains: [[Call]] = [[]]
    while true {
      reader.skipSpace()
      guard !reader.isAtEnd else { break }
      var call = Call(inputs: try reader.labels(), name: "")
      reader.skipSpace()
      let head = reader.token(until: "=,;[")
      guard let name = head.split(separator: "@").first.map(String.init), !name.isEmpty else {
        throw Fault(message: "a filter's name is missing")
      }
      guard name != "sws_flags" else { throw Fault(message: "sws_flags are set by edlrender itself") }
      call.name = name
      if reader.take("=") { call.options = options(reader.token(until: "[],;")) }
      reader.skipSpace()
      call.outputs = try reader.labels()
      chains[chains.count - 1].append(call)
      reader.skipSpace()
      if reader.take(",") { continue }
      if reader.take(";") {
        chains.append([])
        continue
      }
      guard reader.isAtEnd else { throw Fault(message: "\"\(reader.rest.prefix(20))\" is out of place") }
    }
    guard chains.allSatisfy({ !$0.isEmpty }) || chains.count > 1 else { throw Fault(message: "the graph is empty") }
    return chains.filter { !$0.isEmpty }
  }

  /// Reads `a=1:b=2`, or values alone.
  private static func options(_ text: String) -> [(name: String?, value: String)] {
    var reader = Reader(text)
    var options: [(name: String?, value: String)] = []
    while !reader.isAtEnd {
      let name = reader.optionName()
      options.append((name, reader.token(until: ":")))
      _ = reader.take(":")
    }
    return options
  }

  private struct Reader {
    private let text: [Character]
    private var position = 0

    init(_ text: String) { self.text = Array(text) }

    var isAtEnd: Bool { position >= text.count }
    var rest: String { String(text[position...]) }

    mutating func skipSpace() {
      while position < text.count, text[position].isWhitespace { position += 1 }
    }

    mutating func take(_ character: Character) -> Bool {
      guard position < text.count, text[position] == character else { return false }
      position += 1
      return true
    }

    /// Labels in brackets.
    mutating func labels() throws(Fault) -> [String] {
      var labels: [String] = []
      while true {
        skipSpace()
        guard take("[") else { return labels }
        let label = token(until: "]")
        guard take("]"), !label.isEmpty else { throw Fault(message: "a label has no \"]\", or is empty") }
        labels.append(label)
      }
    }

    /// What stands before `=`, if it reads as an option's name.
    mutating func optionName() -> String? {
      var end = position
      while end < text.count, text[end].isASCII, text[end].isLetter || text[end].isNumber || "_-./".contains(text[end])
      {
        end += 1
      }
      guard end > position, end < text.count, text[end] == "=" else { return nil }
      defer { position = end + 1 }
      return String(text[position..<end])
    }

    /// A token up to one of the characters: `\x` is x, and within quotes all is itself.
    mutating func token(until terminators: String) -> String {
      skipSpace()
      var result = ""
      var kept = 0
      while position < text.count, !terminators.contains(text[position]) {
        let character = text[position]
        position += 1
        if character == "\\", position < text.count {
          result.append(text[position])
          position += 1
          kept = result.count
        } else if character == "'" {
          while position < text.count, text[position] != "'" {
            result.append(text[position])
            position += 1
          }
          if position < text.count { position += 1 }
          kept = result.count
        } else {
          result.append(character)
          if !character.isWhitespace { kept = result.count }
        }
      }
      return String(result.prefix(kept))
    }
  }
}
