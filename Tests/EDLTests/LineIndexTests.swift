import EDL
import Testing

/// Through the printer, which is all that uses the index: what line and what part of it is shown.
@Suite struct LineIndexTests {
  private func shown(_ text: String, line: Int, column: Int, width: Int = 40) -> [Substring] {
    let place = SourcePosition(line: line, column: column)
    let range = SourceRange(file: 0, start: place, end: SourcePosition(line: line, column: column + 1))
    let printer = DiagnosticPrinter(sources: SourceMap(files: [SourceFile(path: "f", text: text)]), width: width)
    return printer.text(Diagnostic(.error, code: "c", "m", at: range)).split(separator: "\n").dropFirst().map { $0 }
  }

  @Test func linesEndAsInYAML() {
    let text = "one\r\ntwo\rthree\n\nfive"
    #expect(shown(text, line: 2, column: 1).first == "    2 | two")
    #expect(shown(text, line: 3, column: 1).first == "    3 | three")
    #expect(shown(text, line: 4, column: 1).first == "    4 | ")
    #expect(shown(text, line: 5, column: 4) == ["    5 | five", "      |    ^"])
    #expect(shown(text, line: 6, column: 1).isEmpty)
  }

  @Test func placesFarInLongLines() throws {
    // é takes two bytes, so bytes and scalars part ways; the X stands at a known scalar.
    for before in [0, 1, 511, 512, 513, 1023, 5000] {
      let text = "first\n" + String(repeating: "é", count: before) + "X" + String(repeating: "é", count: 700) + "\nlast"
      let lines = shown(text, line: 2, column: before + 1)
      let caret = try #require(lines.last?.firstIndex(of: "^"))
      let column = lines[1].distance(from: lines[1].startIndex, to: caret)
      #expect(Array(lines[0])[column] == "X", "\(before)")
    }
  }

  @Test func manyFindingsInOneHugeLineAreNoBurden() {
    let text = String(repeating: "k: 1, ", count: 200_000)
    let printer = DiagnosticPrinter(sources: SourceMap(files: [SourceFile(path: "f", text: text)]))
    let clock = ContinuousClock()
    let start = clock.now
    for number in 0..<500 {
      let column = number * 2000 + 1
      let range = SourceRange(
        file: 0, start: SourcePosition(line: 1, column: column), end: SourcePosition(line: 1, column: column + 1))
      #expect(printer.text(Diagnostic(.error, code: "c", "m", at: range)).contains("^"))
    }
    #expect(clock.now - start < .seconds(20))
  }
}
