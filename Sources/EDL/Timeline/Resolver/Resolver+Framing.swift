/// Outputs that are composed at a size of their own.
extension Resolver {
  /// What an output with a framing changes of the project.
  struct FramedOutput {
    /// Where the output is written.
    var place: SourceRange
    /// Its size, where it says one.
    var size: PixelSize?
    /// How pictures go into it that say nothing themselves.
    var fit: PictureFields.Fit
  }

  /// Resolves the whole programme as an output with a framing shows it; what is wrong with it is told once.
  mutating func resolve(framed output: OutputDocument, _ name: Located<String>) -> Output? {
    var resolver = Resolver(
      document: document.framed(name.value), catalog: catalog, sources: sources, options: options, probes: probes)
    let fit = output.fit?.value ?? .contain
    resolver.framedOutput = FramedOutput(place: output.range, size: output.size?.value, fit: fit)
    let resolution = resolver.resolve(after: DiagnosticList())
    let told = Set(diagnostics.all.map(Finding.init))
    let found = resolver.diagnostics.all.filter { !told.contains(Finding($0)) }
    for finding in found { diagnostics.append(finding) }
    guard case .whole(var timeline) = resolution, var framed = timeline.outputs.first else { return nil }
    timeline.outputs = []
    let composition = Output.Composition(framing: name.value, size: timeline.canvas.size, fit: fit)
    framings[composition] = timeline
    framed.composition = composition
    return framed
  }

  /// Reports framings of items that no output shows.
  mutating func reportUnusedFramings() {
    let shown = Set((document.outputs?.value ?? []).compactMap { $0.framing?.value })
    for (name, range) in document.framingNames where !shown.contains(name) {
      let near = closestMatch(to: name, in: Array(shown))
      diagnostics.append(
        Diagnostic(
          .warning, code: "framing.unused",
          "no output has the framing \"\(name)\"" + (near.map { ": did you mean \"\($0)\"?" } ?? ""), at: range,
          notes: near == nil ? [.init("an output names it: {path: tall.mp4, size: 1080x1920, framing: \(name)}")] : [],
          fixIts: near.map { [.init("write \"\($0)\"", replacing: range, with: $0)] } ?? []))
    }
  }

  /// What two diagnostics of one mistake have in common.
  private struct Finding: Hashable {
    var code: String
    var message: String
    var range: SourceRange?

    init(_ diagnostic: Diagnostic) {
      (code, message, range) = (diagnostic.code, diagnostic.message, diagnostic.range)
    }
  }
}
