internal import Testing

/// The command line itself: help, mistakes, statuses.
@Suite struct UsageTests {
  static let commands = [
    "render", "check", "plan", "frame", "probe", "proxies", "watch", "collect", "init", "schema", "explain", "cache",
    "levels",
  ]

  @Test func withoutArgumentsTheHelpIsPrinted() throws {
    let outcome = try edlrender()
    #expect(outcome.status == 0)
    for command in Self.commands { #expect(outcome.output.contains("\n  \(command) ")) }
    for status in ["0 ", "1 ", "2 ", "3 ", "4 ", "130 "] { #expect(outcome.output.contains("\n  \(status)")) }
    #expect(try edlrender("--help").output == outcome.output)
  }

  @Test(arguments: commands)
  func everyCommandHasHelp(command: String) throws {
    let outcome = try edlrender(command, "--help")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("edlrender \(command)"))
    for option in ["--set NAME=VALUE", "--json", "--color auto|always|never", "-q, --quiet", "-h, --help"] {
      #expect(outcome.output.contains(option))
    }
    #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= 90 })
    #expect(try edlrender("help", command).output == outcome.output)
  }

  @Test func renderHelpNamesEveryOption() throws {
    let help = try edlrender("render", "-h").output
    for option in [
      "-o PATH", "--output NAME", "--range A..B", "--jobs N", "--no-cache", "--progress auto|plain|json|none",
      "--strict", "--root DIR", "--allow DIR",
    ] { #expect(help.contains("\n  \(option)")) }
  }

  @Test func versionsOfTheProgramAndItsLibraries() throws {
    let outcome = try edlrender("--version")
    let lines = outcome.output.split(separator: "\n")
    #expect(outcome.status == 0)
    try #require(lines.count == 3)
    #expect(lines[2].hasPrefix("Drawing: pango "))
    #expect(lines[0].hasPrefix("edlrender 0."))
    #expect(lines[1].hasPrefix("FFmpeg "))
    #expect(lines[1].contains("avcodec"))
  }

  @Test(arguments: [
    (["chek", "a.yaml"], "there is no command \"chek\"; did you mean \"check\"?"),
    (["check", "a.yaml", "--strct"], "check has no option \"--strct\"; did you mean \"--strict\"?"),
    (["check", "a.yaml", "--jobs", "2"], "check has no option \"--jobs\"; render has it"),
    (["a.yaml", "--jobs", "none"], "--jobs is a whole number from 1, not \"none\""),
    (["a.yaml", "--progress", "bar"], "--progress is one of auto, plain, json, none, not \"bar\""),
    (["a.yaml", "-o"], "-o PATH needs its value"),
    (["a.yaml", "--strict=yes"], "--strict takes no value"),
    (["a.yaml", "--jobs", "1", "--jobs", "2"], "--jobs is given twice"),
    (["a.yaml", "b.yaml"], "\"b.yaml\" is one too many"),
    (["check"], "check needs PROJECT, and got nothing"),
    (["frame", "a.yaml"], "frame needs PROJECT TIME, and got \"a.yaml\""),
    (["frame", "a.yaml", "1s"], "frame needs to know where to write: -o FILE.png"),
    (["a.yaml", "--set", "title"], "--set takes NAME=VALUE, not \"title\""),
    (["explain", "no.such-code"], "there is no diagnostic \"no.such-code\""),
  ])
  func mistakesEndWithStatus2(arguments: [String], message: String) throws {
    let outcome = try Tool(Places.program, arguments).finish()
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("error[command.usage]: "))
    #expect(outcome.errors.contains(message))
    #expect(outcome.output.isEmpty)
  }

  @Test func mistakesAreJSONToo() throws {
    let outcome = try edlrender("--json", "chek", "a.yaml")
    let objects = try outcome.objects
    #expect(outcome.status == 2)
    #expect(outcome.errors.isEmpty)
    #expect(objects.first?["event"] == "diagnostic")
    #expect(objects.last?["status"] == "2")
  }

  @Test func aFileOfAnyNameIsAProject() throws {
    let folder = try Folder()
    try folder.write("film", "edlrender: 1\ntracks: nothing\n")
    let outcome = try edlrender("film", in: folder)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("film:2:"))
  }

  @Test func aClosedPipeIsNoTrouble() throws {
    let line = "\"$0\" schema | head -n 1 >/dev/null; exit ${PIPESTATUS[0]}"
    #expect(try Tool("bash", ["-c", line, Places.program]).finish().status == 0)
  }

  @Test func aFullDiskBehindStandardOutputIsReported() throws {
    let outcome = try Tool("bash", ["-c", "\"$0\" schema >/dev/full", Places.program]).finish()
    #expect(outcome.status == 3)
    #expect(outcome.errors.contains("No space left on device"))
  }
}
