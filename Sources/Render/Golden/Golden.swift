internal import AV
internal import Draw
public import EDL
internal import Foundation
internal import MediaTime

/// Records what a project renders to, and tells whether it still does.
public enum Golden {
  /// Renders every output without encoding it, and digests it.
  ///
  /// Blocks the calling thread; the work runs on threads of its own. The record is the same for any
  /// number of jobs.
  public static func record(
    _ timeline: Timeline, options: RenderOptions = RenderOptions(), cancellation: any RenderCancellation,
    progress: @escaping @Sendable (_ output: Int, RenderProgress) -> Void
  ) throws(RenderError) -> GoldenRecord {
    var record = GoldenRecord(
      versions: [
        .init(name: "engine", value: "\(engineVersion)"), .init(name: "libraries", value: Libraries.versions),
        .init(name: "drawing", value: DrawLibraries.versions),
      ], outputs: [])
    for index in timeline.outputs.indices {
      let plan = try Renderer.plan(timeline, output: index, options: options)
      let run = DigestRun(plan: plan, jobs: options.jobs, cancellation: cancellation) { progress(index, $0) }
      record.outputs.append(output(plan, timeline, try run.run()))
    }
    return record
  }

  private static func output(
    _ plan: RenderPlan, _ timeline: Timeline, _ digests: DigestRun.Digests
  ) -> GoldenRecord.Output {
    let items = ItemPlaces(timeline)
    var streams: [GoldenRecord.Stream] = []
    if let video = plan.output.video {
      let size = plan.output.canvas.size
      var facts: [GoldenRecord.Fact] = [
        .init(name: "encoder", value: video.settings.encoder), .init(name: "size", value: "\(size)"),
        .init(name: "format", value: plan.output.canvas.pixelFormat.name),
        .init(name: "fps", value: "\(video.frameRate)"),
      ]
      if case .video(let width, let height, _, _, _) = video.settings.input {
        let own = PixelSize(width: width, height: height)
        if own != size { facts.append(.init(name: "output-size", value: "\(own)")) }
      }
      var remarks: [Int: [String]] = [:]
      for (frame, names) in items.starts(in: plan.output.frames, where: { $0.hasPicture }).sorted(by: {
        $0.key < $1.key
      }) {
        remarks[plan.output.cadence.pictures(of: frame..<frame + 1).lowerBound, default: []] += names
      }
      streams.append(.init(isPicture: true, facts: facts, digests: digests.frames, remarks: remarks))
    }
    for (audio, blocks) in zip(plan.output.audio, digests.sound) {
      streams.append(sound(audio, plan, items, blocks))
    }
    return GoldenRecord.Output(
      path: relativePath(plan.output.path, timeline),
      facts: [.init(name: "container", value: plan.output.container.name)],
      chapters: plan.output.labels.chapters.map { .init(frame: $0.frames.lowerBound, title: $0.title) },
      tags: plan.output.labels.facts.map { .init(name: $0.name, value: $0.value) }, streams: streams)
  }

  private static func sound(
    _ audio: AudioPlan, _ plan: RenderPlan, _ items: ItemPlaces, _ blocks: [Fingerprint]
  ) -> GoldenRecord.Stream {
    var facts: [GoldenRecord.Fact] = [.init(name: "encoder", value: audio.settings.encoder)]
    let rate = audio.stream.sampleRate
    facts += [
      .init(name: "rate", value: "\(rate)"), .init(name: "layout", value: audio.stream.layout),
      .init(name: "samples", value: "\(audio.length)"),
    ]
    if audio.isDefault { facts.append(.init(name: "default", value: "true")) }
    if let language = audio.language { facts.append(.init(name: "language", value: language)) }
    if let title = audio.title { facts.append(.init(name: "title", value: title)) }
    var remarks: [Int: [String]] = [:]
    for (frame, names) in items.starts(in: plan.output.frames, where: { $0.hasSound }).sorted(by: { $0.key < $1.key }) {
      guard let time = try? Time(frame: frame, at: plan.canvas.frameRate), let sample = try? time.samples(at: rate)
      else { continue }
      remarks[sample / GoldenRecord.blockLength, default: []] += names
    }
    return .init(isPicture: false, facts: facts, digests: blocks, remarks: remarks)
  }

  /// The path as it is seen from the project's folder; one that lies elsewhere stays.
  static func relativePath(_ path: String, _ timeline: Timeline) -> String {
    let folder = URL(fileURLWithPath: timeline.projectPath).deletingLastPathComponent().path
    let whole = URL(fileURLWithPath: path).path
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    return whole.hasPrefix(prefix) ? String(whole.dropFirst(prefix.count)) : whole
  }
}
