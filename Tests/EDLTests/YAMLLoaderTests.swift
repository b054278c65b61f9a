import EDL
import Testing

/// A tree as short text: scalars bare or in quotes, `[…]` and `{k: v}`.
func outline(_ node: Node) -> String {
  switch node.content {
  case .scalar(let scalar): scalar.isNull ? "null" : scalar.isQuoted ? "'\(scalar.text)'" : scalar.text
  case .sequence(let items): "[" + items.map(outline).joined(separator: ", ") + "]"
  case .mapping(let entries):
    "{" + entries.map { "\($0.key): \(outline($0.value))" }.joined(separator: ", ") + "}"
  }
}

/// Loads a text that is to be free of findings, as an outline.
func outline(_ text: String) -> String? {
  var diagnostics = DiagnosticList()
  let node = YAMLLoader.load(text: text, file: 0, diagnostics: &diagnostics)
  return diagnostics.all.isEmpty ? node.map(outline) : nil
}

/// Loads a text and returns what is found wrong with it.
func findings(_ text: String) -> [Diagnostic] {
  var diagnostics = DiagnosticList()
  _ = YAMLLoader.load(text: text, file: 0, diagnostics: &diagnostics)
  return diagnostics.all
}

@Suite struct YAMLLoaderTests {
  @Test func everyNodeAndKeyHasItsRange() throws {
    let marked = MarkedText(
      """
      ⟦r⟧⟦k1⟧ab⟦k2⟧: ⟦v1⟧cd⟦v2⟧
      "⟦q⟧list":
        ⟦s⟧- ⟦d1⟧"é x"⟦d2⟧ # wide: 漢
        - ⟦f1⟧{a: [1, 2]}⟦f2⟧⟦e⟧

      # end
      """)
    var diagnostics = DiagnosticList()
    let root = try #require(YAMLLoader.load(text: marked.text, file: 3, diagnostics: &diagnostics))
    #expect(root.range == marked.range("r", "e", file: 3))
    guard case .mapping(let entries) = root.content, entries.count == 2 else {
      Issue.record("not a mapping of two")
      return
    }
    #expect(entries[0].keyRange == marked.range("k1", "k2", file: 3))
    #expect(entries[0].value.range == marked.range("v1", "v2", file: 3))
    #expect(entries[1].value.range == marked.range("s", "e", file: 3))
    guard case .sequence(let items) = entries[1].value.content else {
      Issue.record("not a sequence")
      return
    }
    #expect(items.map(\.range) == [marked.range("d1", "d2", file: 3), marked.range("f1", "f2", file: 3)])
  }

  @Test func scalarsStayRawText() {
    #expect(
      outline("[1:30, 01:30, \"1:30\", 010, 0x10, on, no, 1_0, .5e1, +7, 5s, 00:00:05:00, ~, null, 'null', !!str ~]")
        == "[1:30, 01:30, '1:30', 010, 0x10, on, no, 1_0, .5e1, +7, 5s, 00:00:05:00, null, null, 'null', '~']")
    #expect(outline("a: |\n  x\n  y\nb: >-\n  x\n  y\nc:") == "{a: 'x\ny\n', b: 'x y', c: null}")
    #expect(outline("{a: 01:00:20;02, b: [50%, -12dB], c: -16LUFS}") == "{a: 01:00:20;02, b: [50%, -12dB], c: -16LUFS}")
  }

  @Test func aliasesAreSharedAndMergeKeysApplied() {
    #expect(outline("a: &x [1]\nb: *x\nc: &x 2\nd: *x") == "{a: [1], b: [1], c: 2, d: 2}")
    // What the mapping says itself wins, wherever it says it; of a list the earlier wins.
    #expect(
      outline("- &a {p: 1, q: 2}\n- &b {q: 3, r: 4}\n- {<<: [*a, *b], p: 9}\n- {<<: *b, s: 5}")
        == "[{p: 1, q: 2}, {q: 3, r: 4}, {p: 9, q: 2, r: 4}, {s: 5, q: 3, r: 4}]")
    #expect(outline("'<<': 1") == "{<<: 1}")
    #expect(outline("&k key: 1\nother: {*k : 2}") == "{key: 1, other: {key: 2}}")
  }

  @Test func anAliasStandsWhereItIsAndItsNodeWhereItWasWritten() throws {
    let marked = MarkedText("a: &x ⟦v1⟧one⟦v2⟧\n⟦k1⟧b⟦k2⟧:\n  ⟦s⟧- *x⟦e⟧\n⟦l1⟧*x⟦l2⟧ : 2")
    var diagnostics = DiagnosticList()
    let root = try #require(YAMLLoader.load(text: marked.text, file: 0, diagnostics: &diagnostics))
    guard case .mapping(let entries) = root.content, entries.count == 3 else {
      Issue.record("not a mapping of three")
      return
    }
    #expect(entries[1].value.range == marked.range("s", "e"))
    guard case .sequence(let items) = entries[1].value.content else { return }
    #expect(items.first?.scalarText == "one")
    #expect(items.first?.range == marked.range("v1", "v2"))
    #expect(entries[2].key == "one")
    #expect(entries[2].keyRange == marked.range("l1", "l2"))
  }

  @Test func byteOrderMarkCarriageReturnsAndTabsBetweenTokens() {
    // YAML-05 (c), (d)
    #expect(outline("\u{FEFF}a: 1\r\nb: 2\r\n") == "{a: 1, b: 2}")
    #expect(outline("a: 1\t# comment\nb:\t2\n") == "{a: 1, b: 2}")
    #expect(outline("a: {\n\tb: 1,\n\tc: [1,\t2]\n}") == "{a: {b: 1, c: [1, 2]}}")
    #expect(outline("a: |\n  y\n  \tx") == "{a: 'y\n\tx'}")
  }

  @Test func coreTagsAreIgnoredAndOthersRefused() throws {
    #expect(outline("!!map {a: !!int \"1\", b: !!seq [x], c: ! 5}") == "{a: '1', b: [x], c: '5'}")
    let marked = MarkedText("a: ⟦1⟧!color red⟦2⟧")
    let found = try #require(findings(marked.text).first)
    #expect(found.code == "yaml.tag")
    #expect(found.message.contains("\"!color\""))
    #expect(found.range == marked.range("1", "2"))
    #expect(findings("!!binary aGk=").map(\.code) == ["yaml.tag"])
  }

  @Test func oneDocumentOnly() {
    #expect(outline("---\na: 1\n...\n") == "{a: 1}")
    #expect(outline("%YAML 1.2\n---\na: 1") == "{a: 1}")
    let marked = MarkedText("a: 1\n⟦1⟧---\nb: 2")
    #expect(findings(marked.text).map(\.code) == ["yaml.documents"])
    #expect(findings(marked.text).first?.range?.start == marked["1"])
  }

  @Test(arguments: ["", "\n", "# nothing\n", "---\n", "~", "\u{FEFF}"]) func emptyFiles(_ text: String) {
    #expect(findings(text).map(\.code) == ["yaml.empty"])
  }
}
