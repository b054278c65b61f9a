/// The project's variables, and the tree with `${name}` replaced by their values.
///
/// A value given with `--set` is taken as it is; one in the file may use other variables. Values
/// are put in once and not looked through again, so no value can smuggle in a reference.
struct Variables {
  private(set) var diagnostics = DiagnosticList()

  private var declared: [String: Node] = [:]
  private var names: [String] = []
  private var resolved: [String: String] = [:]
  /// Reported already; using it again reports nothing.
  private var broken: Set<String> = []
  private var resolving: [String] = []
  private var bytesLeft = Self.mostBytes
  private let overrides: [(name: String, value: String)]

  // Substituted text in all, and in one value: a chain of doublings must not fill the memory.
  private static let mostBytes = 16 << 20
  private static let longestValue = 64 << 10
  private static let deepest = 64
  private static let mostSuggested = 500

  /// Takes the `vars` of a project's mapping.
  init(declaredIn root: Node, overrides: [(name: String, value: String)]) {
    guard case .mapping(let entries) = root.content else {
      self.init(declaredInEntries: [], overrides: overrides)
      return
    }
    self.init(declaredInEntries: entries, overrides: overrides)
  }

  /// Takes the `vars` among a mapping's entries.
  init(declaredInEntries entries: [Node.Entry], overrides: [(name: String, value: String)]) {
    self.overrides = overrides
    for entry in entries where entry.key == "vars" {
      if case .mapping(let variables) = entry.value.content {
        for variable in variables where !variable.key.hasPrefix("x-") { declare(variable) }
      } else if entry.value.scalarText == nil || !entry.value.isNull {
        diagnostics.append(.variablesNotMapping(at: entry.value.range))
      }
    }
    for (name, value) in overrides { resolved[name] = value }
  }

  private mutating func declare(_ entry: Node.Entry) {
    guard entry.key.unicodeScalars.allSatisfy(Self.canBeInName) else {
      diagnostics.append(.variableName(entry.key, at: entry.keyRange))
      return
    }
    guard case .scalar = entry.value.content else {
      diagnostics.append(.variableNotScalar(entry.key, at: entry.value.range))
      broken.insert(entry.key)
      return
    }
    names.append(entry.key)
    declared[entry.key] = entry.value
  }

  private static func canBeInName(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "_" || scalar == "-" || scalar == "."
  }

  // MARK: The tree

  /// Returns the project with every variable in place, or nil if something is wrong with one.
  mutating func substitute(inProject root: Node) -> Node? {
    for (name, _) in overrides where declared[name] == nil {
      diagnostics.append(.variableUndeclared(name, known: names))
    }
    for name in names { _ = value(of: name) }
    guard case .mapping(var entries) = root.content else { return root }
    for index in entries.indices where !["vars", "include"].contains(entries[index].key) {
      if let changed = substitute(in: entries[index]) { entries[index] = changed }
    }
    return diagnostics.hasErrors ? nil : Node(.mapping(entries), at: root.range)
  }

  /// Returns a changed node, nil if nothing in it refers to a variable.
  private mutating func substitute(in node: Node) -> Node? {
    switch node.content {
    case .scalar(let scalar):
      guard Self.mayRefer(scalar.text), let text = text(of: node) else { return nil }
      let replaced = Node.Scalar(text: text, isQuoted: scalar.isQuoted)
      return Node(.scalar(replaced.isNull ? Node.Scalar(text: text, isQuoted: true) : replaced), at: node.range)
    case .sequence(let items):
      var changed: [Node]?
      for (index, item) in items.enumerated() {
        guard let new = substitute(in: item) else { continue }
        changed = changed ?? items
        changed?[index] = new
      }
      return changed.map { Node(.sequence($0), at: node.range) }
    case .mapping(let entries):
      var changed: [Node.Entry]?
      for (index, entry) in entries.enumerated() {
        guard let new = substitute(in: entry) else { continue }
        changed = changed ?? entries
        changed?[index] = new
      }
      guard let changed else { return nil }
      checkKeys(of: changed)
      return Node(.mapping(changed), at: node.range)
    }
  }

  private mutating func substitute(in entry: Node.Entry) -> Node.Entry? {
    // The author's own notes are nobody's business.
    guard !entry.key.hasPrefix("x-") else { return nil }
    let key = Self.mayRefer(entry.key) ? replace(in: entry.key, at: entry.keyRange) : nil
    let value = substitute(in: entry.value)
    guard key != nil || value != nil else { return nil }
    return Node.Entry(key: key ?? entry.key, keyRange: entry.keyRange, value: value ?? entry.value)
  }

  /// Two keys that were different may have become one.
  private mutating func checkKeys(of entries: [Node.Entry]) {
    var places: [String: SourceRange] = [:]
    for entry in entries {
      if let first = places.updateValue(entry.keyRange, forKey: entry.key) {
        diagnostics.append(.yamlDuplicateKey(entry.key, first: first, second: entry.keyRange))
      }
    }
  }

  private static func mayRefer(_ text: String) -> Bool { text.utf8.contains(UInt8(ascii: "$")) }

  // MARK: Values

  /// Returns a scalar's text with its variables in place, nil after an error.
  mutating func text(of node: Node) -> String? {
    guard let text = node.scalarText else { return nil }
    return Self.mayRefer(text) ? replace(in: text, at: node.range) : text
  }

  private mutating func replace(in text: String, at range: SourceRange) -> String? {
    guard !diagnostics.isFull else { return nil }
    var result = ""
    var isWhole = true
    for piece in VariableText.pieces(of: text) {
      switch piece {
      case .literal(let literal): result += literal
      case .unclosed:
        diagnostics.append(.variableUnclosed(at: range))
        isWhole = false
      case .reference(let name):
        if let value = value(of: name) ?? report(name, at: range) { result += value } else { isWhole = false }
      }
      guard result.utf8.count <= Self.longestValue, result.utf8.count <= bytesLeft else {
        diagnostics.append(.variableTooLarge(at: range))
        return nil
      }
    }
    bytesLeft -= result.utf8.count
    return isWhole ? result : nil
  }

  /// Returns a variable's value, nil if it is unknown or something is wrong with it.
  private mutating func value(of name: String) -> String? {
    if let value = resolved[name] { return value }
    guard !broken.contains(name), let node = declared[name] else { return nil }
    if resolving.contains(name) || resolving.count >= Self.deepest {
      diagnostics.append(.variableCycle(resolving.drop { $0 != name } + [name], at: node.range))
      broken.insert(name)
      return nil
    }
    if node.isNull {
      diagnostics.append(.variableUnset(name, at: node.range))
      broken.insert(name)
      return nil
    }
    resolving.append(name)
    defer { resolving.removeLast() }
    guard let value = text(of: node) else {
      broken.insert(name)
      return nil
    }
    resolved[name] = value
    return value
  }

  /// Reports an unknown variable; always returns nil.
  private mutating func report(_ name: String, at range: SourceRange) -> String? {
    if declared[name] == nil, !broken.contains(name) {
      diagnostics.append(.variableUnknown(name, known: Array(names.prefix(Self.mostSuggested)), at: range))
    }
    return nil
  }
}

extension Node {
  /// Whether it is an empty value.
  package var isNull: Bool {
    guard case .scalar(let scalar) = content else { return false }
    return scalar.isNull
  }
}
