internal import Foundation
internal import Testing

/// A project file, as a user writes it.
struct Film {
  /// The output that loses nothing.
  static let lossless = "{path: out.mkv, video: {codec: ffv1}, audio: [{codec: pcm_s16le, dither: none}]}"

  let text: String
  /// The file name of the output.
  let output: String

  /// A whole project in the user's own words.
  init(_ text: String, output: String = "out.mkv") {
    self.text = text
    self.output = output
  }

  /// One video track of items, one a line.
  init(
    canvas: String = "{size: 160x120, fps: 25}", media: [String] = [], items: [String], below: [String] = [],
    sound: [[String]] = [], output: String = Film.lossless
  ) {
    var lines = ["edlrender: 1", "canvas: \(canvas)"]
    if !media.isEmpty { lines += ["media:"] + media.map { "  \($0)" } }
    lines.append("tracks:")
    let tracks = [below, items].filter { !$0.isEmpty }.map { ("video", $0) } + sound.map { ("audio", $0) }
    for (kind, items) in tracks {
      lines += ["  - kind: \(kind)", "    items:"] + items.map { "      - \($0)" }
    }
    lines += ["outputs:", "  - \(output)", ""]
    self.init(lines.joined(separator: "\n"), output: Film.path(in: output))
  }

  /// The same project with one more video track above the others.
  func adding(track items: [String]) -> Film {
    let lines = ["  - kind: video", "    items:"] + items.map { "      - \($0)" }
    return Film(
      text.replacing("\noutputs:", with: "\n" + lines.joined(separator: "\n") + "\noutputs:"), output: output)
  }

  private static func path(in output: String) -> String {
    output.firstMatch(of: /path: ([^,}]+)/).map { String($0.1) } ?? "out.mkv"
  }
}

extension Folder {
  /// Runs the command in this folder. What holds for every run is checked here: it ends in time, without
  /// a crash and in bounded memory.
  @discardableResult
  func edlrender(
    _ arguments: [String], limit: Double = 60, memory: Double = 1024, environment: [String: String] = [:],
    shell: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Run {
    let command = self.command(arguments, limit: limit, environment: environment)
    let run = try (shell.map { command.after(shell: $0) } ?? command).run()
    #expect(!run.timedOut, "still running after \(limit) s: \(arguments)", sourceLocation: sourceLocation)
    // 130 is the documented status of an interrupted run; a shell's 128 + signal is a crash.
    #expect(
      run.status < 128 || run.status == 130 || run.timedOut, "status \(run.status)\n\(run.errors)",
      sourceLocation: sourceLocation)
    #expect(run.peakMiB < memory, "peak \(run.peakMiB) MiB", sourceLocation: sourceLocation)
    return run
  }

  /// The command in this folder, with a cache of its own so that no test sees another's work.
  func command(_ arguments: [String], limit: Double = 60, environment: [String: String] = [:]) -> Command {
    Command(
      Places.command, arguments, in: path,
      environment: ["EDLRENDER_CACHE": "", "XDG_CACHE_HOME": "\(path)/.cache"].merging(environment) { $1 },
      limit: limit)
  }

  /// Renders a project, which must succeed, and gives the path of the film.
  @discardableResult
  func render(
    _ film: Film, _ options: [String] = [], project: String = "film.yaml", limit: Double = 60, memory: Double = 1024,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    try write(project, film.text)
    let run = try edlrender([project] + options, limit: limit, memory: memory, sourceLocation: sourceLocation)
    try #require(run.status == 0, "\(film.text)\n\(run.errors)", sourceLocation: sourceLocation)
    try #require(has(film.output), "no \(film.output)\n\(run.errors)", sourceLocation: sourceLocation)
    return self(film.output)
  }

  /// Renders a project that must be refused: a status from the documented ones, a message, no file and no litter.
  @discardableResult
  func refuse(
    _ film: Film, _ options: [String] = [], project: String = "film.yaml", status: Set<Int32> = [2],
    within: Double = 10,
    shell: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Run {
    try write(project, film.text)
    let before = listing()
    let run = try edlrender([project] + options, shell: shell, sourceLocation: sourceLocation)
    let story: Comment = "status \(run.status), \(film.text)\n\(run.errors)"
    #expect(status.contains(run.status), story, sourceLocation: sourceLocation)
    #expect(!run.errors.isEmpty, story, sourceLocation: sourceLocation)
    #expect(!run.errors.contains(/(?i)\b(nan|inf)\b/), story, sourceLocation: sourceLocation)
    #expect(run.seconds < within, "\(run.seconds) s", sourceLocation: sourceLocation)
    let litter = listing().filter { !before.contains($0) && !$0.hasPrefix(".cache") }
    #expect(litter.isEmpty, "left behind: \(litter)", sourceLocation: sourceLocation)
    return run
  }
}

/// Brings inputs into a new folder, renders, and hands over the film.
@discardableResult
func rendered(
  _ film: Film, with inputs: [Input], _ options: [String] = [], limit: Double = 60,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> Rendered {
  let folder = try Folder()
  for input in inputs { try folder.bring(input) }
  let path = try folder.render(film, options, limit: limit, sourceLocation: sourceLocation)
  return Rendered(folder: folder, path: path)
}

/// Brings inputs into a new folder and expects the project to be refused.
@discardableResult
func refused(
  _ film: Film, with inputs: [Input], _ options: [String] = [], status: Set<Int32> = [2], within: Double = 10,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> Run {
  let folder = try Folder()
  for input in inputs { try folder.bring(input) }
  return try folder.refuse(film, options, status: status, within: within, sourceLocation: sourceLocation)
}

/// A finished film, kept as long as the value is.
struct Rendered {
  let folder: Folder
  let path: String

  func barcodes() throws -> [Int] { try Picture.barcodes(of: path) }
  func colors(_ x: Int, _ y: Int) throws -> [RGB] { try Picture.colors(of: path, x, y) }
  func sound() throws -> Sound { try Sound.of(path) }
  func facts() throws -> Facts { try Facts.of(path) }
}
