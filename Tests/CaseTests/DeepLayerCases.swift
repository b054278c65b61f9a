internal import Testing

/// Layers on canvases of 10 bits: a ramp of all levels of luma keeps them, whatever lies over it or is done to it.
@Suite("ALPHA, 10 bits", .needsCommand)
struct DeepLayerCases {
  struct Canvas: CustomTestStringConvertible {
    let color: String
    let format: String
    /// What the ramp is said to be, so that it is in the canvas's own colours.
    let tags: String

    var testDescription: String { "\(color) \(format)" }
  }

  static let canvases = [
    Canvas(color: "bt709", format: "yuv444p10le", tags: ""),
    Canvas(color: "bt709", format: "yuv420p10le", tags: ""),
    Canvas(
      color: "bt2020-pq", format: "yuv444p10le",
      tags: ", color_tags: {space: bt2020nc, primaries: bt2020, transfer: smpte2084, range: tv}"),
  ]

  private static let tagged = [
    "-frames:v", "1", "-c:v", "ffv1", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709",
    "-color_range", "tv",
  ]
  /// Column x has luma 64 + x, up to 940: all 877 levels from black to white.
  private static let level = "geq=lum='64+min(X,876)':cb=512:cr=512"
  static let ramp = Input("ramp10.mkv", from: ["color=black:s=880x16,format=yuv444p10le,\(level)"], tagged)
  static let opaque = Input("opaque10.mkv", from: ["color=black:s=880x16,format=yuva444p10le,\(level):a=1023"], tagged)
  static let half = Input("half10.mkv", from: ["color=black:s=880x16,format=yuva444p10le,\(level):a=512"], tagged)

  /// An item over black or over the ramp, and what a level above black becomes.
  struct Layer {
    let item: String
    let isOverRamp: Bool
    /// How much farther from the exact value than the last rounding it may be.
    let slack: Double
    let wanted: (Double) -> Double

    init(_ item: String, overRamp: Bool = false, slack: Double = 0.05, _ wanted: @escaping (Double) -> Double) {
      (self.item, isOverRamp, self.slack, self.wanted) = (item, overRamp, slack, wanted)
    }
  }

  private static func layers(_ tags: String) -> [Layer] {
    let share = 512.0 / 1023
    func clip(_ name: String, _ fields: String = "") -> String { "{clip: \(name)10.mkv, duration: 1f\(tags)\(fields)}" }
    return [
      Layer(clip("ramp", ", opacity: 50%")) { $0 / 2 },
      Layer(clip("opaque")) { $0 },
      // 12-bit RGB on the way: a tenth of a level.
      Layer(clip("half"), slack: 0.12) { $0 * share },
      Layer(clip("half", ", opacity: 50%"), slack: 0.12) { $0 * share / 2 },
      Layer("{group: [\(clip("half"))]}", slack: 0.12) { $0 * share },
      Layer(clip("ramp", ", blend: screen")) { $0 },
      Layer(clip("ramp", ", blend: average")) { $0 / 2 },
      Layer(clip("ramp", ", key: {color: lime, similarity: 0.1}")) { $0 },
      Layer(clip("half", ", mask: {shape: rectangle, size: [880, 16]}"), slack: 0.12) { $0 * share },
      Layer(clip("opaque", ", rotation: 180")) { min(876, 879 - $0) },
      Layer(clip("half", ", effects: [{colorchannelmixer: {rr: 1}}]"), slack: 0.12) { $0 * share },
      Layer("{solid: \"#00000080\", duration: 1f}", overRamp: true) { $0 * 127 / 255 },
      Layer(
        "{shape: rectangle, size: [880, 16], fill: \"#00000080\", duration: 1f}", overRamp: true
      ) { $0 * 127 / 255 },
      Layer(
        "{text: \".\", font: {family: DejaVu Sans, size: 4}, box: {color: \"#00000080\", padding: 500}, duration: 1f}",
        overRamp: true
      ) { $0 * 127 / 255 },
    ]
  }

  @Test("every level comes out as computed by hand", arguments: canvases)
  func levels(canvas: Canvas) throws {
    let layers = Self.layers(canvas.tags)
    let grounds = layers.map {
      $0.isOverRamp ? "{clip: ramp10.mkv, duration: 1f\(canvas.tags)}" : "{solid: black, duration: 1f}"
    }
    let film = try rendered(
      Film(
        canvas: "{size: 880x16, fps: 25, color: \(canvas.color), depth: 10}", items: layers.map(\.item),
        below: grounds, output: "{path: out.mkv, video: {codec: ffv1, pixel_format: \(canvas.format)}}"),
      with: [Self.ramp, Self.opaque, Self.half])
    try FFmpeg.run(["-i", film.path, "-f", "rawvideo", "-pix_fmt", canvas.format, film.folder("raw")])
    let bytes = [UInt8](try film.folder.data("raw"))
    let samples = (0..<bytes.count / 2).map { (index: Int) -> Int in
      Int(bytes[2 * index]) + 256 * Int(bytes[2 * index + 1])
    }
    let length = canvas.format.contains("444") ? 880 * 16 * 3 : 880 * 16 * 3 / 2
    try #require(samples.count == layers.count * length)
    for (index, layer) in layers.enumerated() {
      let frame = samples[index * length..<(index + 1) * length]
      let row = Array(frame.dropFirst(2 * 880).prefix(877))
      // Beside the dot of the title.
      let columns = layer.item.contains("text") ? Array(0..<420) + Array(460..<877) : Array(0..<877)
      for x in columns {
        let wanted = 64 + layer.wanted(Double(x))
        guard abs(Double(row[x]) - wanted) > 0.5 + layer.slack else { continue }
        Issue.record("\(layer.item): \(row[x]) in column \(x), not \(wanted)")
        break
      }
      #expect(frame.dropFirst(880 * 16).allSatisfy { $0 == 512 }, "\(layer.item): chroma")
    }
  }
}
