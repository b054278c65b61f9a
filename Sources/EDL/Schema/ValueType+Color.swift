extension ValueType where Value == Color {
  /// A colour in one of the forms of CSS.
  static let color = ValueType(
    "a colour such as red, \"#ff8800\" or rgb(255, 136, 0)",
    schema: SchemaDefinitions.reference("color")
  ) { node, name, diagnostics in
    let noun = "a colour such as red, \"#ff8800\" or rgb(255, 136, 0)"
    if case .scalar(let scalar) = node.content, scalar.isNull {
      // What YAML makes of an unquoted `#ff8800`: nothing, and a comment.
      let message = "\"\(name)\" has no value: it must be \(noun); a colour that begins with # must stand in quotes"
      diagnostics.append(Diagnostic(.error, code: "document.wrong-type", message, at: node.range))
      return nil
    }
    guard let text = node.scalarText(as: noun, name, &diagnostics) else { return nil }
    if let color = Color(text: text) { return color }
    let fixIts = closestMatch(to: text, in: Color.cssNames.keys.sorted()).map {
      [Diagnostic.FixIt("write \"\($0)\"", replacing: node.range, with: $0)]
    }
    diagnostics.append(.badValue(text, name, code: "value.color", mustBe: noun, at: node.range, fixIts: fixIts ?? []))
    return nil
  }
}
