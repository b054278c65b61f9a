internal import AV
internal import EDL
internal import MediaTime

/// Builds the stages of a chain of effects: which formats, what shares a graph.
struct EffectStages {
  let canvas: CanvasFormat
  let rate: Rational

  /// Stages, and whether each of them passes alpha on.
  struct Built {
    var stages: [any EffectStage] = []
    var keepsAlpha = true
  }

  /// What is wrong with a filter that takes no alpha behind one that makes some.
  private static let lostTransparency =
    "it takes no transparency, and a filter before it makes some: put it before that one"

  /// The first effect that would lose the transparency that one before it makes of opaque pictures; nil for none.
  func losingTransparency(_ effects: [Effect]) -> Int? {
    let shape = EffectChain.Shape(
      kind: .opaque, width: canvas.size.width, height: canvas.size.height, format: canvas.pixelFormat)
    func isLost(_ count: Int) -> Bool {
      do throws(AVError) {
        _ = try build(for: Array(effects.prefix(count)), shape)
        return false
      } catch {
        return error.detail == Self.lostTransparency
      }
    }
    guard effects.count > 1, isLost(effects.count) else { return nil }
    return (2...effects.count).first(where: isLost).map { $0 - 1 }
  }

  /// Builds them for pictures of a shape.
  func build(for effects: [Effect], _ shape: EffectChain.Shape) throws(AVError) -> Built {
    var stages: [any EffectStage] = []
    var keepsAlpha = true
    var run: [Step] = []
    var (format, width, height) = (shape.format, shape.width, shape.height)
    var entry = (format, width, height)
    var base = (Int(rate.denominator), Int(rate.numerator))
    var forced: PixelFormat?
    var isMultiplied = false
    func flush() throws(AVError) {
      guard !run.isEmpty else { return }
      let stage = try GraphStage(run, entry.0, entry.1, entry.2, base, canvas.color)
      base = stage.timeBase
      stages.append(stage)
      run = []
    }
    var index = 0
    while index < effects.count {
      if let (operation, count) = PointStage.make(effects[index...], format, canvas.color) {
        try flush()
        stages.append(PointStage(operation, canvas.color, timeBase: base))
        index += count
        entry = (format, width, height)
        continue
      }
      let text = EffectText(effects[index], index: index)
      let candidates = (forced.map { [$0] } ?? []) + Self.candidates(format.hasAlpha ? format : shape.format)
      let (step, out) = try negotiate(text, candidates, format, width, height)
      if format.hasAlpha, !shape.format.hasAlpha, !step.format.hasAlpha {
        throw AVError(
          code: -22, operation: text.text, detail: Self.lostTransparency)
      }
      let isLinear =
        step.format.isPlanarRGB && step.format.hasAlpha && out.format == step.format
        && FilterSpread.isLinear(effects[index])
      if isMultiplied, !isLinear {
        try flush()
        stages.append(AlphaStage(multiplies: false, timeBase: base))
        isMultiplied = false
      }
      if run.isEmpty || step.format != format || text.isGraph || run.last?.text.isGraph == true {
        try flush()
        entry = (step.format, width, height)
        if step.format != format { stages.append(ConversionStage(from: format, to: step.format, canvas.color, base)) }
      }
      if isLinear, !isMultiplied {
        try flush()
        entry = (step.format, width, height)
        stages.append(AlphaStage(multiplies: true, timeBase: base))
        isMultiplied = true
      }
      run.append(step)
      if !step.format.hasAlpha || !out.format.hasAlpha { keepsAlpha = false }
      (format, width, height) = (out.format, out.width, out.height)
      if case .filter("format", _) = effects[index].action { forced = format }
      index += 1
    }
    try flush()
    if isMultiplied { stages.append(AlphaStage(multiplies: false, timeBase: base)) }
    return Built(stages: stages, keepsAlpha: keepsAlpha)
  }

  /// An effect with the format that it runs in.
  struct Step {
    var text: EffectText
    var format: PixelFormat
  }

  private struct Outcome {
    var format: PixelFormat
    var width: Int
    var height: Int
  }

  /// The formats to try for a picture's own, the nearest first.
  private static func candidates(_ own: PixelFormat) -> [PixelFormat] {
    var names: [String]
    if own.hasAlpha {
      names = ["gbrap", "rgba", "yuva444p", "gbrp", "yuv444p", "rgb24", "yuv420p", "gray"]
      // Deep where alpha stays, else where it stays: a filter may move what it would be left behind by.
      if own.bitDepth > 8 {
        let plain = ["gbrp16le", "gbrp12le", "gbrp10le"]
        names = [own.name, "gbrap12le", "gbrap10le"] + names.prefix(3) + plain + names.dropFirst(3)
      }
    } else if own.bitDepth > 8 {
      let depth = own.bitDepth
      names = [
        own.name, "yuv444p\(depth)le", "gbrp\(depth)le", "gbrap\(depth)le", "yuv444p", "gbrp", "yuv420p", "gbrap",
      ]
      names += ["rgb24", "rgba", "yuva444p", "gray"]
    } else {
      names = [own.name, "yuv444p", "gbrp", "yuv420p", "yuva444p", "gbrap", "rgb24", "rgba", "yuva420p", "gray"]
    }
    return names.compactMap { PixelFormat(named: $0) }
  }

  /// The first format that the effect takes as it is.
  private func negotiate(
    _ text: EffectText, _ candidates: [PixelFormat], _ own: PixelFormat, _ width: Int, _ height: Int
  ) throws(AVError) -> (Step, Outcome) {
    var fallback: (Step, Outcome)?
    var failure: AVError?
    LibraryLog.begin()
    for format in candidates {
      do throws(AVError) {
        let graph = try FilterGraph(
          text.closed, inputs: [GraphStage.input(format, width, height, (1, 25))], scaler: canvas.color.scalerText)
        let size = graph.outputSize
        let result = (
          Step(text: text, format: format), Outcome(format: graph.outputFormat, width: size.width, height: size.height)
        )
        if !graph.hasInsertedConversion {
          _ = LibraryLog.end()
          return result
        }
        fallback = fallback ?? result
      } catch {
        failure = failure ?? error
      }
    }
    let line = LibraryLog.essence(of: LibraryLog.end())
    if let fallback { return fallback }
    let error = failure ?? AVError(code: -22, operation: "avfilter_graph_config")
    throw AVError(code: error.code, operation: error.operation, detail: line ?? error.detail)
  }
}

/// One step of a chain: pictures in, pictures out, perhaps later.
protocol EffectStage: AnyObject {
  /// The unit of the timestamps that come out.
  var timeBase: (Int, Int) { get }
  /// Sets keyframed options to their values at a time.
  func tune(_ effects: [Effect], at time: Time) throws(AVError)
  func push(_ frame: consuming Frame) throws(AVError)
  func pull() throws(AVError) -> Frame?
  func finish() throws(AVError)
}

extension EffectStage {
  func tune(_ effects: [Effect], at time: Time) throws(AVError) {}
  func finish() throws(AVError) {}
}

/// Filters of one format in one graph.
final class GraphStage: EffectStage {
  private let graph: FilterGraph
  private let tuned: [(effect: Int, option: EffectText.Tuned)]
  private var last: [String] = []
  let timeBase: (Int, Int)

  init(
    _ steps: [EffectStages.Step], _ format: PixelFormat, _ width: Int, _ height: Int, _ base: (Int, Int),
    _ color: CanvasColor
  ) throws(AVError) {
    let text =
      steps.count == 1
      ? steps[0].text.closed : "[in0]" + steps.map(\.text.text).joined(separator: ",") + "[out]"
    graph = try FilterGraph(text, inputs: [Self.input(format, width, height, base)], scaler: color.scalerText)
    timeBase = graph.outputTimeBase
    tuned = steps.flatMap { step in
      step.text.tuned.map { option in
        (Int(option.instance.split(separator: "@e").last ?? "") ?? 0, option)
      }
    }
  }

  static func input(_ format: PixelFormat, _ width: Int, _ height: Int, _ base: (Int, Int)) -> GraphInput {
    .video(width: width, height: height, format: format, timeBase: base, sampleAspect: (1, 1))
  }

  func tune(_ effects: [Effect], at time: Time) throws(AVError) {
    guard !tuned.isEmpty else { return }
    let values = tuned.map { entry in effects[entry.effect].value(of: entry.option, at: time) }
    for (index, entry) in tuned.enumerated() where !last.indices.contains(index) || last[index] != values[index] {
      for name in entry.option.names { try graph.send(name, values[index], to: entry.option.instance) }
    }
    last = values
  }

  func push(_ frame: consuming Frame) throws(AVError) { try graph.push(frame) }

  func pull() throws(AVError) -> Frame? {
    guard case .ready(let frame) = try graph.pull() else { return nil }
    return frame
  }

  func finish() throws(AVError) { try graph.finish() }
}

/// A change of format between graphs.
final class ConversionStage: EffectStage {
  let timeBase: (Int, Int)
  private let converter: FormatConverter
  private var held: LayerImage?

  init(from: PixelFormat, to: PixelFormat, _ color: CanvasColor, _ base: (Int, Int)) {
    timeBase = base
    converter = FormatConverter(from: from, to: to, color)
  }

  func push(_ frame: consuming Frame) throws(AVError) { held = LayerImage(.opaque, try converter.convert(frame)) }

  func pull() throws(AVError) -> Frame? {
    defer { held = nil }
    return try held?.frame.copyReference()
  }
}

extension Effect {
  /// A keyframed option's value at a time of the item.
  func value(of option: EffectText.Tuned, at time: Time) -> String {
    guard case .filter(_, let options) = action, options.indices.contains(option.index) else { return "" }
    return options[option.index].value.text(at: time, isWhole: option.isWhole)
  }
}

extension Effect.Value {
  /// The value at a time of the item, as libavfilter's text.
  func text(at time: Time, isWhole: Bool = false) -> String {
    switch self {
    case .text(let text): text
    case .number(let curve): OptionNumber.text(curve.value(at: time), isWhole: isWhole)
    case .color(let curve): OptionNumber.text(curve.value(at: time))
    }
  }
}
