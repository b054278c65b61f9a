import EDL
import Testing

/// A project that was loaded from a temporary folder.
private struct Loaded {
  let text: ProjectText?
  let found: [Diagnostic]
  let sources: SourceMap

  var outline: String? { text.map { EDLTests.outline($0.root) } }
  var codes: [String] { found.map(\.code) }
  var message: String { found.first?.message ?? "" }
}

private func load(
  _ files: [String: String], project: String = "p.yaml", set: [(name: String, value: String)] = [],
  root: ((String) -> String)? = nil,
  prepare: (TemporaryFolder) throws -> Void = { _ in }
) throws -> Loaded {
  let folder = try TemporaryFolder(files)
  try prepare(folder)
  var sources = SourceMap()
  var diagnostics = DiagnosticList()
  let options = Project.Options(variables: set, root: root?(folder.path))
  let text = ProjectText.load(
    path: folder.path + "/" + project, options: options, sources: &sources, diagnostics: &diagnostics)
  withExtendedLifetime(folder) {}
  return Loaded(text: text, found: diagnostics.all, sources: sources)
}

@Suite struct IncludeTests {
  @Test func mergesTheSharedSections() throws {
    let loaded = try load([
      "p.yaml": "edlrender: 1\ninclude: [sub/a.yaml, b.yaml]\nmedia: {m: m.mov}\nlooks:\ntracks: []",
      "sub/a.yaml": "edlrender: 1\nmedia: {n: n.mov}\nlooks: {warm: [eq]}\nx-note: 1\ninclude: c.yaml",
      "sub/c.yaml": "media: {o: o.mov}\nbuses: {music: {}}",
      "b.yaml": "vars: {v: 1}\nprofiles: {q: {}}\nsequences: {s: {}}",
    ])
    #expect(loaded.codes == [])
    #expect(
      loaded.outline
        == "{edlrender: 1, include: [sub/a.yaml, b.yaml], media: {m: m.mov, n: n.mov, o: o.mov}, "
        + "looks: {warm: [eq]}, tracks: [], sequences: {s: {}}, buses: {music: {}}, vars: {v: 1}, profiles: {q: {}}}")
  }

  @Test func pathsAreRelativeToTheFileThatSaysThem() throws {
    let loaded = try load(["p.yaml": "include: [sub/a.yaml]", "sub/a.yaml": "media: {n: n.mov}"])
    let text = try #require(loaded.text)
    guard case .mapping(let root) = text.root.content, case .mapping(let media) = root.last?.value.content else {
      Issue.record("no media")
      return
    }
    let range = try #require(media.first?.value.range)
    #expect(range.file == 1)
    #expect(text.path("n.mov", writtenAt: range).hasSuffix("/sub/n.mov"))
    #expect(text.path("/n.mov", writtenAt: range) == "/n.mov")
    #expect(text.directory(ofFile: 1).hasSuffix("/sub"))
    let plain = SourceMap(files: [SourceFile(path: "p.yaml", text: ""), SourceFile(path: "/p.yaml", text: "")])
    #expect(plain.directory(ofFile: 0) == "")
    #expect(plain.directory(ofFile: 1) == "/")
    let start = SourcePosition(line: 1, column: 1)
    #expect(plain.path("a", writtenAt: SourceRange(file: 0, start: start, end: start)) == "a")
    #expect(plain.path("a", writtenAt: SourceRange(file: 1, start: start, end: start)) == "/a")
  }

  @Test func aNameInTwoFilesIsAnErrorNamingBoth() throws {
    let marked = MarkedText("looks: {}\nmedia:\n  ⟦1⟧talk⟦2⟧: b.mov")
    let loaded = try load([
      "p.yaml": "include: [a.yaml]\nmedia: {talk: a.mov}", "a.yaml": marked.text,
    ])
    #expect(loaded.text == nil)
    #expect(loaded.codes == ["include.conflict"])
    #expect(loaded.found.first?.range == marked.range("1", "2", file: 1))
    #expect(loaded.message.contains("\"talk\"") && loaded.message.contains("p.yaml:2"))
    #expect(loaded.found.first?.notes.first?.range?.file == 0)
  }

  @Test func aDiamondIsReadOnce() throws {
    let loaded = try load([
      "p.yaml": "include: [a.yaml, b.yaml]", "a.yaml": "include: [c.yaml]", "b.yaml": "include: [./c.yaml]",
      "c.yaml": "media: {m: m.mov}",
    ])
    #expect(loaded.codes == [])
    #expect(loaded.sources.files.count == 4)
  }

  @Test func cyclesAreReported() throws {
    let loaded = try load([
      "p.yaml": "include: [a.yaml]", "a.yaml": "include: [b.yaml]", "b.yaml": "looks: {}\ninclude: [a.yaml]",
    ])
    #expect(loaded.text == nil)
    #expect(loaded.codes == ["include.cycle"])
    #expect(loaded.found.first?.range?.file == 2)
    #expect(loaded.message.contains("a.yaml\" → ") && loaded.message.contains("b.yaml\" → "))
    #expect(try load(["p.yaml": "include: [p.yaml]"]).codes == ["include.cycle"])
  }

  @Test func whatAnIncludedFileMayNotSay() throws {
    let loaded = try load([
      "p.yaml": "edlrender: 1\ninclude: [a.yaml]", "a.yaml": "tracks: []\nmedai: {}\nedlrender: 2\nlooks: [x]",
    ])
    #expect(loaded.text == nil)
    #expect(loaded.codes == ["include.key", "include.key", "include.key", "include.section"])
    #expect(loaded.found[1].fixIts.map(\.replacement) == ["media"])
    #expect(try load(["p.yaml": "include: [a.yaml]", "a.yaml": "- x"]).codes == ["project.not-mapping"])
    #expect(try load(["p.yaml": "include: {a: b}"]).codes == ["include.path"])
    #expect(try load(["p.yaml": "include: [[a]]"]).codes == ["include.path"])
    #expect(try load(["p.yaml": "include:"]).codes == [])
  }

  @Test func unreadableFilesHaveTheReason() throws {
    let marked = MarkedText("include: [⟦1⟧a.yaml⟦2⟧, \".\"]")
    let loaded = try load(["p.yaml": marked.text])
    #expect(loaded.codes == ["file.unreadable", "file.unreadable"])
    #expect(loaded.found.first?.range == marked.range("1", "2"))
    #expect(loaded.message.contains("No such file"))
    #expect(loaded.found.last?.message.contains("not a plain file") == true)
    let missing = try load([:])
    #expect(missing.codes == ["file.unreadable"])
    #expect(missing.found.first?.range == nil)
  }

  @Test func syntaxErrorsInAnIncludePointIntoIt() throws {
    let loaded = try load(["p.yaml": "include: [a.yaml]", "a.yaml": "looks:\n\twarm: []"])
    #expect(loaded.codes == ["yaml.tab"])
    #expect(loaded.found.first?.range?.file == 1)
    #expect(loaded.sources.files.count == 2)
  }

  @Test func nothingOutsideTheRootIsRead() throws {
    let files = ["p.yaml": "include: [in/a.yaml]", "in/a.yaml": "media: {}", "out/b.yaml": "media: {}"]
    #expect(try load(files, root: { $0 }).codes == [])
    #expect(try load(files, root: { $0 + "/in" }).codes == ["path.outside-root"])
    #expect(try load(files, root: { $0 + "/absent" }).codes == ["path.outside-root"])
    // A name that only begins like the root's is outside of it; a link is judged by where it leads.
    let escape = try load(
      ["in/p.yaml": "include: [link.yaml, ../inner/b.yaml]", "inner/b.yaml": "looks: {}"], project: "in/p.yaml",
      root: { $0 + "/in" }, prepare: { try $0.link("in/link.yaml", to: $0.path + "/inner/b.yaml") })
    #expect(escape.codes == ["path.outside-root", "path.outside-root"])
    #expect(escape.sources.files.count == 1)
  }
}

@Suite struct VariableTests {
  @Test func valuesArePutInEverywhere() throws {
    let loaded = try load([
      "p.yaml": """
      vars: {name: World, n: 3, both: "${name}-${n}", tilde: "~"}
      a: ["Hello, ${name}!", "${n}f", "$${name}", a$b, "${both}"]
      b: {"${name}": x, y: "${tilde}"}
      c: ${tilde} ${n}
      d: ${tilde}
      x-own: ${nothing}
      """
    ])
    #expect(loaded.codes == [])
    #expect(
      loaded.outline
        == "{vars: {name: World, n: 3, both: '${name}-${n}', tilde: '~'}, "
        + "a: ['Hello, World!', '3f', '${name}', a$b, 'World-3'], b: {World: x, y: '~'}, c: ~ 3, d: '~', x-own: ${nothing}}"
    )
  }

  @Test func substitutedScalarsKeepTheirPlace() throws {
    let marked = MarkedText("vars: {n: 3}\na: ⟦1⟧${n}f⟦2⟧")
    let text = try #require(try load(["p.yaml": marked.text]).text)
    guard case .mapping(let root) = text.root.content else { return }
    #expect(root.last?.value.range == marked.range("1", "2"))
    #expect(root.last?.value.scalarText == "3f")
  }

  @Test func setOverridesAndIsTakenAsItIs() throws {
    let loaded = try load(
      ["p.yaml": "vars: {a: 1, b: \"${a}\", c: }\nx: \"${a} ${b} ${c}\""],
      set: [("a", "${b}"), ("c", "first"), ("c", "")])
    #expect(loaded.codes == [])
    #expect(loaded.outline?.hasSuffix("x: '${b} ${b} '}") == true)
  }

  @Test func undeclaredSetSuggests() throws {
    let loaded = try load(["p.yaml": "vars: {name: World}"], set: [("nmae", "x")])
    #expect(loaded.text == nil)
    #expect(loaded.codes == ["vars.undeclared"])
    #expect(loaded.message.contains("did you mean \"name\"?"))
  }

  @Test func unknownVariablesSuggest() throws {
    let marked = MarkedText("vars: {name: World}\na: ⟦1⟧${nmae}⟦2⟧")
    let loaded = try load(["p.yaml": marked.text])
    #expect(loaded.text == nil)
    #expect(loaded.codes == ["vars.unknown"])
    #expect(loaded.found.first?.range == marked.range("1", "2"))
    #expect(loaded.message.contains("did you mean \"${name}\"?"))
  }

  @Test func cyclesAreReportedOnce() throws {
    let loaded = try load(["p.yaml": "vars: {a: \"${b}\", b: \"${c}\", c: \"${b}\"}\nx: [\"${a}\", \"${b}\"]"])
    #expect(loaded.codes == ["vars.cycle"])
    #expect(loaded.message.contains("\"b\" → \"c\" → \"b\""))
  }

  @Test func wrongVariables() throws {
    #expect(try load(["p.yaml": "vars: [a]"]).codes == ["vars.mapping"])
    #expect(try load(["p.yaml": "vars: {a: [1]}\nb: \"${a}\""]).codes == ["vars.value"])
    #expect(try load(["p.yaml": "vars: {\"a b\": 1}"]).codes == ["vars.name"])
    #expect(try load(["p.yaml": "vars: {a: }"]).codes == ["vars.unset"])
    #expect(try load(["p.yaml": "a: \"${b\""]).codes == ["vars.syntax"])
    #expect(try load(["p.yaml": "a: \"${}\""]).codes == ["vars.unknown"])
    #expect(try load(["p.yaml": "vars:\na: 1"]).codes == [])
    #expect(try load(["p.yaml": "vars: {a: k}\nb: {k: 1, \"${a}\": 2}"]).codes == ["yaml.duplicate-key"])
  }

  @Test func aBombOfVariablesIsBounded() throws {
    var lines = ["vars:", "  v0: xxxxxxxxxx"]
    for level in 1..<30 { lines.append("  v\(level): \"${v\(level - 1)}${v\(level - 1)}\"") }
    lines.append("a: \"${v29}\"")
    #expect(try load(["p.yaml": lines.joined(separator: "\n")]).codes == ["vars.too-large"])
    let value = String(repeating: "x", count: 60_000)
    let many = "vars: {v: \(value)}\na: [" + String(repeating: "\"${v}\",", count: 2000) + "]"
    #expect(try load(["p.yaml": many]).codes.first == "vars.too-large")
  }

  @Test func includesMayUseTheFilesOwnVariables() throws {
    let files = [
      "p.yaml": "vars: {lang: en}\ninclude: [\"${lang}.yaml\"]", "en.yaml": "media: {}", "de.yaml": "looks: {}",
    ]
    #expect(try load(files).outline?.hasSuffix("media: {}}") == true)
    #expect(try load(files, set: [("lang", "de")]).outline?.hasSuffix("looks: {}}") == true)
    #expect(try load(["p.yaml": "include: [\"${lang}.yaml\"]"]).codes == ["vars.unknown"])
  }
}
