internal import EDL
internal import Render

/// Prints the findings and results of one command and remembers what they mean for its end.
///
/// Findings go to standard error, results to standard output; with `--json` both go to standard
/// output, one object a line. Used by the main thread alone.
final class Reporter {
  let isJSON: Bool
  let isQuiet: Bool
  /// Whether warnings count as errors.
  let isStrict: Bool
  /// The texts that findings point into.
  var sources = SourceMap()
  /// How the command ends by what was reported so far.
  private(set) var status = ExitStatus.done
  /// The first error that was reported.
  private(set) var firstError: Diagnostic?

  private let usesColor: Bool
  /// The columns that lines of the project are cut to.
  private let width = Console.isTerminal ? Console.width : 100
  private var errors = 0
  private var warnings = 0

  init(isJSON: Bool, isQuiet: Bool = false, isStrict: Bool = false, color: String? = nil) {
    self.isJSON = isJSON
    self.isQuiet = isQuiet
    self.isStrict = isStrict
    usesColor = Console.usesColor(color)
  }

  /// Reports as a command line asks for.
  convenience init(_ invocation: Invocation) {
    self.init(
      isJSON: invocation.has(CommonOptions.json), isQuiet: invocation.has(CommonOptions.quiet),
      isStrict: invocation.has(ProjectOptions.strict), color: invocation.value(of: CommonOptions.color))
  }

  /// Prints all findings of a list.
  func report(_ list: DiagnosticList) {
    for diagnostic in list.all { report(diagnostic) }
    if list.omittedCount > 0 {
      report(Diagnostic(.note, code: "findings.omitted", "\(list.omittedCount) more findings are left out"))
    }
  }

  /// Prints one finding.
  func report(_ diagnostic: Diagnostic) {
    var diagnostic = diagnostic
    if isStrict, diagnostic.severity == .warning { diagnostic.severity = .error }
    switch diagnostic.severity {
    case .error:
      errors += 1
      if firstError == nil { firstError = diagnostic }
      fail(Self.status(for: diagnostic.blame))
    case .warning: warnings += 1
    case .note: break
    }
    guard !isQuiet || diagnostic.severity == .error else { return }
    if isJSON {
      let object = DiagnosticPrinter(sources: sources).json(diagnostic)
      Console.out("{\"event\":\"diagnostic\"," + object.dropFirst() + "\n")
    } else {
      let printer = DiagnosticPrinter(sources: sources, style: usesColor ? .colored : .plain, width: width)
      Console.error(printer.text(diagnostic))
    }
  }

  /// Prints why a render has ended.
  func report(_ error: RenderError) {
    report(error.diagnostic)
    switch error.kind {
    case .project: status = .project
    case .media: status = .media
    case .codec: status = .codec
    case .interrupted: status = .interrupted
    }
  }

  /// Prints a fault that points at no line.
  func fail(_ code: String, _ message: String, notes: [String] = [], blame: Diagnostic.Blame = .project) {
    let notes = notes.map { Diagnostic.Note($0) }
    report(Diagnostic(.error, code: code, message, notes: notes, blame: blame))
  }

  /// Makes a comparison that differs the end of the command, unless something is worse.
  func differs() {
    if status == .done || status == .media { status = .differs }
  }

  /// Prints a result: the object with `--json`, else the text, unless the user wants quiet.
  func result(_ name: String, _ facts: [(String, JSON)], text: @autoclosure () -> String) {
    if isJSON {
      Console.out(JSON.object([("event", .string(name))] + facts).line + "\n")
    } else if !isQuiet {
      Console.out(text() + "\n")
    }
  }

  /// Prints what the command was asked for, also when the user wants quiet; of the two forms of the
  /// answer the one that is not wanted is not made.
  func answer(_ name: String, _ facts: @autoclosure () -> [(String, JSON)], text: @autoclosure () -> String) {
    let line = isJSON ? JSON.object([("event", .string(name))] + facts()).line : text()
    Console.out(line.hasSuffix("\n") ? line : line + "\n")
  }

  /// Prints the summary and gives the status that the command ends with.
  func finish() -> ExitStatus {
    if isJSON {
      let facts: [(String, JSON)] = [
        ("event", .string("summary")), ("errors", .int(errors)), ("warnings", .int(warnings)),
        ("status", .int(Int(status.rawValue))),
      ]
      Console.out(JSON.object(facts).line + "\n")
    } else if errors > 0 || (warnings > 0 && !isQuiet) {
      let counts = [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }
      Console.error(counts.map { Measures.count($0.0, $0.1) }.joined(separator: ", ") + "\n")
    }
    return status
  }

  private static func status(for blame: Diagnostic.Blame) -> ExitStatus {
    switch blame {
    case .project: .project
    case .media: .media
    case .comparison: .differs
    }
  }

  /// The project's own faults are told first, since they are what to mend first; a difference
  /// means something only where nothing is at fault.
  private func fail(_ new: ExitStatus) {
    if status == .done || status == .differs || new == .project { status = new }
  }
}
