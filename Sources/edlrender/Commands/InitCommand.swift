internal import EDL
internal import Render

/// `edlrender init PATH...`: a first project out of media files.
enum InitCommand {
  static let output = OptionSpec(
    "-o", value: .text("FILE"), help: "where the project is written, project.yaml by default")
  static let force = OptionSpec("--force", help: "replaces a project that is there already")

  static let spec = CommandSpec(
    "init", summary: "writes a project that plays media files one after the other, to be edited",
    operands: [.several("PATH", help: "videos, stills and sound in the order to play, or folders of them")],
    options: [output, force],
    discussion: [
      """
      The canvas is that of the first video. In a folder, numbered stills that are alike are one sequence, and of \
      a film and its proxy, or a picture and its raw file, the first is taken, as "probe" lists them. The project renders as it is; its comments say what to change. \
      A file that is there already is kept, and the command fails, unless --force is given.
      """
    ],
    examples: ["init clip1.mov clip2.mov music.wav", "init *.mp4 -o holiday.yaml", "init footage/"],
    run: run)

  private static func run(_ invocation: Invocation) -> ExitStatus {
    let reporter = Reporter(invocation)
    let path = invocation.value(of: output) ?? "project.yaml"
    guard !FileFacts.exists(path) || invocation.has(force) else {
      reporter.fail(
        "init.exists", "\"\(path)\" is there already and is kept",
        notes: ["-o FILE names another, --force replaces it"])
      return reporter.finish()
    }
    let library = MediaLibrary(paths: invocation.operands, root: nil, isFlat: false)
    for failure in library.failures { reporter.fail(failure.code, failure.message, blame: .media) }
    for file in library.damaged { reporter.report(Diagnostic(.note, code: "probe.skipped", file.message)) }
    if library.failures.isEmpty, library.entries.isEmpty {
      reporter.fail(
        "init.no-media", "there are no media in \(invocation.operands.joined(separator: ", "))", blame: .media)
    }
    let media = library.entries.map { entry in
      var info = entry.info
      // A sequence plays as long as it has stills, and a still as long as it is told to.
      if entry.kind == .sequence { info.kind = .video }
      return (path: FilePaths.path(of: entry.path, seenFrom: path), info: info)
    }
    guard reporter.status == .done else { return reporter.finish() }
    write(ProjectTemplate.make(files: media), to: path, replacing: invocation.has(force), reporter)
    return reporter.finish()
  }

  private static func write(_ text: String, to path: String, replacing: Bool, _ reporter: Reporter) {
    do {
      try TextFile.write(text, to: path, replacing: replacing)
    } catch {
      reporter.fail("output.unwritable", "cannot write \"\(path)\": \(error.reason)", blame: .media)
      return
    }
    reporter.result(
      "result", [("path", .string(path))],
      text: "wrote \(path); next: edlrender check \(path), then edlrender \(path)")
  }
}
