internal import EDL
internal import Render
internal import Synchronization

/// `edlrender watch PROJECT`: renders again whenever something that the project reads is saved.
enum WatchCommand {
  static let frame = OptionSpec(
    "--frame", value: .text("TIME"),
    help: "writes the frame at this time as a PNG, to -o FILE.png, instead of the outputs")

  static let spec = CommandSpec(
    "watch", summary: "renders a project again whenever it, or a file that it reads, is saved",
    operands: [.one("PROJECT", help: "the project file")],
    options: [frame] + RenderCommand.spec.options.filter { $0.name != PartChoice.part.name },
    discussion: [
      """
      Watched are the project and what it includes, media, stills, look-up tables, subtitles and fonts by file. \
      What has not changed comes out of the cache, so only what an edit touches is rendered; a save in the middle \
      of a render begins anew. On a terminal each run's messages take the place of those before. Ctrl-C ends \
      with status 130.
      """,
      """
      With --json, "watching" is told after each run: its status, and how many files are watched.
      """,
    ],
    examples: ["watch project.yaml", "watch project.yaml --frame 12.5s -o still.png", "watch project.yaml --draft"],
    run: run)

  private static func run(_ invocation: Invocation) -> ExitStatus {
    let flag = Interruption.watch()
    if invocation.has(frame), !invocation.has(RenderCommand.output) {
      let reporter = Reporter(invocation)
      reporter.fail("command.usage", "watch --frame needs to know where to write: -o FILE.png")
      return reporter.finish()
    }
    let project = invocation.operands[0]
    let files = WatchedFiles()
    let waiter = ChangeWaiter()
    while true {
      if Console.isTerminal, !invocation.has(CommonOptions.json) { Console.error("\u{1B}[H\u{1B}[2J\u{1B}[3J") }
      files.begin(project: project)
      let reporter = Reporter(invocation)
      let cancellation = WatchCancellation(flag: flag, files: files)
      let status = render(invocation, reporter, files, cancellation)
      guard !flag.isCancelled else { return .interrupted }
      if status != .interrupted { tell(status, files, project, reporter) }
      waiter.watch(files.folders)
      while !files.haveChanged {
        waiter.wait()
        guard !flag.isCancelled else { return .interrupted }
      }
      settle(project, files)
    }
  }

  private static func render(
    _ invocation: Invocation, _ reporter: Reporter, _ files: WatchedFiles, _ cancellation: WatchCancellation
  ) -> ExitStatus {
    guard let time = invocation.value(of: frame) else {
      return RenderCommand.perform(invocation, reporter, cancellation, watched: files)
    }
    return FrameCommand.perform(
      invocation, time: time, path: invocation.value(of: RenderCommand.output) ?? "", reporter, watched: files)
  }

  private static func tell(_ status: ExitStatus, _ files: WatchedFiles, _ project: String, _ reporter: Reporter) {
    let words = status == .done ? "done" : "not done"
    reporter.result(
      "watching", [("status", .int(Int(status.rawValue))), ("files", .int(files.count))],
      text:
        "\(words); watching \(project) and \(Measures.count(files.count - 1, "file")) that it reads, Ctrl-C ends")
  }

  /// An editor that deletes and writes anew, or saves in pieces, needs a moment.
  private static func settle(_ project: String, _ files: WatchedFiles) {
    ChangeWaiter.pause(milliseconds: 20)
    for _ in 0..<20 where !FileFacts.exists(project) { ChangeWaiter.pause(milliseconds: 25) }
  }
}

/// Stops a render when the user asks, or when what it reads has changed.
///
/// @unchecked: all but the flag is used under the lock.
private final class WatchCancellation: RenderCancellation, @unchecked Sendable {
  private let flag: Interruption.Flag
  private let files: WatchedFiles
  private let state = Mutex<(next: ContinuousClock.Instant, isOver: Bool)>((.now + .milliseconds(100), false))

  init(flag: Interruption.Flag, files: WatchedFiles) {
    self.flag = flag
    self.files = files
  }

  var isCancelled: Bool {
    if flag.isCancelled { return true }
    return state.withLock { state in
      if state.isOver || .now < state.next { return state.isOver }
      state = (.now + .milliseconds(200), files.haveChanged)
      return state.isOver
    }
  }
}
