import Foundation
import Testing

@testable import EDL

@Suite struct SchemaTests {
  private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("schema/edlrender.schema.json")

  /// The committed file is what the program prints; `EDLRENDER_RECORD=1` writes it anew.
  @Test func theCommittedSchemaIsThisOne() throws {
    if ProcessInfo.processInfo.environment["EDLRENDER_RECORD"] == "1" {
      try Data(Schema.json.utf8).write(to: Self.file)
    }
    let committed = try String(contentsOf: Self.file, encoding: .utf8)
    #expect(committed == Schema.json, "run the tests with EDLRENDER_RECORD=1 to write schema/edlrender.schema.json")
  }

  @Test func everyReferenceHasItsDefinition() throws {
    let text = Schema.json
    let root = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let definitions = try #require(root["definitions"] as? [String: Any])
    let used = Set(text.matches(of: /"#\/definitions\/([A-Za-z]+)"/).map { String($0.output.1) })
    #expect(used.subtracting(definitions.keys).isEmpty)
    #expect(Set(definitions.keys).subtracting(used).isEmpty)
  }

  @Test func everyKeyHasASentence() throws {
    func check(_ value: Any, _ path: String) {
      if let object = value as? [String: Any] {
        for (key, property) in object["properties"] as? [String: Any] ?? [:] {
          let sentence = (property as? [String: Any])?["description"] as? String
          // `kind` inside of `if` only asks a question.
          #expect(sentence?.hasSuffix(".") == true || path.hasSuffix("/if"), "\(path)/\(key)")
        }
        for (key, inner) in object { check(inner, "\(path)/\(key)") }
      } else if let array = value as? [Any] {
        for inner in array { check(inner, path) }
      }
    }
    check(try JSONSerialization.jsonObject(with: Data(Schema.json.utf8)), "")
  }

  /// The pattern that editors check times with says what the parser says.
  @Test(arguments: [
    ("0", true), ("120f", true), ("4s", true), ("4.25s", true), ("250ms", true), ("2m3.5s", true), ("1h", true),
    ("1h30m", true), ("1001/30000s", true), ("01:30", true), ("1:30", true), ("00:00:04.250", true),
    ("01:00:04:12", true), ("01:00:04;12", true), ("192000sa", true), ("50%", true), ("12.5%", true), ("end", true),
    ("end - 2s", true), ("end-2s", true), ("start + 1s", true), ("intro.start", true), ("intro.end + 10f", true),
    ("end-card.start", true), ("-1s", true), ("2nd.end - 1f + 2s", true), ("4", false), ("", false), ("4 s", false),
    ("4x", false), ("f", false), ("1s 2s", false), ("intro", false), ("intro.middle", false), ("1:2:3:4:5", false),
    ("1.5f", false), ("ms", false), ("+", false), ("10%f", false),
  ])
  func patternOfTimes(text: String, isTime: Bool) throws {
    var diagnostics = DiagnosticList()
    let place = SourcePosition(line: 1, column: 1)
    let range = SourceRange(file: 0, start: place, end: place)
    #expect((TimeExpression.parse(text, at: range, diagnostics: &diagnostics) != nil) == isTime)
    let pattern = try NSRegularExpression(pattern: TimePattern.text)
    let whole = NSRange(location: 0, length: (text as NSString).length)
    #expect((pattern.firstMatch(in: text, range: whole) != nil) == isTime)
  }
}
