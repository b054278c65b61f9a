import EDL
import Foundation
import Testing

/// The canonical layout of a text, which must be YAML.
private func canonical(_ text: String) throws -> String {
  var (sources, diagnostics) = (SourceMap(), DiagnosticList())
  let result = ProjectLayout.canonical(Array(text.utf8), path: "a.yaml", sources: &sources, diagnostics: &diagnostics)
  #expect(diagnostics.all.isEmpty, "\(diagnostics.all.map(\.message)):\n\(text)")
  return try #require(result)
}

/// What `fmt` makes of a text: every expectation is written by hand.
@Suite struct LayoutTests {
  /// A text and its canonical layout, which must itself stay as it is.
  private func expect(_ text: String, becomes expected: String) throws {
    #expect(try canonical(text) == expected + "\n", "\(text)")
    #expect(try canonical(expected) == expected + "\n")
  }

  @Test func blanksAndBlankLines() throws {
    try expect(
      "\n\nedlrender:   1\n\n\ncanvas: { size:  8x8,fps : 30 }  \n\n",
      becomes: "edlrender: 1\n\ncanvas: {size: 8x8, fps: 30}")
    try expect("a:\r\n    b:   c\r\n    d:\r\n    - e\r\n", becomes: "a:\n  b: c\n  d:\n    - e")
    try expect("a:\n- b: 1\n  c: 2\n-   - d\n    - e\n", becomes: "a:\n  - b: 1\n    c: 2\n  - - d\n    - e")
  }

  @Test func commentsStayWhereTheyBelong() throws {
    try expect(
      """
      # head

      a:   # behind a
      # above b
        b: 1 # behind b
        longer: 2      # behind longer

        # at the end of a
      # above c
      c:
      - x
      # above y
      - y
      # the end
      """,
      becomes: """
        # head

        a:  # behind a
          # above b
          b: 1       # behind b
          longer: 2  # behind longer

          # at the end of a
        # above c
        c:
          - x
          # above y
          - y
        # the end
        """)
    try expect("a:\n  - # behind the dash\n    b: 1\n", becomes: "a:\n  # behind the dash\n  - b: 1")
    try expect("a: # key\n  b # value\n", becomes: "# key\na: b  # value")
  }

  @Test func bracketsStayOnTheirLineOrBecomeBlocks() throws {
    try expect("a: {b: 1,\n   c: [2,\n 3]}\n", becomes: "a: {b: 1, c: [2, 3]}")
    try expect("a: {b: 1, # one\n   c: 2}\n", becomes: "a:\n  b: 1  # one\n  c: 2")
    try expect("- {b: [], c: [ # none\n]}\n", becomes: "- b: []\n  # none\n  c: []")
    // "a: {b: …, c: …}" has 13 columns besides the two words.
    let (short, long) = (String(repeating: "x", count: 53), String(repeating: "x", count: 54))
    try expect("a: {b: \(short), c: \(long)}", becomes: "a: {b: \(short), c: \(long)}")
    try expect("a: {b: \(long), c: \(long)}", becomes: "a:\n  b: \(long)\n  c: \(long)")
    try expect("a: [b: c, {d: e}]", becomes: "a: [b: c, {d: e}]")
  }

  @Test func spellingsStay() throws {
    try expect("a: 'it''s'\nb: \"\\u00e9\"\nc: 010\n? d\n: ~\n", becomes: "a: 'it''s'\nb: \"\\u00e9\"\nc: 010\nd: ~")
    try expect("a:    |\n     x\n\n       y\n\n\nb: 1", becomes: "a: |\n  x\n\n    y\n\nb: 1")
    try expect("a:\n  - >+\n      x\n\n  - |1-\n     y\n", becomes: "a:\n  - >+\n    x\n\n  - |2-\n      y")
    try expect("a: \"one\n      two \\\n   three\"\n", becomes: "a: \"one\n  two \\\n  three\"")
  }

  @Test func anchorsAliasesAndMergesStay() throws {
    try expect(
      "x-a:  &a\n    b: 1\nc:\n  <<:   *a\n  d: &e   f\n  g:  !!str   1\n",
      becomes: "x-a: &a\n  b: 1\nc:\n  <<: *a\n  d: &e f\n  g: !!str 1")
    try expect("- &a\n  b: &n\n- [*a,  *n]\n", becomes: "- &a\n  b: &n\n- [*a, *n]")
  }

  @Test func whatIsNoYAMLIsLeft() {
    var (sources, diagnostics) = (SourceMap(), DiagnosticList())
    let bytes = Array("a: [1".utf8)
    #expect(ProjectLayout.canonical(bytes, path: "a.yaml", sources: &sources, diagnostics: &diagnostics) == nil)
    #expect(diagnostics.hasErrors)
  }

  /// All YAML there is in the repository, and everything that it means.
  @Test func everyTextKeepsItsMeaningAndIsStable() throws {
    let texts = try Self.allTexts()
    #expect(texts.count > 150)
    for text in texts {
      guard let before = outline(text) else { continue }
      let first = try canonical(text)
      #expect(outline(first) == before, "\(text)")
      #expect(try canonical(first) == first, "\(text)")
      #expect(Self.comments(first) == Self.comments(text), "\(text)")
    }
  }

  /// Texts cut off at a line and with a line taken out: odd, but YAML all the same.
  @Test func damagedTextsKeepTheirMeaning() throws {
    for text in try Self.examples() {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      for index in stride(from: 0, to: lines.count, by: 3) {
        var rest = lines
        rest.remove(at: index)
        for damaged in [rest, Array(lines[..<index])] {
          let text = damaged.joined(separator: "\n")
          guard let before = outline(text) else { continue }
          let first = try canonical(text)
          #expect(outline(first) == before, "\(text)")
          #expect(try canonical(first) == first, "\(text)")
        }
      }
    }
  }

  private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static func examples() throws -> [String] {
    let folder = package.appendingPathComponent("examples")
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().compactMap {
      try? String(contentsOf: folder.appendingPathComponent("\($0)/project.yaml"), encoding: .utf8)
    }
  }

  /// The examples, the snippets of the documents, the explanations' samples, the fuzzer's seeds.
  private static func allTexts() throws -> [String] {
    var texts = try examples()
    for name in ["README.md", "docs/format.md"] {
      let document = try String(contentsOf: package.appendingPathComponent(name), encoding: .utf8)
      texts += document.matches(of: /```yaml\n(?<block>(?:(?!```)[\s\S])*)```/).map { String($0.output.block) }
    }
    for entry in DiagnosticCatalog.all { texts += [entry.wrong, entry.right] }
    let seeds = package.appendingPathComponent("Tests/Fuzz/Corpus")
    texts += try FileManager.default.contentsOfDirectory(atPath: seeds.path).sorted().compactMap {
      try? String(contentsOf: seeds.appendingPathComponent($0), encoding: .utf8)
    }
    return texts
  }

  /// The words of all comments in order of the alphabet; good enough where no value holds " #".
  private static func comments(_ text: String) -> [String] {
    text.split(separator: "\n").compactMap { line in
      line.firstMatch(of: /(?:^|\s)(#.*?)\s*$/).map { String($0.output.1) }
    }.sorted()
  }
}
