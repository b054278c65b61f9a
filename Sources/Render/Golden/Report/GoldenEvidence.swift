internal import AV
public import EDL
internal import Foundation

/// What was looked at of the outputs that differ: measures, pictures, waveforms.
public struct GoldenEvidence: Sendable {
  /// One picture that differs, as PNG files.
  struct Exhibit: Sendable {
    var number: Int
    var found: [UInt8]
    var recorded: [UInt8]?
    /// The difference, ``GoldenEvidence/amplification`` times as large, on black.
    var difference: [UInt8]?
    var measure: PictureMeasure?
  }

  /// What there is of one output.
  struct OutputEvidence: Sendable {
    /// The number in the timeline.
    var number: Int
    var hasProxy: Bool
    /// Of all frames that differ, where there is a proxy.
    var pictures: [Int: PictureMeasure] = [:]
    /// Of every block of each stream of sound that differs, by its number among the sounds.
    var sound: [Int: [SoundMeasure]] = [:]
    var exhibits: [Exhibit] = []
  }

  static let amplification = 8
  /// Pictures that a report shows at most.
  private static let mostExhibits = 36
  /// Pictures that lie no farther apart are rendered in one go: seeking costs as much.
  private static let nearness = 64

  var outputs: [OutputEvidence] = []
  /// Why a proxy that the golden file names was not used.
  public internal(set) var findings: [Diagnostic] = []
  /// Whether every output that differs was compared with a proxy.
  public var isComplete: Bool { outputs.allSatisfy(\.hasProxy) }

  /// Nothing looked at.
  public init() {}

  /// Renders small copies of what differs and looks at them beside the recorded ones.
  ///
  /// `path` is that of the golden file. Only the pictures that are measured or shown are rendered again,
  /// and sound only where some differs; the files are gone afterwards.
  public static func gather(
    _ check: GoldenCheck, golden path: String, options: RenderOptions, cancellation: any RenderCancellation,
    progress: @escaping @Sendable (_ output: Int, RenderProgress) -> Void
  ) throws(RenderError) -> GoldenEvidence {
    let folder = try ScratchFolder()
    // Its last mention is before its last use.
    defer { withExtendedLifetime(folder) {} }
    var evidence = GoldenEvidence()
    for output in check.outputs where !output.comparison.digests.isEmpty {
      let recorded = evidence.recordedProxy(output, beside: path)
      let plan = try Renderer.plan(check.timeline, output: output.number, options: options)
      var pair = ProxyPair(recorded: recorded)
      func render(_ part: GoldenProxy.Part, _ name: String) throws(RenderError) -> String {
        let file = "\(folder.path)/\(output.number)-\(name).mkv"
        try Golden.renderProxy(
          check.timeline, output: output.number, part: part, to: file, options: options, cancellation: cancellation
        ) { progress(output.number, $0) }
        return file
      }
      for part in stretches(of: output, plan.output, all: recorded != nil) {
        pair.pictures.append((part.lowerBound, try render(.pictures(part), "\(part.lowerBound)")))
      }
      if output.comparison.digests.contains(where: { !output.found.streams[$0.stream].isPicture }) {
        pair.sound = try render(.sound, "sound")
      }
      do throws(AVError) {
        evidence.outputs.append(try look(at: output, pair, canvas: plan.output.canvas))
      } catch {
        throw RenderError(.codec, error, doing: "compare with the golden proxy")
      }
    }
    return evidence
  }

  /// The path of the proxy that was recorded; nil, with a finding, when it is not there or another.
  private mutating func recordedProxy(_ output: GoldenCheck.OutputCheck, beside path: String) -> String? {
    guard let proxy = output.recorded.proxy else { return nil }
    let file = URL(fileURLWithPath: path).deletingLastPathComponent().appendingPathComponent(proxy.name).path
    guard let digest = Fingerprint(file: file) else {
      findings.append(Self.finding("the golden proxy \"\(proxy.name)\" cannot be read"))
      return nil
    }
    guard digest == proxy.digest else {
      findings.append(Self.finding("the golden proxy \"\(proxy.name)\" is not the one that was recorded"))
      return nil
    }
    return file
  }

  private static func finding(_ message: String) -> Diagnostic {
    Diagnostic(
      .warning, code: "golden.proxy", message,
      notes: [
        .init("without it nothing but the pictures of now can be shown"),
        .init("\"golden record --proxy\" writes it anew"),
      ])
  }

  private static func look(
    at output: GoldenCheck.OutputCheck, _ pair: ProxyPair, canvas: CanvasFormat
  ) throws(AVError) -> OutputEvidence {
    var evidence = OutputEvidence(number: output.number, hasProxy: pair.recorded != nil)
    let pictures = output.pictureRanges
    let shown = exhibits(of: pictures)
    var small = canvas
    small.size = GoldenProxy.size(of: canvas.size)
    let artist = ExhibitArtist(png: StillPNG(canvas: small))
    // Without a proxy nothing is measured, and only what is shown is decoded.
    let wanted = pair.recorded == nil ? shown : Set(pictures.joined())
    evidence.pictures = try pair.pictures(wanted) { number, pictures throws(AVError) in
      if shown.contains(number) { evidence.exhibits.append(try artist.exhibit(number, pictures)) }
    }
    for index in evidence.exhibits.indices {
      evidence.exhibits[index].measure = evidence.pictures[evidence.exhibits[index].number]
    }
    let offset = output.found.streams.first?.isPicture == true ? 1 : 0
    for digests in output.comparison.digests where !output.found.streams[digests.stream].isPicture {
      evidence.sound[digests.stream - offset] = try pair.sound(digests.stream - offset)
    }
    return evidence
  }

  /// The pictures to render again: those that are measured, or shown, and what lies between near ones.
  private static func stretches(
    of output: GoldenCheck.OutputCheck, _ plan: OutputPlan, all: Bool
  ) -> [Range<Int>] {
    let differing = output.pictureRanges
    guard !differing.isEmpty else { return [] }
    // Pictures that are no frames of the canvas have no frames to begin at.
    guard plan.cadence.isPlain, plan.pictures == nil, plan.stream == nil else { return [0..<plan.pictureCount] }
    let wanted = all ? differing : exhibits(of: differing).sorted().map { $0..<$0 + 1 }
    var stretches: [Range<Int>] = []
    for range in wanted.map({ $0.clamped(to: 0..<plan.pictureCount) }) where !range.isEmpty {
      if let last = stretches.last, range.lowerBound - last.upperBound < nearness {
        stretches[stretches.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        stretches.append(range)
      }
    }
    return stretches
  }

  /// The first, middle and last frame of each stretch, as many stretches as a report holds.
  private static func exhibits(of ranges: [Range<Int>]) -> Set<Int> {
    var numbers: Set<Int> = []
    for range in ranges where !range.isEmpty && numbers.count < mostExhibits - 2 {
      numbers.formUnion([range.lowerBound, range.lowerBound + range.count / 2, range.upperBound - 1])
    }
    return numbers
  }
}

/// Makes the pictures of a report.
private struct ExhibitArtist {
  let png: StillPNG

  func exhibit(_ number: Int, _ pictures: borrowing ProxyPair.Pictures) throws(AVError) -> GoldenEvidence.Exhibit {
    let found = try png.colored(pictures.found)
    var exhibit = GoldenEvidence.Exhibit(number: number, found: try png.encoded(found))
    switch pictures.recorded {
    case .some(let picture):
      // Of another size than recorded there is nothing to subtract.
      guard picture.width == found.width, picture.height == found.height,
        picture.pixelFormat == png.canvas.pixelFormat
      else { return exhibit }
      let recorded = try png.colored(picture)
      exhibit.recorded = try png.encoded(recorded)
      exhibit.difference = try png.encoded(try difference(found, recorded))
    case .none: break
    }
    return exhibit
  }

  private func difference(_ found: borrowing Frame, _ recorded: borrowing Frame) throws(AVError) -> Frame {
    let result = try Frame.picture(width: found.width, height: found.height, format: found.pixelFormat)
    guard let now = found.plane(0), let before = recorded.plane(0), let target = result.plane(0) else { return result }
    for row in 0..<found.height {
      let (first, second) = (row * found.stride(ofPlane: 0), row * recorded.stride(ofPlane: 0))
      let third = row * result.stride(ofPlane: 0)
      for byte in 0..<found.width * 3 {
        let difference = abs(Int(now[first + byte]) - Int(before[second + byte]))
        target[third + byte] = UInt8(min(255, difference * GoldenEvidence.amplification))
      }
    }
    return result
  }
}

extension GoldenCheck.OutputCheck {
  /// The numbers of the pictures that differ.
  fileprivate var pictureRanges: [Range<Int>] {
    comparison.digests.filter { found.streams[$0.stream].isPicture }.flatMap(\.ranges)
  }
}

extension GoldenCheck {
  /// What is left of the differences with a tolerance: only what lies beyond it.
  public func tolerating(_ tolerance: GoldenTolerance, _ evidence: GoldenEvidence) -> GoldenCheck {
    var check = self
    for index in check.outputs.indices {
      let output = check.outputs[index]
      guard let looked = evidence.outputs.first(where: { $0.number == output.number }), looked.hasProxy else {
        continue
      }
      let offset = output.found.streams.first?.isPicture == true ? 1 : 0
      check.outputs[index].comparison.digests = output.comparison.digests.compactMap { digests in
        let isPicture = output.found.streams[digests.stream].isPicture
        let sound = looked.sound[digests.stream - offset] ?? []
        // Another length is a difference that no tolerance covers.
        guard digests.recordedCount == digests.foundCount else { return digests }
        return digests.keeping { number in
          isPicture
            ? !tolerance.allows(looked.pictures[number])
            : !(sound.indices.contains(number) && tolerance.allows(sound[number]))
        }
      }
    }
    return check
  }
}

extension GoldenComparison.Digests {
  /// What is left when only some of those that differ are kept; nil when that is none.
  fileprivate func keeping(_ isKept: (Int) -> Bool) -> Self? {
    var result = self
    result.ranges = []
    for number in ranges.joined() where isKept(number) {
      if let last = result.ranges.last, last.upperBound == number {
        result.ranges[result.ranges.count - 1] = last.lowerBound..<number + 1
      } else {
        result.ranges.append(number..<number + 1)
      }
    }
    return result.ranges.isEmpty ? nil : result
  }
}
