internal import AV
internal import Dispatch
public import EDL
internal import MediaTime

extension Renderer {
  /// Measures the sound of every bus and of every output's streams, of the outputs' part of the programme.
  ///
  /// Buses are measured over the outputs' part where that is one, else over the whole programme.
  /// Nothing is encoded, no picture is made. Blocks the calling thread.
  public static func levels(
    _ timeline: Timeline, options: RenderOptions = RenderOptions(), cancellation: any RenderCancellation,
    progress: (RenderProgress) -> Void = { _ in }
  ) throws(RenderError) -> LevelsReport {
    Libraries.prepare()
    var diagnostics = DiagnosticList()
    let timeline = EffectPreparation.prepared(timeline, options, &diagnostics)
    let places = LevelPlaces(timeline, options, &diagnostics)
    if let first = diagnostics.all.first(where: { $0.severity == .error }) {
      throw RenderError(kind: first.blame == .media ? .media : .project, diagnostic: first)
    }
    let total = places.parts.reduce(0) { $0 + $1.frames.count }
    var measured: [[SoundLevels]] = []
    var done = 0
    for part in places.parts {
      measured.append(
        try LevelsRun(timeline, part.frames, part.places).run(cancellation) { frames in
          progress(RenderProgress(done: done + frames, total: total))
        })
      done += part.frames.count
    }
    progress(RenderProgress(done: total, total: total))
    let all = measured.joined()
    return LevelsReport(
      places: all.filter(\.place.isBus) + places.streams.compactMap { name in all.first { $0.place == name } })
  }
}

extension SoundLevels.Place {
  fileprivate var isBus: Bool { if case .bus = self { true } else { false } }
}

/// What is to be measured.
struct LevelPlaces {
  /// What is heard, in which format it leaves, and all that it is.
  struct Place {
    var names: [SoundLevels.Place]
    var outlet: SoundOutlet
    var bus: SoundFormat
    var stream: SoundFormat
  }

  /// Stretches of the programme, and what is measured of each.
  private(set) var parts: [(frames: Range<Int>, places: [Place])] = []
  /// The streams in the outputs' order.
  private(set) var streams: [SoundLevels.Place] = []

  init(_ timeline: Timeline, _ options: RenderOptions, _ diagnostics: inout DiagnosticList) {
    let frames = timeline.outputs.map(\.frames)
    let whole = 0..<timeline.root.frameCount
    let common = frames.first.map { first in frames.allSatisfy { $0 == first } ? first : whole } ?? whole
    for bus in timeline.buses {
      let format = SoundFormat(sampleRate: timeline.canvas.sampleRate, layout: bus.layout)
      add(Place(names: [.bus(bus.name)], outlet: SoundOutlet(bus: bus.name), bus: format, stream: format), common)
    }
    for output in timeline.outputs {
      let planner = OutputPlanner(timeline: timeline, output: output, options: options)
      guard let container = ContainerCatalog.find(path: output.path) else { continue }
      for (index, audio) in output.audio.enumerated() {
        guard let plan = planner.audioPlan(audio, container, samples: 0, &diagnostics)?.0 else { continue }
        let name = SoundLevels.Place.stream(output: output.path, number: index + 1, title: audio.title)
        streams.append(name)
        add(Place(names: [name], outlet: plan.outlet, bus: plan.bus, stream: plan.stream), output.frames)
      }
    }
  }

  private mutating func add(_ place: Place, _ frames: Range<Int>) {
    guard let part = parts.firstIndex(where: { $0.frames == frames }) else { return parts.append((frames, [place])) }
    // A stream is mostly its bus unchanged: what is the same is measured once.
    let same = parts[part].places.firstIndex {
      $0.outlet == place.outlet && $0.bus == place.bus && $0.stream == place.stream
    }
    if let same { parts[part].places[same].names += place.names } else { parts[part].places.append(place) }
  }
}

/// Mixes a part of the programme once and measures it in several places, each on a thread of its own.
struct LevelsRun {
  private let timeline: Timeline
  private let frames: Range<Int>
  private let places: [LevelPlaces.Place]

  init(_ timeline: Timeline, _ frames: Range<Int>, _ places: [LevelPlaces.Place]) {
    self.timeline = timeline
    self.frames = frames
    self.places = places
  }

  /// About a third of a second: little to wait for, and few threads to wake.
  private static let block = 4 * MixNode.blockLength

  func run(
    _ cancellation: any RenderCancellation, progress: (_ frames: Int) -> Void
  ) throws(RenderError) -> [SoundLevels] {
    do {
      let planned = try SoundPlan.make(timeline: timeline, frames: frames, streams: places.map(\.outlet))
      let plan = try LoudnessSurvey.complete(planned, media: timeline.media) {
        if cancellation.isCancelled { throw RenderError.interrupted }
      }.plan
      let mixer = try Mixer(plan, media: timeline.media)
      var takers: [LevelTaker] = []
      for place in places { takers.append(try LevelTaker(place, plan.samples)) }
      var told = plan.samples.lowerBound
      while true {
        if cancellation.isCancelled { throw RenderError.interrupted }
        let count = try mixer.next(Self.block) { index, samples in takers[index].keep(samples) }
        guard count > 0 else { break }
        try LevelTaker.measure(takers)
        if mixer.position - told >= plan.sampleRate {
          told = mixer.position
          progress(frames.count * (told - plan.samples.lowerBound) / plan.samples.count)
        }
      }
      return try takers.flatMap { try $0.finish() }
    } catch {
      throw RenderError.sound(error, output: timeline.projectPath)
    }
  }

  /// One place's meter, behind the way from its bus to its stream.
  private final class LevelTaker {
    private let place: LevelPlaces.Place
    private let start: Int
    private let conversion: StreamConversion
    private let meter: LevelMeter
    private let block: SampleBuffer
    private var count = 0

    init(_ place: LevelPlaces.Place, _ samples: Range<Int>) throws {
      self.place = place
      func scaled(_ sample: Int) -> Int {
        (sample * place.stream.sampleRate + place.bus.sampleRate / 2) / place.bus.sampleRate
      }
      start = scaled(samples.lowerBound)
      conversion = try StreamConversion(from: place.bus, to: place.stream)
      meter = try LevelMeter(place.stream, length: scaled(samples.count))
      block = SampleBuffer(channels: try channelCount(ofLayout: place.bus.layout), capacity: LevelsRun.block)
    }

    func keep(_ planes: SamplePlanes) {
      count = planes.first?.count ?? 0
      block.planes.copy(from: planes, count: count)
    }

    private func measure() throws { try conversion.push(block.planes, count: count, into: meter.take) }

    func finish() throws -> [SoundLevels] {
      try conversion.finish(into: meter.take)
      let levels = meter.finish(place.names[0], start: start)
      return place.names.map { name in
        var named = levels
        named.place = name
        return named
      }
    }

    /// Measures what every one of them keeps, side by side.
    static func measure(_ takers: [LevelTaker]) throws { try SideBySide.run(takers) { try $0.measure() } }
  }
}
