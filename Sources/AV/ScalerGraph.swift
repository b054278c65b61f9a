internal import CFFmpeg
internal import CZimg
private import Synchronization

/// What a resampling is built for.
struct ScalerTask: Hashable, Sendable {
  /// The shape of the pictures on one side.
  struct Shape: Hashable, Sendable {
    let width: Int
    let height: Int
    let depth: Int
    /// How chroma is subsampled; nil for planes that are scaled each for itself.
    let subsampling: Subsampling?

    init(_ format: PixelFormat, _ width: Int, _ height: Int, isYUV: Bool) {
      self.width = width
      self.height = height
      depth = format.bitDepth
      subsampling =
        isYUV && format.planeCount >= 3 ? Subsampling(x: format.chromaShiftX, y: format.chromaShiftY) : nil
    }
  }

  struct Subsampling: Hashable, Sendable {
    let x: Int
    let y: Int
  }

  let from: Shape
  /// The part of the source that is shown.
  let region: ImageScaler.Region
  let to: Shape

  /// About what its graph holds: 150 bytes for each row and column of the result (measured), more where it
  /// shrinks the picture so much that each needs many samples.
  fileprivate var bytes: Int {
    func length(_ source: Double, _ result: Int) -> Double { max(Double(result), source / 3) }
    let chroma = to.subsampling == nil ? 1.0 : 1.5
    return Int(150 * chroma * (length(region.width, to.width) + length(region.height, to.height)))
  }
}

/// The graphs that were built last, for all threads.
///
/// To build one takes as long as to run it. A picture that stands, drifts at an even pace, or zooms as
/// the one before it did, asks for the same ones again.
enum ScalerGraphs {
  /// Oldest first.
  private struct Kept {
    var graphs: [(task: ScalerTask, graph: ScalerGraph)] = []
    var bytes = 0
  }

  /// The most that is kept: the graphs of three seconds of zoom at 1080p.
  private static let most = 64 << 20
  private static let kept = Mutex(Kept())

  /// A graph for a task, from those that were built or a new one.
  static func graph(_ task: ScalerTask) throws(AVError) -> ScalerGraph {
    let known = kept.withLock { kept -> ScalerGraph? in
      guard let index = kept.graphs.lastIndex(where: { $0.task == task }) else { return nil }
      let entry = kept.graphs.remove(at: index)
      kept.graphs.append(entry)
      return entry.graph
    }
    if let known { return known }
    let graph = try ScalerGraph(task)
    kept.withLock { kept in
      guard !kept.graphs.contains(where: { $0.task == task }) else { return }
      kept.graphs.append((task, graph))
      kept.bytes += task.bytes
      while kept.bytes > most, kept.graphs.count > 1 { kept.bytes -= kept.graphs.removeFirst().task.bytes }
    }
    return graph
  }
}

/// One built resampling. Nothing in it changes once it is built, so any number of threads may run it.
///
/// @unchecked: zimg takes a graph as constant and works in the scratch memory that each run brings.
final class ScalerGraph: @unchecked Sendable {
  private let graph: OpaquePointer
  private let scratchSize: Int

  init(_ task: ScalerTask) throws(AVError) {
    var (from, to) = (Self.format(task.from), Self.format(task.to))
    from.active_region.left = task.region.left
    from.active_region.top = task.region.top
    from.active_region.width = task.region.width
    from.active_region.height = task.region.height
    var parameters = zimg_graph_builder_params()
    zimg_graph_builder_params_default(&parameters, SHIM_ZIMG_VERSION)
    parameters.resample_filter = ZIMG_RESIZE_BICUBIC
    parameters.resample_filter_uv = ZIMG_RESIZE_BICUBIC
    // The widest vectors that there are; integer samples come out the same with any.
    parameters.cpu_type = ZIMG_CPU_AUTO_64B
    parameters.dither_type = ZIMG_DITHER_NONE
    guard let graph = zimg_filter_graph_build(&from, &to, &parameters) else { throw Self.lastError("build") }
    var size = 0
    guard zimg_filter_graph_get_tmp_size(graph, &size) == ZIMG_ERROR_SUCCESS else {
      zimg_filter_graph_free(graph)
      throw Self.lastError("get_tmp_size")
    }
    self.graph = graph
    scratchSize = max(size, 64)
  }

  deinit { zimg_filter_graph_free(graph) }

  func run(
    _ source: borrowing Frame, _ sourcePlanes: [Int], to target: borrowing Frame, _ targetPlanes: [Int]
  ) throws(AVError) {
    guard let scratch = av_malloc(scratchSize) else {
      throw AVError(code: shim_averror(ENOMEM), operation: "av_malloc")
    }
    defer { av_free(scratch) }
    var input = zimg_image_buffer_const()
    var output = zimg_image_buffer()
    input.version = SHIM_ZIMG_VERSION
    output.version = SHIM_ZIMG_VERSION
    for (index, plane) in sourcePlanes.enumerated() {
      guard let data = source.plane(plane) else { continue }
      shim_zimg_set_source(&input, Int32(index), data, source.stride(ofPlane: plane))
    }
    for (index, plane) in targetPlanes.enumerated() {
      guard let data = target.plane(plane) else { continue }
      shim_zimg_set_target(&output, Int32(index), data, target.stride(ofPlane: plane))
    }
    guard zimg_filter_graph_process(graph, &input, &output, scratch, nil, nil, nil, nil) == ZIMG_ERROR_SUCCESS else {
      throw Self.lastError("process")
    }
  }

  private static func format(_ shape: ScalerTask.Shape) -> zimg_image_format {
    var image = zimg_image_format()
    zimg_image_format_default(&image, SHIM_ZIMG_VERSION)
    image.width = UInt32(shape.width)
    image.height = UInt32(shape.height)
    image.pixel_type = shape.depth > 8 ? ZIMG_PIXEL_WORD : ZIMG_PIXEL_BYTE
    image.depth = UInt32(shape.depth)
    image.pixel_range = ZIMG_RANGE_FULL
    image.color_family = ZIMG_COLOR_GREY
    guard let subsampling = shape.subsampling else { return image }
    image.color_family = ZIMG_COLOR_YUV
    image.matrix_coefficients = ZIMG_MATRIX_BT709
    image.pixel_range = ZIMG_RANGE_LIMITED
    image.subsample_w = UInt32(subsampling.x)
    image.subsample_h = UInt32(subsampling.y)
    image.chroma_location = ZIMG_CHROMA_LEFT
    return image
  }

  private static func lastError(_ operation: String) -> AVError {
    var text = [CChar](repeating: 0, count: 256)
    _ = zimg_get_last_error(&text, text.count)
    let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return AVError(code: -22, operation: "zimg_\(operation)", detail: String(decoding: bytes, as: UTF8.self))
  }
}
