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

  /// The action's own `run:` steps, with the variables that its `env:` gives them, in a repository with
  /// a change; expressions are put in place as GitHub does. What `uses:` stands for is not ours.
  @Test func theActionReviewsAChange() throws {
    guard (try? Tool("python3", ["-c", "import yaml"]).finish().status) == 0 else { return }
    let folder = try Folder()
    for name in ["bin", "repository/out"] {
      try FileManager.default.createDirectory(atPath: folder(name), withIntermediateDirectories: true)
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder("bin/edlrender"), withDestinationPath: Places.program)
    let film = """
      edlrender: 1
      canvas: {size: 64x36, fps: 25}
      tracks: [{kind: video, items: [{source: "testsrc2=s=64x36:r=25", duration: 1s}, {id: tail, solid: red, duration: 1s}]}]
      outputs: [{path: out/film.mkv, video: {codec: ffv1}}]

      """
    try folder.write("repository/project.yaml", film)
    let setup = """
      set -e; export GIT_CONFIG_GLOBAL=/dev/null; git init -q; git config user.email a@b; git config user.name A
      edlrender fmt project.yaml; edlrender golden record project.yaml; printf '%s\\n' out review '.edlrender-*' >.gitignore
      git add .; git commit -qm one; sed -i 's/solid: red/solid: blue/' project.yaml; git commit -qam two
      """
    let environment = ["PATH": "\(folder("bin")):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"]
    func run(_ tool: String, _ arguments: [String], _ more: [String: String] = [:]) throws -> Outcome {
      try Tool(tool, arguments, in: folder("repository"), environment: environment.merging(more) { $1 }).finish()
    }
    let made = try run("bash", ["-c", setup])
    #expect(made.status == 0, "\(made.errors)")
    try folder.write("act.py", Self.runner)
    let act = [folder("act.py"), "\(Places.package)/integrations/github", folder("summary")]
    let review = try run("python3", act, ["GIT_CONFIG_GLOBAL": "/dev/null"])
    // Blue is not what the golden file has.
    #expect(review.status == 1, "\(review.output)\(review.errors)")
    let summary = try folder.read("summary")
    #expect(
      summary.contains("### What changed") && summary.contains("`tail` solid #ff0000 → solid #0000ff"), "\(summary)")
    #expect(folder.has("repository/review/diff.txt") && folder.has("repository/.edlrender-cache/v1"))
    #expect(folder.has("repository/out/film.mkv"))
    // Once the golden file says so as well, the review passes.
    let again = try run("bash", ["-c", "edlrender golden record project.yaml && git commit -qam three"])
    #expect(again.status == 0, "\(again.errors)")
    let passed = try run("python3", act, ["GIT_CONFIG_GLOBAL": "/dev/null"])
    #expect(passed.status == 0, "\(passed.output)\(passed.errors)")
  }

  /// As much of a runner as the action needs.
  private static let runner = #"""
    import os, re, subprocess, sys, yaml
    folder, summary = sys.argv[1:]
    action = yaml.safe_load(open(folder + "/action.yml"))
    context = {"github.workspace": os.getcwd(), "github.action_path": folder, "github.base_ref": ""}
    def value(text):
        def one(match):
            expression = match.group(1)
            # On a push there is no base branch: what stands behind the "||" holds.
            if "||" in expression: return expression.split("||")[1].strip().strip("'")
            return context[expression]
        return re.sub(r"\$\{\{\s*(.*?)\s*\}\}", one, str(text))
    for name, facts in action["inputs"].items(): context["inputs." + name] = value(facts["default"])
    for step in action["runs"]["steps"]:
        if "run" not in step: continue
        env = dict(os.environ, GITHUB_STEP_SUMMARY=summary, **{k: value(v) for k, v in step["env"].items()})
        open(summary + ".sh", "w").write(step["run"])
        # The way in which GitHub starts bash.
        code = subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", summary + ".sh"], env=env).returncode
        if code: sys.exit(code)
    """#
}
