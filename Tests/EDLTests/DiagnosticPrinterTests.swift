import EDL
import Foundation
import Testing

@Suite struct DiagnosticPrinterTests {
  private func printed(
    _ marked: MarkedText, _ style: DiagnosticPrinter.Style = .plain, width: Int = 100, notes: [Diagnostic.Note] = [],
    fixes: [String] = []
  ) -> String {
    let range = marked.range("1", "2")
    let diagnostic = Diagnostic(
      .error, code: "a.b", "wrong \"x\"", at: range, notes: notes,
      fixIts: fixes.map { Diagnostic.FixIt("write \"\($0)\"", replacing: range, with: $0) })
    let sources = SourceMap(files: [SourceFile(path: "film.yaml", text: marked.text)])
    return DiagnosticPrinter(sources: sources, style: style, width: width).text(diagnostic)
  }

  @Test func lineCaretNotesAndFixes() {
    let marked = MarkedText("a: 1\n- {clip: a, duration: ⟦1⟧120⟦2⟧}\n")
    let first = SourceRange(
      file: 0, start: SourcePosition(line: 1, column: 1), end: SourcePosition(line: 1, column: 2))
    #expect(
      printed(marked, notes: [Diagnostic.Note("here", at: first), Diagnostic.Note("plain")], fixes: ["120f"]) == """
        film.yaml:2:23: error[a.b]: wrong "x"
            2 | - {clip: a, duration: 120}
              |                       ^~~
        film.yaml:1:1: note: here
            1 | a: 1
              | ^
              = note: plain
              = fix: write "120f"
              | - {clip: a, duration: 120f}

        """)
  }

  @Test func tabsAndWideCharactersKeepTheCaretInPlace() {
    #expect(printed(MarkedText("\t漢é: ⟦1⟧ab⟦2⟧")).hasSuffix("    1 |     漢é: ab\n      |          ^~\n"))
    // A combining accent takes no column.
    #expect(printed(MarkedText("e\u{301}⟦1⟧x⟦2⟧")).hasSuffix("      |  ^\n"))
  }

  @Test func manyLinesAreUnderlinedToTheEndOfTheFirst() {
    #expect(printed(MarkedText("a: ⟦1⟧[b,\n c]⟦2⟧")).hasSuffix("    1 | a: [b,\n      |    ^~~\n"))
  }

  @Test func anEmptyRangeAndTheEndOfALineGetACaret() {
    #expect(printed(MarkedText("a:⟦1⟧⟦2⟧")).hasSuffix("    1 | a:\n      |   ^\n"))
    #expect(printed(MarkedText("a\n⟦1⟧⟦2⟧")).hasSuffix("    2 | \n      | ^\n"))
  }

  @Test func longLinesAreCutAroundTheCaret() throws {
    let text = String(repeating: "a", count: 300) + "⟦1⟧bcd⟦2⟧" + String(repeating: "e", count: 300)
    let lines = printed(MarkedText(text), width: 60).split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.allSatisfy { $0.count <= 60 + 10 })
    #expect(lines[1].hasPrefix("    1 | …a") && lines[1].hasSuffix("e…"))
    let caret = try #require(lines[2].firstIndex(of: "^"))
    let column = lines[2].distance(from: lines[2].startIndex, to: caret)
    #expect(Array(lines[1])[column...].prefix(3) == ["b", "c", "d"])
    #expect(lines[2].hasSuffix("^~~"))
  }

  @Test func nothingOfAProjectControlsTheTerminal() {
    let text = MarkedText("a: ⟦1⟧\u{1B}[31m\u{202E}⟦2⟧")
    let output = printed(text)
    #expect(!output.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
    #expect(output.contains("a: \u{FFFD}[31m\u{FFFD}"))
    let diagnostic = Diagnostic(.warning, code: "c", "\u{1B}]0;x\u{7}\n")
    #expect(DiagnosticPrinter(sources: SourceMap()).text(diagnostic) == "warning[c]: \u{FFFD}]0;x\u{FFFD}\u{FFFD}\n")
  }

  @Test func colours() {
    let output = printed(MarkedText("⟦1⟧a⟦2⟧"), .colored)
    #expect(output.contains("\u{1B}[1;31merror[a.b]:\u{1B}[0m"))
    #expect(output.contains("\u{1B}[1;32m^\u{1B}[0m"))
  }

  @Test func rangesOutsideTheTextDoNoHarm() {
    let sources = SourceMap(files: [SourceFile(path: "f", text: "ab")])
    let printer = DiagnosticPrinter(sources: sources)
    for (file, line, column, endLine, endColumn) in [
      (0, 9, 9, 9, 9), (0, 1, 99, 1, 120), (0, 0, 0, 0, 0), (5, 1, 1, 1, 1), (0, 1, 2, 1, 1), (0, 2, 1, 1, 1),
    ] {
      let range = SourceRange(
        file: file, start: SourcePosition(line: line, column: column),
        end: SourcePosition(line: endLine, column: endColumn))
      let diagnostic = Diagnostic(
        .error, code: "c", "m", at: range, notes: [.init("n", at: range)],
        fixIts: [.init("f", replacing: range, with: "r")])
      #expect(printer.text(diagnostic).contains("error[c]: m"))
      #expect(printer.json(diagnostic).hasPrefix("{"))
    }
  }

  @Test func jsonIsEscapedAndComplete() throws {
    let marked = MarkedText("a: ⟦1⟧x⟦2⟧")
    let range = marked.range("1", "2")
    let message = "quote \" backslash \\ newline \n tab \t control \u{1} é 漢 \u{2028}"
    let diagnostic = Diagnostic(
      .error, code: "a.b", message, at: range, notes: [.init("note")],
      fixIts: [.init("fix", replacing: range, with: "y\"")])
    let printer = DiagnosticPrinter(sources: SourceMap(files: [SourceFile(path: "d/\"f\".yaml", text: marked.text)]))
    let json = printer.json(diagnostic)
    #expect(!json.contains("\n"))
    let object = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    #expect(object["severity"] as? String == "error")
    #expect(object["code"] as? String == "a.b")
    #expect(object["message"] as? String == message)
    #expect(object["file"] as? String == "d/\"f\".yaml")
    #expect(
      [object["line"], object["column"], object["endLine"], object["endColumn"]].map { $0 as? Int } == [1, 4, 1, 5])
    let notes = try #require(object["notes"] as? [[String: Any]])
    #expect(notes.first?["message"] as? String == "note" && notes.first?.count == 1)
    let fixes = try #require(object["fixits"] as? [[String: Any]])
    #expect(fixes.first?["replacement"] as? String == "y\"")
    #expect(fixes.first?["column"] as? Int == 4)
  }

  @Test func aListEndsWithWhatWasLeftOut() {
    var list = DiagnosticList()
    for number in 0..<503 { list.append(Diagnostic(.error, code: "c", "\(number)")) }
    list.append(Diagnostic(.error, code: "c", "0"))
    list.append(Diagnostic(.warning, code: "w", "still kept"))
    #expect(list.all.count == 501)
    #expect(list.omittedCount == 3)
    #expect(DiagnosticPrinter(sources: SourceMap()).text(list).hasSuffix("warning[w]: still kept\n… and 3 more\n"))
  }
}
