internal import AV
public import EDL
internal import Foundation

/// A small lossless copy of an output: what pictures and sound were, where a digest only says that
/// they were others.
struct GoldenProxy: Hashable, Sendable {
  /// Its file name; it lies beside the golden file.
  var name: String
  /// The digest of the whole file, so that no other copy is taken for it.
  var digest: Fingerprint

  /// The longer side in pixels.
  static let side = 256

  /// The name of a proxy by the path of the golden file; each output has its own.
  static func name(golden path: String, output: Int) -> String {
    let file = URL(fileURLWithPath: path).lastPathComponent
    return output == 0 ? "\(file).mkv" : "\(file)-\(output + 1).mkv"
  }

  /// The size of the copy of a picture: even, no larger than the picture.
  static func size(of size: PixelSize) -> PixelSize {
    let longer = max(size.width, size.height)
    guard longer > side else { return size }
    func scaled(_ length: Int) -> Int { max(2, (length * side + longer) / (longer * 2) * 2) }
    return PixelSize(width: scaled(size.width), height: scaled(size.height))
  }

  /// What of an output is looked at again.
  enum Part {
    case whole
    /// Some of the pictures, by their numbers; of an output that they can be rendered apart of.
    case pictures(Range<Int>)
    /// The streams of sound alone.
    case sound
  }

  /// Makes the plan of an output that of a part of its proxy.
  static func change(_ output: inout OutputPlan, path: String, part: Part) {
    change(&output, path: path)
    switch part {
    case .whole: return
    case .pictures(let numbers):
      output.audio = []
      if numbers.count < output.pictureCount {
        let first = output.frames.lowerBound + numbers.lowerBound
        output.frames = first..<first + numbers.count
      }
    case .sound: output.video = nil
    }
    output.subtitles = []
    output.labels = FileLabels()
  }

  /// Makes the plan of an output that of its proxy: Matroska with FFV1 and 16-bit FLAC, both coded
  /// in whole numbers, so that its bytes are the same on every processor.
  static func change(_ output: inout OutputPlan, path: String) {
    output.path = path
    if let container = ContainerCatalog.find(path: "proxy.mkv") { output.container = container }
    if let rate = output.video?.frameRate {
      let canvas = output.canvas
      let size = size(of: canvas.size)
      let matrix = canvas.color.stream.scaleSpace
      output.video = VideoPlan(
        settings: EncoderSettings(
          encoder: "ffv1",
          input: .video(
            width: size.width, height: size.height, format: canvas.pixelFormat, rate: rate, color: canvas.color.stream),
          options: [.init(name: "level", value: "3"), .init(name: "coder", value: "1"), .init(name: "g", value: "1")],
          hasGlobalHeader: true),
        isCuttable: true, isTwoPass: false,
        conversion: size == canvas.size
          ? ""
          : "scale=\(size.width):\(size.height):flags=\(exactScalerFlags):in_color_matrix=\(matrix):in_range=tv"
            + ":out_color_matrix=\(matrix):out_range=tv,format=\(canvas.pixelFormat.name)")
    }
    for index in output.audio.indices { change(&output.audio[index]) }
  }

  private static func change(_ audio: inout AudioPlan) {
    guard let format = SampleFormat(named: "s16") else { return }
    let (rate, layout) = (audio.stream.sampleRate, audio.stream.layout)
    func settings(_ encoder: String, _ options: [EncoderSettings.Option]) -> EncoderSettings {
      EncoderSettings(
        encoder: encoder, input: .audio(sampleRate: rate, layout: layout, format: format), options: options,
        hasGlobalHeader: true)
    }
    // FLAC takes few layouts of more than two channels; then it is plain PCM.
    let small = settings("flac", [.init(name: "lpc_type", value: "fixed")])
    audio.settings = (try? Encoder(small)) == nil ? settings("pcm_s16le", []) : small
    audio.samples = SampleFrameMaker(format: format, sampleRate: rate, layout: layout)
    audio.trimming = StreamTrim.Style(codec: "flac", container: "matroska")
  }
}

extension Fingerprint {
  /// Digests a file; nil when it cannot be read.
  init?(file path: String) {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe),
      let digest = data.withUnsafeBytes({ try? Fingerprint(of: $0) })
    else { return nil }
    self = digest
  }
}

extension Golden {
  /// Renders the proxies of all outputs beside the golden file and names them in the record.
  public static func keepProxies(
    of timeline: Timeline, in record: inout GoldenRecord, golden path: String, options: RenderOptions,
    cancellation: any RenderCancellation, progress: @escaping @Sendable (_ output: Int, RenderProgress) -> Void
  ) throws(RenderError) {
    for index in timeline.outputs.indices {
      let name = GoldenProxy.name(golden: path, output: index)
      let proxy = URL(fileURLWithPath: path).deletingLastPathComponent().appendingPathComponent(name).path
      try renderProxy(timeline, output: index, to: proxy, options: options, cancellation: cancellation) {
        progress(index, $0)
      }
      record.outputs[index].proxy = Fingerprint(file: proxy).map { GoldenProxy(name: name, digest: $0) }
    }
  }

  /// Renders the proxy of an output, or a part of it.
  static func renderProxy(
    _ timeline: Timeline, output: Int, part: GoldenProxy.Part = .whole, to path: String, options: RenderOptions,
    cancellation: any RenderCancellation, progress: @escaping @Sendable (RenderProgress) -> Void
  ) throws(RenderError) {
    var options = options
    options.cache = nil
    let plan = try Renderer.plan(timeline, output: output, options: options) {
      GoldenProxy.change(&$0, path: path, part: part)
    }
    _ = try RenderRun(plan, options, cancellation: cancellation, progress: progress).run()
  }
}
