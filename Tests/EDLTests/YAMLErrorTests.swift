import EDL
import Testing

@Suite struct YAMLErrorTests {
  @Test func duplicateKeysNameBothLines() throws {
    // YAML-03: also with one of them quoted; the other findings of the file are told as well.
    let marked = MarkedText("- clip: a\n  ⟦a⟧in: 0\n  out: 9\n  ⟦b⟧\"in\"⟦c⟧: 20\n- {⟦d⟧x: 1, ⟦e⟧x⟦f⟧: 2}")
    let found = findings(marked.text)
    #expect(found.map(\.code) == ["yaml.duplicate-key", "yaml.duplicate-key"])
    let first = try #require(found.first)
    #expect(first.range == marked.range("b", "c"))
    #expect(first.message.contains("\"in\""))
    #expect(first.message.contains("line 2") && first.message.contains("line 4"))
    #expect(first.notes.first?.range?.start == marked["a"])
    #expect(found.last?.range == marked.range("e", "f"))
  }

  @Test func duplicateKeysAmongManyAndTopLevel() {
    let many = (0..<20).map { "k\($0): 1\n" }.joined()
    #expect(findings(many + "k3: 2\n").first?.message == "the key \"k3\" is there twice, on line 4 and on line 21")
    #expect(findings("tracks: []\nmedia: {}\ntracks: []").map(\.code) == ["yaml.duplicate-key"])
    #expect(findings("a: &a {}\nb: &b {}\nc:\n  <<: *a\n  <<: *b").map(\.code) == ["yaml.duplicate-key"])
  }

  @Test("a text that a comma cuts in { } and [ ] is one mistake, with its place and its mending")
  func textsCutByCommas() throws {
    let marked = MarkedText("- {fill: ⟦a⟧rgba(0,0, 0)⟦b⟧, in: 1}\n- [⟦c⟧rgb(1, f(2), 3)⟦d⟧, red]\n- [⟦e⟧a (\"b, c)⟦f⟧]")
    let found = findings(marked.text)
    #expect(found.map(\.code) == ["yaml.cut-text", "yaml.cut-text", "yaml.cut-text"])
    #expect(found.map(\.range) == [marked.range("a", "b"), marked.range("c", "d"), marked.range("e", "f")])
    #expect(
      found.compactMap(\.fixIts.first?.replacement) == [
        #""rgba(0, 0, 0)""#, #""rgb(1, f(2), 3)""#, #""a (\"b, c)""#,
      ])
  }

  @Test(
    "what only looks like a cut text is left alone",
    arguments: [
      "{a: ':(', b: 1}", "{a: x (, b: 1}", "[x (, {y: 1}, z)]", "[a (b), c]", "{a: (b), c: )}", "{x-a: {b: f(1, 2)}}",
      "{x-a: [f(1, 2)]}", "a: rgb(1, 2, 3)", "[a), (b]", "{a: x (, b: , c: 1}", "[&a x (, *a, b]",
    ])
  func textsThatAreNotCut(_ text: String) { #expect(findings(text).isEmpty) }

  @Test("a key without a value behind a text is told as its rest")
  func textsWithoutParenthesesCutByCommas() throws {
    let marked = MarkedText(
      """
      edlrender: 1
      tracks:
        - kind: video
          items:
            - {text: ⟦a⟧Hello, ⟦b⟧world⟦c⟧, duration: 2s}
            - {text: Hello, wurld: , duration: 2s}
      """)
    let folder = try TemporaryFolder(["film.yaml": marked.text])
    var list = DiagnosticList()
    _ = Project.load(path: folder.path + "/film.yaml", diagnostics: &list)
    let first = try #require(list.all.first)
    #expect(first.code == "yaml.cut-text" && first.range == marked.range("b", "c"))
    #expect(first.fixIts.map(\.replacement) == [#""Hello, world""#])
    #expect(first.fixIts.map(\.range) == [marked.range("a", "c")])
  }

  @Test func keysMustBeScalars() {
    #expect(findings("{[a]: 1, b: 2}").map(\.code) == ["yaml.key"])
    #expect(findings("? {a: 1}\n: 2").map(\.code) == ["yaml.key"])
    #expect(findings("?\n: 2").map(\.code) == ["yaml.key"])
  }

  @Test func mergesMustBeMappings() {
    #expect(findings("a: {<<: 5}").map(\.code) == ["yaml.merge"])
    #expect(findings("a: {<<: [{b: 1}, c]}").map(\.code) == ["yaml.merge"])
    #expect(findings("a: {<<: }").map(\.code) == ["yaml.merge"])
  }

  @Test func tabsInTheIndentation() throws {
    // YAML-05 (a), (b) and relatives: the message says tab, at the tab.
    for text in [
      "a:\n  b: 1\n ⟦1⟧\tc: 2\n", "a:\n⟦1⟧\tb: 1\n", "a:\n  b: 1\n  ⟦1⟧\tc: 2\n", "a: |\n⟦1⟧\tx", "- a\n- ⟦1⟧\tb: 1",
      "a:\n- b\n⟦1⟧\t- c", "⟦1⟧\ta: 1", "a:\n  - b\n ⟦1⟧\t- c: 1",
    ] {
      let marked = MarkedText(text)
      let found = try #require(findings(marked.text).first, "\(text)")
      #expect(found.code == "yaml.tab", "\(text): \(found.message)")
      #expect(found.message.contains("tab"))
      #expect(found.range?.start == marked["1"], "\(text)")
    }
  }

  @Test func invalidUTF8HasAPlace() throws {
    // YAML-05 (e)
    let cases: [([UInt8], Int, Int)] = [
      (Array("a: caf".utf8) + [0xE9, 0x0A], 1, 7), (Array("a: 1\nb: é".utf8) + [0xC0, 0xAF], 2, 5),
      (Array("a: ".utf8) + [0xED, 0xA0, 0x80], 1, 4), (Array("a: ".utf8) + [0xF4, 0x90, 0x80, 0x80], 1, 4),
      (Array("a: ".utf8) + [0xE2, 0x82], 1, 4), ([0xFF, 0xFE, 0x61, 0x00], 1, 1),
    ]
    for (bytes, line, column) in cases {
      var diagnostics = DiagnosticList()
      #expect(YAMLLoader.load(bytes: bytes, file: 0, diagnostics: &diagnostics) == nil)
      let found = try #require(diagnostics.all.first)
      #expect(found.code == "yaml.encoding")
      #expect(found.message.contains("invalid UTF-8"))
      #expect(found.range?.start == SourcePosition(line: line, column: column))
    }
  }

  @Test(arguments: [
    "a: ⟦1⟧\u{0}", "a: x⟦1⟧\u{1B}[31m", "a: \"⟦1⟧\u{7F}\"", "a: x⟦1⟧\u{2028}y", "\r\na: ⟦1⟧\u{85}", "a: ⟦1⟧\u{FEFF}",
  ])
  func forbiddenCharacters(_ text: String) {
    let marked = MarkedText(text.replacing("\r", with: ""))
    let found = findings(text.replacing("⟦1⟧", with: ""))
    #expect(found.map(\.code) == ["yaml.character"])
    #expect(found.first?.range?.start == marked["1"])
  }

  @Test func unknownAliasSuggests() throws {
    let marked = MarkedText("x-a: &warm 1\nb: ⟦1⟧*worm⟦2⟧")
    let found = try #require(findings(marked.text).first)
    #expect(found.code == "yaml.alias-unknown")
    #expect(found.range == marked.range("1", "2"))
    #expect(found.fixIts.map(\.replacement) == ["*warm"])
  }

  @Test func syntaxErrorsAreSaidPlainly() {
    // text, what the message must say
    let cases: [(String, String)] = [
      ("a: 1\n⟦1⟧trasition dissolve\nb: 2", "a \":\" is missing"), ("a: x⟦1⟧: y", "a \":\" is not expected here"),
      ("- {text: ⟦1⟧\"open\n- b", "never closed"), ("a: ⟦1⟧'open", "never closed"), ("a: [1, 2⟦1⟧", "\",\" or \"]\""),
      ("a: {b: 1⟦1⟧", "\",\" or \"}\""), ("a: ⟦1⟧@x", "cannot begin with \"@\""),
      ("a: ⟦1⟧`x", "cannot begin with \"`\""),
      ("a: ⟦1⟧%x", "cannot begin with \"%\""), ("a: \"⟦1⟧\\q\"", "\"\\q\" is not an escape"),
      ("a:\n  b: 1\n ⟦1⟧c: 2", "indented differently"), ("a: ⟦1⟧- b", "a list item"),
      ("a: [1}⟦1⟧", ""), ("a: ⟦1⟧]", "a value is expected"), ("a: &⟦1⟧ b", "a name"),
      ("⟦1⟧: 2", "a key is missing"), ("[a, b$⟦1⟧{c}]", "in quotes"), ("{a: $⟦1⟧{c}}", "in quotes"),
      ("{⟦1⟧: 2}", "a key is missing"), ("a: |x⟦1⟧", ""),
      ("[a]\n⟦1⟧b: 1", "indentation"),
    ]
    for (text, words) in cases {
      let marked = MarkedText(text)
      let found = findings(marked.text)
      #expect(found.map(\.code) == ["yaml.syntax"], "\(text)")
      #expect(found.first?.message.contains(words) == true, "\(text): \(found.first?.message ?? "")")
      guard !words.isEmpty else { continue }
      #expect(found.first?.range?.start == marked["1"], "\(text): \(found.first?.message ?? "")")
    }
  }
}
