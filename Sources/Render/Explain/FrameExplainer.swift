public import EDL
internal import AV
internal import MediaTime

extension Renderer {
  /// Says what a frame of the programme is made of. Decodes the source pictures that it shows.
  public static func explain(
    _ timeline: Timeline, frame: Int, options: RenderOptions = RenderOptions()
  ) throws(RenderError) -> FrameExplanation {
    let film = timeline.outputs.firstIndex { $0.form.isFilm }
    var plan: RenderPlan?
    if let film { plan = try Self.plan(timeline, output: film, options: options) }
    var ignored = DiagnosticList()
    let shown = film.map { timeline.framed(for: timeline.outputs[$0]) } ?? timeline
    let prepared = EffectPreparation.prepared(shown, options, &ignored)
    do throws(TimeOverflow) {
      return try FrameExplainer(prepared, frame: frame).explanation(
        segment: plan.map { segment($0, frame, options) } ?? [])
    } catch {
      throw RenderError(kind: .project, diagnostic: Diagnostic(.error, code: "time.overflow", "\(error)"))
    }
  }

  /// The segment of a plan that a frame is in.
  private static func segment(_ plan: RenderPlan, _ frame: Int, _ options: RenderOptions) -> [FrameExplanation.Fact] {
    guard let picture = plan.picture, plan.output.frames.contains(frame) else { return [] }
    var start = plan.output.frames.lowerBound
    for place in picture.places {
      let end = start + picture.segments[place].frameCount
      guard frame >= end else {
        var facts: [FrameExplanation.Fact] = [
          ("output", plan.output.path), ("frames", "\(start)..<\(end)"), ("key", picture.keys[place].text),
        ]
        if options.cache != nil, let work = try? RenderWork(plan, options, cancellation: NoCancellation()),
          let cache = work.cache
        {
          facts.append(("cached", cache.has(.segment(place)) ? "yes" : "no"))
        }
        return facts
      }
      start = end
    }
    return []
  }

  private struct NoCancellation: RenderCancellation {
    var isCancelled: Bool { false }
  }
}

/// Walks the layers and strips of one frame.
private struct FrameExplainer {
  private let timeline: Timeline
  private let frame: Int
  private let canvas: CanvasFormat
  private let pool = ReaderPool(maxReaders: 4)
  private var rate: Rational { timeline.canvas.frameRate }

  init(_ timeline: Timeline, frame: Int) {
    self.timeline = timeline
    self.frame = frame
    canvas = Renderer.canvasFormat(timeline)
  }

  func explanation(segment: [FrameExplanation.Fact]) throws(TimeOverflow) -> FrameExplanation {
    let piece = try PicturePlan.pieces(timeline, canvas: canvas, frames: frame..<frame + 1).first
    let sound = try SoundPlan.make(timeline: timeline, frames: frame..<frame + 1)
    return FrameExplanation(
      frame: frame, seconds: "\(try Time(frame: frame, at: rate).seconds)", samples: sound.samples,
      layers: try parts(piece?.layers ?? []), sounds: sounds(sound.strips, in: sound.samples), segment: segment
    )
  }

  // MARK: Picture

  private func parts(_ layers: [Layer]) throws(TimeOverflow) -> [FrameExplanation.Part] {
    var parts: [FrameExplanation.Part] = []
    for layer in layers.reversed() { parts.append(try part(layer)) }
    return parts
  }

  private func part(_ layer: Layer) throws(TimeOverflow) -> FrameExplanation.Part {
    let clock = layer.clock
    let state = PictureState(
      layer.picture, at: try clock?.frame(at: 0), of: clock?.count ?? 1, canvas: canvas, rate: rate)
    var part = FrameExplanation.Part(label: layer.note.label, origin: layer.note.origin, facts: [])
    switch layer.source {
    case .media(let index, let stream): part.facts = try media(layer, index, stream)
    case .solid(let color): part.facts = [("solid", color.hexText)]
    case .drawing(let drawing): part.facts = [("drawing", Self.words(drawing))]
    case .generator(let generator):
      part.facts = [("source", generator.text), ("source_time", "\(try layer.times(0))")]
    case .subtitles(let subtitles):
      part.facts = [("subtitles", subtitles.path), ("source_time", "\(try layer.times(0))")]
    case .adjustment: part.facts = [("adjustment", "all that lies below")]
    case .composite(let inner): part.inner = try parts(inner)
    case .program(let program): part.facts = [("effects_over", "\(program.pieces.reduce(0) { $0 + $1.count }) frames")]
    case .crossing(let crossing):
      part.facts = [("transition", Self.words(crossing.kind))]
      if let clock { part.facts.append(("way", "\(try clock.frame(at: 0)) of \(clock.count) frames")) }
      part.inner = try parts(crossing.incoming) + parts(crossing.outgoing)
    }
    if let clock { part.facts.append(("item_frame", "\(try clock.frame(at: 0)) of \(clock.count)")) }
    part.facts += layer.picture.words.isEmpty ? [] : [("fields", layer.picture.words.joined(separator: ", "))]
    part.facts += values(state)
    for (index, effect) in layer.picture.effects.enumerated() {
      part.facts.append(("effect", EffectText(effect, index: index).text))
    }
    if let clock = layer.effectClock { part.facts.append(("effects_frame", "\(clock.frame) of \(clock.count)")) }
    return part
  }

  private func media(_ layer: Layer, _ index: Int, _ stream: Int) throws(TimeOverflow) -> [FrameExplanation.Fact] {
    let media = timeline.media[index]
    let info = media.info.video[stream]
    let start = try layer.time(at: 0)
    var facts: [FrameExplanation.Fact] = [("media", media.name)]
    switch media.source {
    case .file(let path): facts.append(("file", path))
    case .stills(let frames, _):
      if let still = frames.last(where: { $0.time <= start }) ?? frames.first {
        facts.append(("file", still.path))
      }
    }
    facts.append(("stream", "\(stream)"))
    facts.append(("source_time", "\(try layer.times(0))"))
    let source = pool.source(for: media, videoStream: stream, deinterlace: layer.picture.deinterlace, from: start)
    if let picture = try? source.picture(at: start) {
      facts.append(("source_pts", "\(picture.time.seconds)"))
      if let rate = info.frameRate, !info.isVariableRate {
        facts.append(("source_frame", "\(try (picture.time.seconds * rate).rounded)"))
      }
    }
    let isStraight = layer.times.isStraight
    facts.append(
      (
        "speed",
        isStraight
          ? "\(try layer.times.scale * rate)" : "\((layer.times.slope(at: 0) * rate.approximate).short), in a ramp"
      ))
    let color = SourceColor(info, correctedBy: layer.picture.colorTags)
    facts.append(("colour", "\(color.space), \(color.range)"))
    if let map = canvas.color.map(from: color.system) { facts.append(("colour_map", map.text)) }
    if let shape = PictureShape(info) {
      let request = Conversion.Request(
        shape: shape, color: color, orientation: layer.picture.orientation ?? info.orientation, fit: layer.picture.fit)
      let graph = Conversion(request, canvas: canvas).graph
      facts.append(("graph", graph.isEmpty ? "none: the decoded picture is passed on" : graph))
    }
    return facts
  }

  /// The values of fields at this frame that are not the usual ones.
  private func values(_ state: PictureState) -> [FrameExplanation.Fact] {
    func pair(_ pair: Pair) -> String { "\(pair.x.short), \(pair.y.short)" }
    var facts: [FrameExplanation.Fact] = []
    if let box = state.box { facts.append(("size", pair(box))) }
    if let motion = state.motion {
      if let position = motion.position { facts.append(("position", pair(position))) }
      facts.append(("scale", pair(motion.scale)))
      facts.append(("rotation", motion.rotation.short))
      if let corners = motion.corners { facts.append(("corners", corners.map(pair).joined(separator: "; "))) }
    }
    if state.opacity != 1 { facts.append(("opacity", state.opacity.short)) }
    if state.feather != 0 { facts.append(("feather", state.feather.short)) }
    for (index, value) in state.effects.enumerated() { facts.append(("effect_value_\(index + 1)", value)) }
    return facts
  }

  private static func words(_ drawing: Drawing) -> String {
    if case .title(let title) = drawing { "text \"\(title.text)\"" } else { "shape" }
  }

  private static func words(_ kind: Transition.Kind) -> String {
    switch kind {
    case .dissolve: "dissolve"
    case .fadeThrough(let color): "fade-through \(color.hexText)"
    case .xfade(let name): name
    case .luma(_, let softness): "wipe, softness \(softness.short)"
    }
  }

  // MARK: Sound

  private func sounds(_ strips: [SoundStrip], in samples: Range<Int>) -> [FrameExplanation.Part] {
    strips.filter { !$0.samples.clamped(to: samples).isEmpty }.map { strip in
      guard !strip.parts.isEmpty else { return part(strip, in: samples) }
      let label = Self.find(strip.place, in: timeline.root)?.label ?? "track"
      var facts: [FrameExplanation.Fact] = [("sum_of", "\(strip.parts.count) inside")]
      facts += Self.effects(strip.chain)
      facts += Self.effects(strip.chain)
      facts.append(("gain", Self.decibels(strip.level.gain(at: samples.lowerBound))))
      return FrameExplanation.Part(
        label: label, origin: strip.place, facts: facts, inner: sounds(strip.parts, in: samples))
    }
  }

  private static func effects(_ chain: SoundChain?) -> [FrameExplanation.Fact] {
    (chain?.effects ?? []).map { ("effect", $0.words) }
  }

  private func part(_ strip: SoundStrip, in samples: Range<Int>) -> FrameExplanation.Part {
    let (media, heard) = (timeline.media[strip.media], strip.samples.clamped(to: samples))
    var facts: [FrameExplanation.Fact] = [("media", media.name)]
    if case .file(let path) = media.source { facts.append(("file", path)) }
    facts.append(("stream", "\(strip.stream)"))
    facts.append(("samples", "\(heard.lowerBound)..<\(heard.upperBound)"))
    if strip.isStretched {
      facts.append(
        (
          "stretched",
          "\(heard.lowerBound - strip.origin) samples after the play's start, "
            + (strip.ramp == nil ? "tempo \(strip.tempo)" : "in a ramp")
        ))
    } else {
      let position = strip.position(at: heard.lowerBound)
      facts.append(("source_sample", "\(position)\(strip.isReversed ? ", backwards" : "")"))
    }
    if strip.varispeed != .one { facts.append(("varispeed", "\(strip.varispeed)")) }
    facts.append(("gain", Self.decibels(strip.level.gain(at: heard.lowerBound))))
    for fade in strip.level.fades {
      let (first, last) = (fade.amplitude(at: heard.lowerBound), fade.amplitude(at: heard.upperBound - 1))
      if first != 1 || last != 1 { facts.append(("fade", "\(first.short) to \(last.short)")) }
    }
    let place = Self.find(strip.place, in: timeline.root)
    if let place { facts.append(("buses", way(from: place.bus ?? Bus.main).joined(separator: " → "))) }
    return FrameExplanation.Part(label: place?.label ?? media.name, origin: strip.place, facts: facts)
  }

  /// An amplitude in decibels, to the thousandth.
  private static func decibels(_ amplitude: Double) -> String {
    guard amplitude > 0 else { return "silence" }
    let decibels = 20 * PortableMath.log(amplitude) / PortableMath.log(10)
    let rounded = (decibels * 1000).rounded() / 1000
    return rounded == rounded.rounded() ? "\(Int(rounded)) dB" : "\(rounded) dB"
  }

  /// A bus and those that its sound goes through after it.
  private func way(from bus: String) -> [String] {
    var way = [bus]
    while let next = timeline.buses.first(where: { $0.name == way.last })?.to { way.append(next) }
    return way
  }

  /// What an item is called, and the bus that the innermost track around it names.
  private static func find(_ origin: SourceRange, in sequence: EDL.Sequence) -> (label: String, bus: String?)? {
    for track in sequence.tracks {
      for item in track.items {
        if item.origin == origin { return (item.label, track.bus) }
        if case .sequence(let inner) = item.content, let found = find(origin, in: inner) {
          return (found.label, found.bus ?? track.bus)
        }
      }
    }
    return nil
  }
}
