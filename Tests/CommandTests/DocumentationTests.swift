internal import Foundation
internal import Testing

/// The documentation says what the program does: snippets pass its checks, lists are complete.
@Suite struct DocumentationTests {
  @Test(arguments: ["README.md", "docs/format.md"])
  func everySnippetPassesTheCheck(file: String) throws {
    let blocks = try Self.blocks(of: file)
    #expect(!blocks.isEmpty)
    let folder = try Folder()
    try folder.linkMedia()
    for (index, block) in blocks.enumerated() {
      try folder.write("snippet\(index).yaml", Self.whole(block))
      let outcome = try edlrender("check", "snippet\(index).yaml", in: folder)
      #expect(outcome.status == 0, "\(file):\n\(block)\n\(outcome.errors)")
    }
  }

  @Test func everyFieldOfTheSchemaIsInTheReference() throws {
    let reference = try Self.text(of: "docs/format.md")
    let schema = try JSONSerialization.jsonObject(with: Data(try edlrender("schema").output.utf8))
    let names = Self.fieldNames(of: schema)
    #expect(names.count > 40)
    for name in names.sorted() where !name.hasPrefix("x-") {
      #expect(reference.contains("`\(name)`") || reference.contains("\(name):"), "\(name) is not in docs/format.md")
    }
  }

  @Test(arguments: ["docs/diagnostics.md", "schema/edlrender.schema.json"])
  func whatIsPrintedFromTheProgramIsUpToDate(file: String) throws {
    let folder = try Folder()
    try Tool.run("\(Places.package)/Scripts/docs.sh", [Places.program, folder.path])
    #expect(try folder.read(file) == Self.text(of: file), "\"make docs\" mends it")
  }

  @Test func everyExampleIsNamedByItsFirstLines() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(Places.package)/examples")
      .filter { $0 != "media" && !$0.hasSuffix(".sh") }
    #expect(Set(names) == Set(Places.examples))
    for name in names {
      let lines = try Self.text(of: "examples/\(name)/project.yaml").split(separator: "\n")
      #expect(lines.prefix(2).allSatisfy { $0.hasPrefix("# ") })
    }
  }

  @Test(
    arguments: [
      "README.md", "CONTRIBUTING.md", "docs/format.md", "docs/architecture.md", "docs/determinism.md", "docs/golden.md",
      "docs/streaming.md",
    ])
  func linksLeadToFiles(file: String) throws {
    let folder = URL(filePath: "\(Places.package)/\(file)").deletingLastPathComponent().path
    for match in try Self.text(of: file).matches(of: /\]\(([^)#:]+)(#[^)]*)?\)/) {
      #expect(FileManager.default.fileExists(atPath: "\(folder)/\(match.output.1)"), "\(file): \(match.output.1)")
    }
  }

  /// The texts between ```yaml and ```.
  private static func blocks(of file: String) throws -> [String] {
    try text(of: file).matches(of: /```yaml\n(?<block>(?:(?!```)[\s\S])*)```/).map { String($0.output.block) }
  }

  /// A snippet with what it leaves out put around it.
  private static func whole(_ block: String) -> String {
    if block.contains("edlrender: 1") { return block }
    let head = "edlrender: 1\n"
    let canvas = "canvas: {size: 1280x720, fps: 30}\n"
    if block.hasPrefix("- ") {
      let items = block.split(separator: "\n").map { "      \($0)" }.joined(separator: "\n")
      return head + canvas + "tracks:\n  - kind: video\n    items:\n\(items)\n"
    }
    let tracks = "tracks:\n  - {kind: video, items: [{clip: media/talk.mp4, duration: 4s}]}\n"
    return head + (block.contains("canvas:") ? "" : canvas) + block + (block.contains("tracks:") ? "" : tracks)
  }

  private static func text(of file: String) throws -> String {
    try String(contentsOfFile: "\(Places.package)/\(file)", encoding: .utf8)
  }

  /// The keys of all `properties` of a schema.
  private static func fieldNames(of schema: Any) -> Set<String> {
    if let list = schema as? [Any] { return list.reduce(into: []) { $0.formUnion(fieldNames(of: $1)) } }
    guard let object = schema as? [String: Any] else { return [] }
    var names = object.values.reduce(into: Set<String>()) { $0.formUnion(fieldNames(of: $1)) }
    if let properties = object["properties"] as? [String: Any] { names.formUnion(properties.keys) }
    return names
  }
}
