internal import AV
public import EDL

/// A render beside its golden record.
public struct GoldenCheck: Sendable {
  /// One output beside what was recorded of it.
  struct OutputCheck: Sendable {
    /// The number in the timeline.
    var number: Int
    var recorded: GoldenRecord.Output
    var found: GoldenRecord.Output
    var comparison: GoldenComparison
  }

  let timeline: Timeline
  var outputs: [OutputCheck] = []
  /// Paths that were recorded and are no output any more, and the other way round.
  var lost: [String] = []
  var new: [Int] = []
  /// The versions that differ, in words; empty when all are those of the record.
  let versions: [String]

  /// Compares what was rendered now with what was recorded.
  public init(_ timeline: Timeline, recorded: GoldenRecord, found: GoldenRecord) {
    self.timeline = timeline
    versions = found.versions.compactMap { fact in
      let before = recorded.versions[fact.name]
      return before == fact.value ? nil : "\(fact.name) \(before ?? "unknown") when recorded, \(fact.value) now"
    }
    for (number, output) in found.outputs.enumerated() {
      guard let before = recorded.outputs.first(where: { $0.path == output.path }) else {
        new.append(number)
        continue
      }
      let comparison = GoldenComparison(recorded: before, found: output)
      outputs.append(OutputCheck(number: number, recorded: before, found: output, comparison: comparison))
    }
    lost = recorded.outputs.map(\.path).filter { path in !found.outputs.contains { $0.path == path } }
  }

  /// Whether all is as recorded.
  public var isEqual: Bool { lost.isEmpty && new.isEmpty && outputs.allSatisfy(\.comparison.isEqual) }

  /// Whether frames or samples differ, and not facts about them alone.
  public var hasOtherDigests: Bool { outputs.contains { !$0.comparison.digests.isEmpty } }

  /// Whether other libraries or another engine rendered the record.
  public var hasOtherVersions: Bool { !versions.isEmpty }

  /// All that differs, each at the line that is most likely the reason.
  public var findings: [Diagnostic] {
    let origin = timeline.outputs.first?.origin ?? .wholeFile
    return lost.map { Self.output("the output \"\($0)\" was recorded, and is none of the project's", origin) }
      + new.map { Self.output("the output \"\(name($0))\" was not recorded", timeline.outputs[$0].origin) }
      + outputs.flatMap { words($0).all }
      + (versions.isEmpty ? [] : [versionFinding])
  }

  func words(_ check: OutputCheck) -> GoldenFindings {
    GoldenFindings(
      timeline: timeline, output: timeline.outputs[check.number], found: check.found, comparison: check.comparison)
  }

  private func name(_ number: Int) -> String { Golden.relativePath(timeline.outputs[number].path, timeline) }

  private static func output(_ message: String, _ origin: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, code: "golden.output", message, at: origin,
      notes: [.init("\"edlrender golden record\" records what the project has now")], blame: .comparison)
  }

  /// A difference that other libraries may be the only reason of.
  private var versionFinding: Diagnostic {
    Diagnostic(
      isEqual ? .note : .warning, code: "golden.versions",
      "the golden file was recorded with other versions, which may render otherwise", at: nil,
      notes: versions.map { .init($0) }
        + [.init("\"--tolerance psnr=40\" compares with the proxy that \"golden record --proxy\" keeps")])
  }
}
