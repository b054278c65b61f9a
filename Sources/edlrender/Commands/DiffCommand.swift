internal import EDL
internal import Render

/// `edlrender diff OLD NEW`: what changed, and which frames and samples that changes.
enum DiffCommand {
  static let revision = OptionSpec(
    "--rev", value: .text("REV"),
    help: "compares the project as it is in git at REV with the file as it is now; with A..B, at A with at B")
  static let place = OptionSpec(
    "--as", value: .text("PATH"),
    help: "reads OLD and NEW as if each stood at PATH: for git difftool, which hands over copies")
  static let html = OptionSpec(
    "--html", value: .text("FILE"), help: "also writes a page with pictures of the frames before and after")

  static let spec = CommandSpec(
    "diff", summary: "says what changed between two projects, and which frames and samples differ",
    operands: [
      .one("OLD", help: "the older project file; with --rev, the project file"),
      .optional("NEW", help: "the newer project file; none with --rev"),
    ],
    options: [revision, place, html, ProjectOptions.strict, ProjectOptions.root, ProjectOptions.allowFilter],
    discussion: [
      """
      Renders nothing. A frame that is not listed as different is proven equal: it is made of the same pictures at \
      the same times in the same way. Frames that only moved are told apart from new ones. Files are compared by \
      content, wherever they are.
      """,
      """
      Ends with 0 when all frames and samples are equal and written in the same way, with 1 when something differs.
      """,
    ],
    examples: ["diff old.yaml new.yaml", "diff --rev HEAD~1 project.yaml --html changes.html"],
    run: run)

  private static func run(_ invocation: Invocation) -> ExitStatus {
    let reporter = Reporter(invocation)
    let options = RenderOptions(
      allowedFilters: Set(invocation.values(of: ProjectOptions.allowFilter)),
      root: invocation.value(of: ProjectOptions.root))
    guard let sides = DiffSides(invocation, reporter) else { return reporter.finish() }
    guard let old = sides.timeline(sides.old, options), let new = sides.timeline(sides.new, options) else {
      return reporter.finish()
    }
    do {
      let report = try DiffReport(old, new, options)
      reporter.answer("diff", report.facts, text: report.text)
      if !report.isEqual { reporter.differs() }
      if let path = invocation.value(of: html), SourceGuard.allows(path, new, reporter) {
        try write(DiffPage(report, options).text(), to: path, reporter)
      }
    } catch {
      reporter.report(error)
    }
    return reporter.finish()
  }

  private static func write(_ text: String, to path: String, _ reporter: Reporter) {
    do {
      try TextFile.write(text, to: path, replacing: true)
    } catch {
      reporter.fail("output.unwritable", "cannot write \"\(path)\": \(error.reason)", blame: .media)
    }
  }
}

/// The two projects that are compared, from files or from git.
private struct DiffSides {
  /// A project: where it is read, and the text it has instead of the file's.
  struct Side {
    var path: String
    var text: [UInt8]?
    var tree: GitTree?
  }

  let old: Side
  let new: Side
  private let invocation: Invocation
  private let reporter: Reporter

  init?(_ invocation: Invocation, _ reporter: Reporter) {
    self.invocation = invocation
    self.reporter = reporter
    let operands = invocation.operands
    guard let revision = invocation.value(of: DiffCommand.revision) else {
      guard operands.count == 2 else {
        reporter.fail("command.usage", "diff needs OLD and NEW, or --rev REV and one project")
        return nil
      }
      guard let place = invocation.value(of: DiffCommand.place) else {
        (old, new) = (Side(path: operands[0]), Side(path: operands[1]))
        return
      }
      guard let first = Self.read(operands[0], reporter), let second = Self.read(operands[1], reporter) else {
        return nil
      }
      (old, new) = (Side(path: place, text: first), Side(path: place, text: second))
      return
    }
    guard operands.count == 1, !invocation.has(DiffCommand.place) else {
      reporter.fail("command.usage", "with --rev, diff takes one project and neither a second one nor --as")
      return nil
    }
    do throws(GitTree.Failure) {
      let parts = revision.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let first = try GitTree(parts[0].isEmpty ? "HEAD" : parts[0], around: operands[0])
      old = Side(path: first.path(of: operands[0]), tree: first)
      if parts.count > 1 {
        let second = try GitTree(parts[1].isEmpty ? "HEAD" : parts[1], around: operands[0])
        new = Side(path: second.path(of: operands[0]), tree: second)
      } else {
        new = Side(path: operands[0])
      }
    } catch {
      reporter.fail("diff.revision", "\"\(revision)\" cannot be compared: \(error.reason)")
      return nil
    }
  }

  /// The timeline of a side, or nil after reporting what is wrong with it.
  func timeline(_ side: Side, _ options: RenderOptions) -> Timeline? {
    // What the project is written to is no part of a revision: its folder is a link to where it stands.
    ProjectReader(
      path: side.path, invocation: invocation, reporter: reporter, text: side.text,
      allowedFolders: side.tree.map { [$0.root] } ?? []
    ).checkedTimeline(options)
  }

  private static func read(_ path: String, _ reporter: Reporter) -> [UInt8]? {
    do {
      return try FileAccess(root: nil).read(path, limit: YAMLLoader.Limit.bytes)
    } catch {
      reporter.fail("file.unreadable", "cannot read \"\(path)\"")
      return nil
    }
  }
}
