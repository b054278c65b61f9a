internal import Foundation
internal import Testing

/// `edlrender fmt`, and that it changes nothing that another reader or the plan sees.
@Suite struct FormatTests {
  @Test func checkTellsAndWritesNothing() throws {
    let folder = try Folder()
    try folder.write("good.yaml", "edlrender: 1\n")
    try folder.write("bad.yaml", "edlrender:   1   # version\n")
    let check = try edlrender("fmt", "--check", "good.yaml", "bad.yaml", in: folder)
    #expect(check.status == 1)
    #expect(check.output.hasPrefix("bad.yaml: ") && !check.output.contains("good.yaml"))
    #expect(try folder.read("bad.yaml") == "edlrender:   1   # version\n")
    #expect(try edlrender("fmt", "good.yaml", "bad.yaml", in: folder).status == 0)
    #expect(try folder.read("bad.yaml") == "edlrender: 1  # version\n")
    #expect(try edlrender("fmt", "--check", "good.yaml", "bad.yaml", in: folder).status == 0)
  }

  @Test func whatIsNoYAMLIsAnErrorAndStays() throws {
    let folder = try Folder()
    try folder.write("a.yaml", "a: [1\n")
    #expect(try edlrender("fmt", "a.yaml", in: folder).status == 2)
    #expect(try edlrender("fmt", "--check", "a.yaml", in: folder).status == 2)
    #expect(try folder.read("a.yaml") == "a: [1\n")
    #expect(try edlrender("fmt", "none.yaml", in: folder).status == 2)
  }

  @Test func aFilesPermissionsStay() throws {
    let folder = try Folder()
    try folder.write("a.yaml", "a:   1\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder("a.yaml"))
    #expect(try edlrender("fmt", "a.yaml", in: folder).status == 0)
    let attributes = try FileManager.default.attributesOfItem(atPath: folder("a.yaml"))
    #expect(attributes[.posixPermissions] as? Int == 0o640)
  }

  /// The plan has every frame number and the key of every segment: all that a render does.
  @Test(arguments: Places.examples) func thePlanStays(name: String) throws {
    let folder = try Folder()
    try folder.linkMedia()
    let source = "\(Places.package)/examples/\(name)"
    for file in try FileManager.default.contentsOfDirectory(atPath: source) where file != "media" {
      try FileManager.default.copyItem(atPath: "\(source)/\(file)", toPath: folder(file))
    }
    // Examples name their media beside the folder of all examples.
    try folder.write("project.yaml", try folder.read("project.yaml").replacing("../media", with: "media"))
    let before = try edlrender("plan", "project.yaml", in: folder)
    #expect(before.status == 0, "\(before.errors)")
    #expect(try edlrender("fmt", "project.yaml", in: folder).status == 0)
    #expect(try edlrender("plan", "project.yaml", in: folder).output == before.output)
  }

  /// PyYAML reads the same out of the examples before and after.
  @Test func anotherReaderSeesNoDifference() throws {
    let folder = try Folder()
    for name in Places.examples {
      let text = try String(contentsOfFile: "\(Places.package)/examples/\(name)/project.yaml", encoding: .utf8)
      // Odd blanks and line breaks in brackets change nothing either.
      let odd = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        line.contains("{") && !line.contains("#") && !line.contains("\"")
          ? Substring(line.replacing(": {", with: ":    {  ").replacing(", ", with: "  ,\n          ")) : line
      }
      try folder.write("\(name).after.yaml", odd.joined(separator: "\n"))
      let outcome = try edlrender("fmt", "\(name).after.yaml", in: folder)
      #expect(outcome.status == 0, "\(name): \(outcome.errors)")
    }
    let script = """
      import glob, sys, yaml
      for name in sorted(glob.glob(sys.argv[1] + "/*.before.yaml")):
          after = name.replace(".before.", ".after.")
          load = lambda path: yaml.load(open(path), Loader=yaml.BaseLoader)
          if load(name) != load(after): print(name)
      """
    #expect(try Tool.run("python3", ["-c", script, folder.path]) == "")
  }
}
