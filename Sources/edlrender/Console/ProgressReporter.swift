internal import EDL
internal import Render
internal import Synchronization

/// Tells how far a render is, in one of four ways. Safe from any thread.
final class ProgressReporter: Sendable {
  /// How it is told.
  enum Style: Sendable {
    /// A bar on standard error that renews itself in place.
    case bar
    /// A line on standard error every few seconds.
    case plain
    /// A JSON object a line on standard output.
    case json
    /// Not at all.
    case none

    /// The style that `--progress` asks for, or that suits where the messages go.
    init(_ choice: String?, isJSON: Bool, isQuiet: Bool) {
      switch choice {
      case "plain": self = .plain
      case "json": self = .json
      case "none": self = .none
      default: self = isJSON ? .json : isQuiet ? .none : Console.isTerminal ? .bar : .plain
      }
    }
  }

  private let style: Style
  private let path: String
  /// The seconds that a frame of the programme lasts.
  private let frameDuration: Double
  /// Whether people read times instead of frames.
  private let tellsTimes: Bool
  private let start = ContinuousClock.now
  private let lastPlain = Mutex<ContinuousClock.Instant>(.now)

  init(_ style: Style, path: String, frameDuration: Double, tellsTimes: Bool = false) {
    self.style = style
    self.path = path
    self.frameDuration = frameDuration
    self.tellsTimes = tellsTimes
  }

  /// Tells as a command line asks for.
  convenience init(
    _ invocation: Invocation, _ reporter: Reporter, path: String, _ timeline: Timeline, tellsTimes: Bool = false
  ) {
    self.init(
      Style(invocation.value(of: RenderCommand.progress), isJSON: reporter.isJSON, isQuiet: reporter.isQuiet),
      path: path, frameDuration: timeline.canvas.approximateFrameDuration, tellsTimes: tellsTimes)
  }

  /// The seconds since the render began.
  var elapsed: Double { start.duration(to: .now).approximate }

  /// Tells how far the render is.
  func update(_ progress: RenderProgress) {
    switch style {
    case .bar: Console.error("\r\(bar(progress))\u{1B}[K")
    case .plain: if isDue() { Console.error("\(plain(progress))\n") }
    case .json: Console.out("\(json(progress).line)\n")
    case .none: break
    }
  }

  /// Takes the bar away.
  func end() {
    if case .bar = style { Console.error("\r\u{1B}[K") }
  }

  private func isDue() -> Bool {
    lastPlain.withLock { last in
      guard last.duration(to: .now) >= .seconds(3) else { return false }
      last = .now
      return true
    }
  }

  /// Seconds of film made in one second.
  private func speed(_ progress: RenderProgress) -> Double? {
    elapsed > 0.2 && progress.done > 0 ? Double(progress.done) * frameDuration / elapsed : nil
  }

  private func timeLeft(_ progress: RenderProgress) -> Double? {
    speed(progress).map { Double(max(progress.total - progress.done, 0)) * frameDuration / $0 }
  }

  private func percent(_ progress: RenderProgress) -> Int {
    progress.total > 0 ? min(progress.done, progress.total) * 100 / progress.total : 100
  }

  private func clock(_ frames: Int) -> String { Measures.clock(Double(frames) * frameDuration) }

  private func plain(_ progress: RenderProgress) -> String {
    let place = tellsTimes ? "\(clock(progress.done)) of " : "frame \(progress.done) of "
    var line = "\(path): \(place)\(tellsTimes ? clock(progress.total) : "\(progress.total)"), \(percent(progress)) %"
    if let speed = speed(progress), let left = timeLeft(progress) {
      let rest = progress.done < progress.total ? "\(Measures.clock(left)) left" : "finishing"
      line += ", \(Measures.decimal(speed, places: 2))x realtime, \(rest)"
    }
    return line
  }

  private func bar(_ progress: RenderProgress) -> String {
    let place = tellsTimes ? clock(progress.done) : "\(progress.done)/\(progress.total)"
    var facts = " \(percent(progress)) %  \(place)"
    if let speed = speed(progress), let left = timeLeft(progress) {
      let rest = progress.done < progress.total ? "\(Measures.clock(left)) left" : "finishing"
      facts += "  \(Measures.decimal(speed, places: 2))x  \(rest)"
    }
    let room = min(40, Console.width - facts.count - 3)
    guard room >= 4 else { return String(facts.dropFirst().prefix(max(Console.width - 1, 0))) }
    let filled = room * percent(progress) / 100
    let blanks = String(repeating: ".", count: room - filled)
    return "[\(String(repeating: "=", count: filled))\(blanks)]\(facts)"
  }

  private func json(_ progress: RenderProgress) -> JSON {
    .object([
      ("event", .string("progress")), ("output", .string(path)),
      ("done", .int(progress.done)), ("total", .int(progress.total)),
      ("elapsed", .measure(elapsed)),
      ("speed", speed(progress).map { .measure($0) } ?? .null),
      ("left", timeLeft(progress).map { .measure($0) } ?? .null),
    ])
  }
}

extension Duration {
  /// Its seconds.
  var approximate: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
