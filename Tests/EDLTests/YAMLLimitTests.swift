import EDL
import Testing

/// Each text is hostile; each must give one error with a line, quickly and in little memory (YAML-04).
@Suite struct YAMLLimitTests {
  private func check(
    _ text: String, code: String, line: Int, within limit: Duration = .seconds(10),
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let clock = ContinuousClock()
    let start = clock.now
    let found = findings(text)
    #expect(clock.now - start < limit, sourceLocation: sourceLocation)
    #expect(found.map(\.code) == [code], sourceLocation: sourceLocation)
    #expect(found.first?.range?.start.line == line, sourceLocation: sourceLocation)
  }

  @Test func aliasBomb() {
    var lines = ["a0: &a0 [x,x,x,x,x,x,x,x,x,x]"]
    for level in 1..<9 {
      let aliases = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ",")
      lines.append("a\(level): &a\(level) [\(aliases)]")
    }
    // Level n stands for 11, 111, 1111, … values: the million is passed at level 5, on line 6.
    check(lines.joined(separator: "\n"), code: "yaml.alias-limit", line: 6)
  }

  @Test func mergeBomb() {
    var lines = ["L0: &L0 {k0: v}"]
    for level in 1..<19 {
      let keys = (0..<min(1 << level, 64)).map { "k\(level)_\($0): v" }.joined(separator: ", ")
      lines.append("L\(level): &L\(level) {<<: [*L\(level - 1), *L\(level - 1)], \(keys)}")
    }
    let found = findings(lines.joined(separator: "\n"))
    #expect(found.map(\.code) == ["yaml.alias-limit"])
  }

  @Test func aLongChainOfMergesIsNoBomb() {
    var lines = ["L0: &L0 {k0: v}"]
    for level in 1..<90 { lines.append("L\(level): &L\(level) {<<: *L\(level - 1), k\(level): v}") }
    #expect(findings(lines.joined(separator: "\n")).isEmpty)
  }

  @Test func deepNesting() {
    check(String(repeating: "[", count: 20_000), code: "yaml.depth", line: 1)
    check(String(repeating: "{a: ", count: 20_000), code: "yaml.depth", line: 1)
    check(String(repeating: "- ", count: 20_000), code: "yaml.depth", line: 1)
    check((0..<2000).map { String(repeating: " ", count: $0) + "a:\n" }.joined(), code: "yaml.depth", line: 101)
    #expect(findings(String(repeating: "[", count: 100) + String(repeating: "]", count: 100)).isEmpty)
  }

  @Test func depthThroughAliases() {
    var lines = ["a0: &a0 x"]
    for level in 1..<200 { lines.append("a\(level): &a\(level) [*a\(level - 1)]") }
    // The root mapping is one level, and the value of a100 a hundred more.
    check(lines.joined(separator: "\n"), code: "yaml.depth", line: 101)
  }

  @Test func recursion() {
    check("a: &a [*a]", code: "yaml.alias-recursive", line: 1)
    check("a: &a {b: 1,\n <<: *a}", code: "yaml.alias-recursive", line: 2)
  }

  @Test func tooManyBytesAndValues() {
    check(String(repeating: "#", count: YAMLLoader.Limit.bytes + 1), code: "yaml.too-large", line: 1)
    check(
      "[\n" + String(repeating: "a,", count: 1_000_001) + "]", code: "yaml.too-large", line: 2, within: .seconds(20))
  }

  @Test func veryManyErrorsAreNotAllKept() {
    var diagnostics = DiagnosticList()
    let text = "[" + String(repeating: "*x,\n", count: 200_000) + "]"
    #expect(YAMLLoader.load(text: text, file: 0, diagnostics: &diagnostics) == nil)
    #expect(diagnostics.all.count == 500)
  }
}
