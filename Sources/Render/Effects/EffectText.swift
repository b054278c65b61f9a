internal import AV
internal import EDL
internal import MediaTime

/// A prepared effect as libavfilter's text.
struct EffectText {
  /// An option that a running filter is told anew.
  struct Tuned: Hashable {
    /// The filter's name in the graph.
    var instance: String
    /// Every option that gets the value.
    var names: [String]
    /// The place among the effect's options.
    var index: Int
    var isWhole: Bool
  }

  /// From one picture to one, without labels for a filter alone; a graph has its own `[in]` and `[out]`.
  let text: String
  let isGraph: Bool
  let tuned: [Tuned]

  /// Writes an effect; `index` tells it from others of its graph.
  init(_ effect: Effect, index: Int) {
    switch effect.action {
    case .graph(let graph):
      (text, isGraph, tuned) = (graph, true, [])
    case .filter(let name, let options):
      let instance = "\(name)@e\(index)"
      let table = options.contains { $0.value.isKeyframed } ? OptionTable(filter: name).entries : [:]
      var tuned: [Tuned] = []
      var written: [(name: String?, value: String)] = []
      let names = Set(options.compactMap(\.name))
      for (position, option) in options.enumerated() {
        let isWhole = option.name.flatMap { table[$0]?.isWhole } ?? false
        written.append((option.name, Self.first(option.value, isWhole: isWhole)))
        guard option.value.isKeyframed, let name = option.name else { continue }
        let companion = Tunable.companions[instance.prefix { $0 != "@" }.description]?[name]
        let all = [name] + (companion.map { names.contains($0) ? [] : [$0] } ?? [])
        tuned.append(Tuned(instance: instance, names: all, index: position, isWhole: isWhole))
      }
      text = FilterText.text(instance, written)
      isGraph = false
      self.tuned = tuned
    }
  }

  /// The text between `[in0]` and `[out]`.
  var closed: String {
    guard isGraph else { return "[in0]\(text)[out]" }
    return text.replacing("[in]", with: "[in0]")
  }

  private static func first(_ value: Effect.Value, isWhole: Bool) -> String {
    switch value {
    case .text(let text): text
    case .number(let curve): OptionNumber.text(curve.first, isWhole: isWhole)
    case .color(let curve): OptionNumber.text(curve.first)
    }
  }

  /// What libavfilter has against it: for sound, or for a picture of the canvas's size and for a small and a large
  /// one, as a picture may be fitted to less or filtered to more; nil when one of them goes through.
  func fault(_ canvas: Canvas, _ medium: EffectMedium) -> String? {
    if case .sound(let layout) = medium {
      return Self.fault { () throws(AVError) in
        _ = try FilterGraph.forSound(closed, sampleRate: canvas.sampleRate, layout: layout)
      }
    }
    guard let fault = fault(canvas, canvas.size) else { return nil }
    let others = [PixelSize(width: 64, height: 64), PixelSize(width: 4096, height: 4096)]
    return others.contains { self.fault(canvas, $0) == nil } ? nil : fault
  }

  private func fault(_ canvas: Canvas, _ size: PixelSize) -> String? {
    Self.fault { () throws(AVError) in
      let color = CanvasColor(canvas.color)
      let input = GraphInput.video(
        width: size.width, height: size.height, format: .planar420,
        timeBase: (Int(canvas.frameRate.denominator), Int(canvas.frameRate.numerator)), sampleAspect: (1, 1))
      _ = try FilterGraph(closed, inputs: [input], scaler: color.scalerText)
    }
  }

  /// What libavfilter has against a graph; nil where it can be built.
  private static func fault(_ build: () throws(AVError) -> Void) -> String? {
    LibraryLog.begin()
    do throws(AVError) {
      try build()
      _ = LibraryLog.end()
      return nil
    } catch {
      let lines = LibraryLog.end()
      let told = (lines.filter(\.isError) + lines).map { plain($0.text) }
      // The first line comes from the filter itself; what follows tells that it failed.
      return told.first { !$0.isEmpty } ?? error.reason
    }
  }

  /// A log line without the component's name.
  private static func plain(_ line: String) -> String {
    var text = line[...]
    while text.hasPrefix("["), let end = text.firstIndex(of: "]") {
      text = text[text.index(after: end)...].drop { $0 == " " }
    }
    return String(text)
  }
}

extension CanvasColor {
  /// What the conversions that libavfilter inserts by itself are told: which matrix YUV has.
  var scalerText: String { "in_color_matrix=\(stream.scaleSpace):out_color_matrix=\(stream.scaleSpace)" }
}
