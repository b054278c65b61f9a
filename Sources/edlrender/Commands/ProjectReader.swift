internal import EDL
internal import Render

/// Brings a project from its path to a timeline, reporting all that is found on the way.
struct ProjectReader {
  let path: String
  let invocation: Invocation
  let reporter: Reporter
  /// The project's text when it is not what stands at the path.
  var text: [UInt8]?
  /// Folders that outputs may stand in besides those of the command line.
  var allowedFolders: [String] = []
  /// Learns what is read, and remembers facts of media from one reading to the next.
  var watched: WatchedFiles?

  /// The timeline, or nil when something is wrong with it.
  func timeline() -> Timeline? { project()?.timeline }

  /// What the project is read with, once that was checked.
  var projectOptions: Project.Options { options() ?? Project.Options() }

  /// The project and its timeline, or nil when something is wrong with it.
  func project() -> (project: Project, timeline: Timeline)? {
    guard let options = options() else { return nil }
    var diagnostics = DiagnosticList()
    let project = Project.load(
      path: path, options: options, sources: &reporter.sources, diagnostics: &diagnostics)
    let timeline = project.flatMap { project -> Timeline? in
      watched?.add(project.mediaRequests.map(\.path))
      if let piped = project.pipedMedia, let mistake = StandardInput.keep(piped) {
        diagnostics.append(mistake)
        return nil
      }
      let cache = CacheChoice.folder(invocation)
      let facts =
        watched?.probes.probe(project.mediaRequests, root: options.root, cache: cache)
        ?? MediaProbe.probe(project.mediaRequests, root: options.root, cache: cache)
      switch project.resolution(media: facts, diagnostics: &diagnostics) {
      case .whole(let timeline): return timeline
      case .faulty(let rest):
        if let rest { Renderer.addMistakes(in: rest, options: checkOptions, to: &diagnostics) }
        return nil
      }
    }
    watched?.add(reporter.sources.files.map(\.path))
    if let timeline { watched?.add(timeline, root: options.root) }
    reporter.report(diagnostics)
    guard reporter.status == .done, let project, let timeline else { return nil }
    return (project, timeline)
  }

  /// The timeline, with everything about its outputs checked that can be known before rendering.
  func checkedTimeline(_ render: RenderOptions) -> Timeline? {
    guard let timeline = timeline() else { return nil }
    reporter.report(Renderer.check(timeline, options: render))
    return reporter.status == .done ? timeline : nil
  }

  /// What of the command line bears on what is wrong with a project.
  private var checkOptions: RenderOptions {
    RenderOptions(
      outputPath: writesFilm ? invocation.value(of: RenderCommand.output) : nil,
      allowedFolders: invocation.values(of: ProjectOptions.allow),
      allowedFilters: Set(invocation.values(of: ProjectOptions.allowFilter)),
      root: invocation.value(of: ProjectOptions.root))
  }

  /// Whether `-o` names the film, which then may be anywhere.
  private var writesFilm: Bool {
    switch invocation.command.name {
    case RenderCommand.spec.name: true
    case WatchCommand.spec.name: !invocation.has(WatchCommand.frame)
    default: false
    }
  }

  private func options() -> Project.Options? {
    var variables: [(name: String, value: String)] = []
    for setting in invocation.values(of: CommonOptions.set) {
      let parts = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, !parts[0].isEmpty else {
        reporter.fail("command.usage", "--set takes NAME=VALUE, not \"\(setting)\"")
        continue
      }
      variables.append((parts[0], parts[1]))
    }
    guard reporter.status == .done else { return nil }
    var options = Project.Options(
      variables: variables, isStrict: reporter.isStrict, root: invocation.value(of: ProjectOptions.root),
      allowedFolders: invocation.values(of: ProjectOptions.allow) + allowedFolders,
      outputPath: writesFilm ? invocation.value(of: RenderCommand.output) : nil,
      isDraft: invocation.has(RenderCommand.draft))
    options.text = text
    options.pipePath = StandardInput.path
    return options
  }
}
