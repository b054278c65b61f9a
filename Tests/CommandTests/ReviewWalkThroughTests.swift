internal import Foundation
internal import Testing

/// docs/review.md, followed literally: every command runs, and every output that it shows is there.
@Suite struct ReviewWalkThroughTests {
  @Test func everyStepDoesWhatTheDocumentSays() throws {
    let text = try String(contentsOfFile: "\(Places.package)/docs/review.md", encoding: .utf8)
    let blocks = text.matches(of: /```(?<kind>sh|text)\n(?<block>(?:(?!```)[\s\S])*)```/)
    #expect(blocks.count > 12)
    let folder = try Folder()
    // The commands as a user has them, and a cache that is nobody else's.
    try FileManager.default.createDirectory(atPath: folder("bin"), withIntermediateDirectories: true)
    for (name, target) in [
      ("edlrender", Places.program), ("review.sh", "\(Places.package)/integrations/ci/review.sh"),
    ] {
      try FileManager.default.createSymbolicLink(atPath: folder("bin/\(name)"), withDestinationPath: target)
    }
    var script = """
      set -euo pipefail
      cd '\(folder.path)'
      export PATH='\(folder.path)/bin':$PATH EDLRENDER_CACHE='\(folder.path)/cache' GIT_CONFIG_GLOBAL=/dev/null

      """
    var expected: [(number: Int, lines: [String])] = []
    for (number, match) in blocks.enumerated() {
      let block = String(match.output.block)
      if match.output.kind == "sh" {
        script += "echo '@@ \(number)'\n\(block)"
      } else {
        expected.append((number - 1, block.split(separator: "\n").map(String.init)))
      }
    }
    try folder.write("walk.sh", script)
    let outcome = try Tool("bash", [folder("walk.sh")]).finish()
    #expect(outcome.status == 0, "\(outcome.output.suffix(1500))\n\(outcome.errors.suffix(1500))")
    let outputs = outcome.output.split(separator: "@@ ").reduce(into: [Int: String]()) { outputs, part in
      let number = part.prefix { $0.isNumber }
      outputs[Int(number) ?? -1] = String(part.dropFirst(number.count))
    }
    for (number, lines) in expected {
      let shown = (outputs[number] ?? "").split(separator: "\n").map(String.init)
      for line in lines { #expect(shown.contains(line), "\(line)\n---\n\(shown.joined(separator: "\n"))") }
    }
  }

  /// The action is YAML whose steps are those that GitHub knows, and names files that are there.
  @Test func theActionIsWellFormed() throws {
    let script = """
      import sys, yaml
      action = yaml.safe_load(open(sys.argv[1]))
      assert action["runs"]["using"] == "composite"
      for step in action["runs"]["steps"]:
          assert "uses" in step or ("run" in step and step["shell"] == "bash"), step
          assert "${{" not in step.get("run", ""), "an input in a script's text"
      """
    try Tool.run("python3", ["-c", script, "\(Places.package)/integrations/github/action.yml"])
    #expect(FileManager.default.isExecutableFile(atPath: "\(Places.package)/integrations/github/../ci/review.sh"))
  }
}
