internal import CFFmpeg

/// The exact scaler flags without which swscale's result depends on the processor.
///
/// Measured: with all four, no format pair that is used here differs between SIMD levels; with
/// fewer, hundreds do.
package let exactScalerFlags = "bicubic+accurate_rnd+bitexact+full_chroma_int+full_chroma_inp"

/// The shape of the pictures or samples that enter a graph.
package enum GraphInput: Hashable, Sendable {
  /// Pictures: size, format, pixel aspect, the unit of their timestamps.
  /// Some filters ask for a constant rate too.
  case video(
    width: Int, height: Int, format: PixelFormat, timeBase: (Int, Int), sampleAspect: (Int, Int),
    rate: (Int, Int)? = nil)
  /// Samples in planar or packed form; timestamps count samples.
  case audio(sampleRate: Int, format: SampleFormat, layout: String)

  package static func == (lhs: GraphInput, rhs: GraphInput) -> Bool { lhs.arguments == rhs.arguments }
  package func hash(into hasher: inout Hasher) { hasher.combine(arguments) }

  /// The arguments of libavfilter's `buffer` or `abuffer` source.
  var arguments: String {
    switch self {
    case .video(let width, let height, let format, let timeBase, let aspect, let rate):
      "video_size=\(width)x\(height):pix_fmt=\(format.name):time_base=\(timeBase.0)/\(timeBase.1)"
        + ":pixel_aspect=\(aspect.0)/\(aspect.1)" + (rate.map { ":frame_rate=\($0.0)/\($0.1)" } ?? "")
    case .audio(let rate, let format, let layout):
      "sample_rate=\(rate):sample_fmt=\(format.name):channel_layout=\(layout):time_base=1/\(rate)"
    }
  }

  var isVideo: Bool { if case .video = self { true } else { false } }
}

/// A sample format by libavutil's name.
package struct SampleFormat: Hashable, Sendable {
  let raw: AVSampleFormat

  init(raw: AVSampleFormat) { self.raw = raw }

  /// The format of that name, such as `fltp`; nil when libavutil knows none.
  package init?(named name: String) {
    let raw = av_get_sample_fmt(name)
    guard raw != AV_SAMPLE_FMT_NONE else { return nil }
    self.raw = raw
  }

  package var name: String { av_get_sample_fmt_name(raw).map { String(cString: $0) } ?? "unknown" }
  package var isPlanar: Bool { av_sample_fmt_is_planar(raw) != 0 }
  package var byteCount: Int { Int(av_get_bytes_per_sample(raw)) }
  package static func == (lhs: SampleFormat, rhs: SampleFormat) -> Bool { lhs.raw.rawValue == rhs.raw.rawValue }
  package func hash(into hasher: inout Hasher) { hasher.combine(raw.rawValue) }
}

extension Frame {
  /// The format of a frame of samples.
  package var sampleFormat: SampleFormat { SampleFormat(raw: AVSampleFormat(rawValue: pointer.pointee.format)) }
}

/// A configured libavfilter graph with labelled inputs and one output.
///
/// Owned by one thread. Single-threaded inside, so its result does not depend on the machine.
/// The description is libavfilter's own text with pads `[in0]`, `[in1]`, … and `[out]`.
package final class FilterGraph {
  private let graph: UnsafeMutablePointer<AVFilterGraph>
  private let sources: [UnsafeMutablePointer<AVFilterContext>]
  private let sink: UnsafeMutablePointer<AVFilterContext>

  /// Parses and configures a graph.
  ///
  /// `scaler` are further arguments of the conversions that libavfilter inserts by itself.
  package init(
    _ description: String, inputs: [GraphInput], outputIsVideo: Bool = true, scaler: String = ""
  ) throws(AVError) {
    var owned = avfilter_graph_alloc()
    guard let graph = owned else { throw AVError(code: shim_averror(ENOMEM), operation: "avfilter_graph_alloc") }
    do throws(AVError) {
      graph.pointee.nb_threads = 1
      graph.pointee.scale_sws_opts = av_strdup("flags=\(exactScalerFlags)" + (scaler.isEmpty ? "" : ":" + scaler))
      var sources: [UnsafeMutablePointer<AVFilterContext>] = []
      for (index, input) in inputs.enumerated() {
        sources.append(
          try Self.makeFilter(
            input.isVideo ? "buffer" : "abuffer", named: "in\(index)", input.arguments, in: graph))
      }
      let sink = try Self.makeFilter(outputIsVideo ? "buffersink" : "abuffersink", named: "out", nil, in: graph)
      try Self.link(description, sources: sources, sink: sink, in: graph)
      try check("avfilter_graph_config", avfilter_graph_config(graph, nil))
      self.graph = graph
      self.sources = sources
      self.sink = sink
    } catch {
      avfilter_graph_free(&owned)
      throw error
    }
  }

  deinit {
    var graph: UnsafeMutablePointer<AVFilterGraph>? = graph
    avfilter_graph_free(&graph)
  }

  /// Gives a frame away to an input.
  package func push(_ frame: consuming Frame, to input: Int = 0) throws(AVError) {
    try check(
      "av_buffersrc_add_frame",
      av_buffersrc_add_frame_flags(sources[input], frame.pointer, Int32(AV_BUFFERSRC_FLAG_PUSH)))
  }

  /// Tells an input that no more comes.
  package func finish(input: Int = 0) throws(AVError) {
    try check(
      "av_buffersrc_add_frame", av_buffersrc_add_frame_flags(sources[input], nil, Int32(AV_BUFFERSRC_FLAG_PUSH)))
  }

  /// Takes the next frame out.
  package func pull() throws(AVError) -> Pull<Frame> {
    let frame = try Frame()
    let result = av_buffersink_get_frame(sink, frame.pointer)
    if result == SHIM_EAGAIN { return .needsInput }
    if result == SHIM_EOF { return .finished }
    try check("av_buffersink_get_frame", result)
    return .ready(frame)
  }

  /// The unit of the timestamps that come out, as seconds: numerator and denominator.
  package var outputTimeBase: (Int, Int) {
    let base = av_buffersink_get_time_base(sink)
    return (Int(base.num), Int(base.den))
  }

  /// The shape of the pictures that come out.
  package var outputSize: (width: Int, height: Int) { (Int(av_buffersink_get_w(sink)), Int(av_buffersink_get_h(sink))) }
  /// The format of the pictures that come out.
  package var outputFormat: PixelFormat { PixelFormat(raw: AVPixelFormat(rawValue: av_buffersink_get_format(sink))) }

  /// Whether libavfilter had to put in a conversion of its own.
  package var hasInsertedConversion: Bool {
    (0..<Int(graph.pointee.nb_filters)).contains { index in
      graph.pointee.filters[index]?.pointee.name.map { String(cString: $0).hasPrefix("auto_scale") } ?? false
    }
  }

  /// Gives a filter of the graph a new value of an option.
  package func send(_ option: String, _ value: String, to filter: String) throws(AVError) {
    try check(
      "avfilter_graph_send_command(\(filter) \(option)=\(value))",
      avfilter_graph_send_command(graph, filter, option, value, nil, 0, 0))
  }

  private static func makeFilter(
    _ name: String, named instance: String, _ arguments: String?, in graph: UnsafeMutablePointer<AVFilterGraph>
  ) throws(AVError) -> UnsafeMutablePointer<AVFilterContext> {
    var context: UnsafeMutablePointer<AVFilterContext>?
    try check(
      "avfilter_graph_create_filter(\(name))",
      avfilter_graph_create_filter(&context, avfilter_get_by_name(name), instance, arguments, nil, graph))
    guard let context else { throw AVError(code: shim_averror(ENOMEM), operation: "avfilter_graph_create_filter") }
    return context
  }

  /// Parses the text between the sources and the sink; a graph without inputs has none to link.
  private static func link(
    _ description: String, sources: [UnsafeMutablePointer<AVFilterContext>],
    sink: UnsafeMutablePointer<AVFilterContext>, in graph: UnsafeMutablePointer<AVFilterGraph>
  ) throws(AVError) {
    var outputs: UnsafeMutablePointer<AVFilterInOut>?
    for (index, source) in sources.enumerated().reversed() {
      outputs = pad("in\(index)", of: source, before: outputs)
    }
    var inputs = pad("out", of: sink, before: nil)
    let result = avfilter_graph_parse_ptr(graph, description, &inputs, &outputs, nil)
    avfilter_inout_free(&inputs)
    avfilter_inout_free(&outputs)
    try check("avfilter_graph_parse(\(description))", result)
  }

  private static func pad(
    _ name: String, of context: UnsafeMutablePointer<AVFilterContext>,
    before next: UnsafeMutablePointer<AVFilterInOut>?
  ) -> UnsafeMutablePointer<AVFilterInOut>? {
    let pad = avfilter_inout_alloc()
    pad?.pointee.name = av_strdup(name)
    pad?.pointee.filter_ctx = context
    pad?.pointee.pad_idx = 0
    pad?.pointee.next = next
    return pad
  }
}
