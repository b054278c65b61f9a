internal import EDL
internal import Render

/// `edlrender init FILE...`: a first project out of media files.
enum InitCommand {
  static let output = OptionSpec(
    "-o", value: .text("FILE"), help: "where the project is written, project.yaml by default")
  static let force = OptionSpec("--force", help: "replaces a project that is there already")

  static let spec = CommandSpec(
    "init", summary: "writes a project that plays media files one after the other, to be edited",
    operands: [.several("FILE", help: "videos, stills and sound, in the order to play")],
    options: [output, force],
    discussion: [
      """
      The canvas is that of the first video. The project renders as it is; its comments say what to change. \
      A file that is there already is kept, and the command fails, unless --force is given.
      """
    ],
    examples: ["init clip1.mov clip2.mov music.wav", "init *.mp4 -o holiday.yaml"],
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
    let requests = invocation.operands.map { MediaRequest(path: $0, origin: .wholeFile) }
    let results = MediaProbe.probe(requests, root: nil)
    var media: [(path: String, info: MediaInfo)] = []
    for file in invocation.operands {
      switch results[file] {
      case .success(let info): media.append((FilePaths.path(of: file, seenFrom: path), info))
      case .failure(let code, let message): reporter.fail(code, message, blame: .media)
      case nil: break
      }
    }
    guard reporter.status == .done else { return reporter.finish() }
    write(
      ProjectTemplate.make(media: media, output: FilePaths.stem(of: path) + ".mp4"), to: path,
      replacing: invocation.has(force), reporter)
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
