import EDL
import Foundation
import Testing

@Suite struct DiagnosticCatalogTests {
  @Test func everyCodeInTheSourcesIsExplained() throws {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Sources")
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var used: Set<String> = []
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: #/code: "([a-z0-9.-]+)"/#) { used.insert(String(match.output.1)) }
    }
    #expect(used.contains("yaml.syntax"))
    let explained = Set(DiagnosticCatalog.all.map(\.code))
    #expect(used.subtracting(explained).sorted() == [], "add these to a table of the catalogue")
  }

  @Test func everyEntryIsWhole() {
    #expect(Set(DiagnosticCatalog.all.map(\.code)).count == DiagnosticCatalog.all.count)
    for entry in DiagnosticCatalog.all {
      #expect(entry.explanation.hasSuffix("."), "\(entry.code)")
      #expect(!entry.wrong.isEmpty && !entry.right.isEmpty && entry.wrong != entry.right, "\(entry.code)")
      #expect(entry.code.contains("."))
    }
  }

  @Test func theExamplesOfYAMLAreTrue() {
    let notSpelledOut = ["yaml.alias-limit", "yaml.character", "yaml.encoding", "yaml.depth", "yaml.too-large"]
    for entry in DiagnosticCatalog.all where entry.code.hasPrefix("yaml.") && !notSpelledOut.contains(entry.code) {
      let wrong = entry.wrong.replacing("<tab>", with: "\t")
      #expect(findings(wrong).map(\.code) == [entry.code])
    }
    for entry in DiagnosticCatalog.all where !entry.right.hasPrefix("edlrender ") {
      #expect(findings(entry.right).isEmpty || entry.right.hasPrefix("#"), "\(entry.code)")
    }
  }

  @Test func explanationsByCode() {
    #expect(DiagnosticCatalog.explanation(of: "yaml.tab")?.hasPrefix("yaml.tab\n\nYAML counts spaces") == true)
    #expect(DiagnosticCatalog.explanation(of: "nope") == nil)
    #expect(DiagnosticCatalog.code(near: "yaml.tba") == "yaml.tab")
  }
}
