/// Gathers a list's nodes, those of a cut text as one.
struct YAMLSequenceBuilder {
  private var items: [Node] = []
  private let findsCutTexts: Bool
  private var cut: CutText?

  init(findsCutTexts: Bool) { self.findsCutTexts = findsCutTexts }

  mutating func take(_ node: Node, at range: SourceRange, _ diagnostics: inout DiagnosticList) {
    guard findsCutTexts else { return items.append(node) }
    // What an alias stands for is whole.
    let isWrittenHere = node.range == range
    if var longer = cut {
      if isWrittenHere, longer.take(node) {
        cut = longer
        guard longer.isWhole else { return }
        cut = nil
        diagnostics.append(longer.diagnostic)
        return items.append(longer.node)
      }
      endCut()
    }
    cut = isWrittenHere ? CutText(node) : nil
    if cut == nil { items.append(node) }
  }

  mutating func finish() -> [Node] {
    endCut()
    return items
  }

  private mutating func endCut() {
    items += cut?.pieces ?? []
    cut = nil
  }
}
