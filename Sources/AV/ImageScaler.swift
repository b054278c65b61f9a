internal import CFFmpeg
internal import CZimg

/// Resamples planar pictures from any rectangle, its edges anywhere between pixels, to whole pixels.
///
/// zimg's bicubic with an active region: within 0.012 px of the exact place in every frame of a slow
/// zoom, widened when shrinking so that nothing aliases, and with integer samples the same bits on
/// every processor. Beyond the picture's edge its mirror image is read.
package enum ImageScaler {
  /// A rectangle in pixels of the source, its edges exact.
  package struct Region: Hashable, Sendable {
    package var left: Double
    package var top: Double
    package var width: Double
    package var height: Double

    package init(left: Double, top: Double, width: Double, height: Double) {
      self.left = left
      self.top = top
      self.width = width
      self.height = height
    }
  }

  /// Scales a region of a planar YUV picture, chroma sited at the left, to a picture of the format.
  package static func scaleYUV(
    _ source: borrowing Frame, _ region: Region, width: Int, height: Int, format: PixelFormat
  ) throws(AVError) -> Frame {
    let target = try Frame.picture(width: width, height: height, format: format)
    var from = imageFormat(source.pixelFormat, source.width, source.height, isYUV: true)
    from.active_region.left = region.left
    from.active_region.top = region.top
    from.active_region.width = region.width
    from.active_region.height = region.height
    let to = imageFormat(format, width, height, isYUV: true)
    let graph = try ScalerGraph(from: from, to: to)
    let planes = format.planeCount < 3 ? [0] : [0, 1, 2]
    try graph.run(source, planes, to: target, planes)
    return target
  }

  /// Scales a region of each plane for itself: RGB with colour multiplied by alpha, or grey.
  package static func scalePlanes(
    _ source: borrowing Frame, _ region: Region, width: Int, height: Int
  ) throws(AVError) -> Frame {
    let target = try Frame.picture(width: width, height: height, format: source.pixelFormat)
    var from = imageFormat(source.pixelFormat, source.width, source.height, isYUV: false)
    from.active_region.left = region.left
    from.active_region.top = region.top
    from.active_region.width = region.width
    from.active_region.height = region.height
    let graph = try ScalerGraph(from: from, to: imageFormat(source.pixelFormat, width, height, isYUV: false))
    for plane in 0..<source.pixelFormat.planeCount { try graph.run(source, [plane], to: target, [plane]) }
    return target
  }

  private static func imageFormat(
    _ format: PixelFormat, _ width: Int, _ height: Int, isYUV: Bool
  ) -> zimg_image_format {
    var image = zimg_image_format()
    zimg_image_format_default(&image, SHIM_ZIMG_VERSION)
    image.width = UInt32(width)
    image.height = UInt32(height)
    image.pixel_type = format.bitDepth > 8 ? ZIMG_PIXEL_WORD : ZIMG_PIXEL_BYTE
    image.depth = UInt32(format.bitDepth)
    image.pixel_range = ZIMG_RANGE_FULL
    image.color_family = ZIMG_COLOR_GREY
    guard isYUV, format.planeCount >= 3 else { return image }
    image.color_family = ZIMG_COLOR_YUV
    image.matrix_coefficients = ZIMG_MATRIX_BT709
    image.pixel_range = ZIMG_RANGE_LIMITED
    image.subsample_w = UInt32(format.chromaShiftX)
    image.subsample_h = UInt32(format.chromaShiftY)
    image.chroma_location = ZIMG_CHROMA_LEFT
    return image
  }
}

/// One built resampling, used at once and thrown away.
private struct ScalerGraph: ~Copyable {
  private let graph: OpaquePointer
  private let scratch: UnsafeMutableRawPointer

  init(from: zimg_image_format, to: zimg_image_format) throws(AVError) {
    var (from, to) = (from, to)
    var parameters = zimg_graph_builder_params()
    zimg_graph_builder_params_default(&parameters, SHIM_ZIMG_VERSION)
    parameters.resample_filter = ZIMG_RESIZE_BICUBIC
    parameters.resample_filter_uv = ZIMG_RESIZE_BICUBIC
    parameters.cpu_type = ZIMG_CPU_AUTO
    parameters.dither_type = ZIMG_DITHER_NONE
    guard let graph = zimg_filter_graph_build(&from, &to, &parameters) else { throw Self.lastError("build") }
    var size = 0
    guard zimg_filter_graph_get_tmp_size(graph, &size) == ZIMG_ERROR_SUCCESS,
      let scratch = av_malloc(max(size, 64))
    else {
      zimg_filter_graph_free(graph)
      throw Self.lastError("get_tmp_size")
    }
    self.graph = graph
    self.scratch = scratch
  }

  deinit {
    zimg_filter_graph_free(graph)
    av_free(scratch)
  }

  func run(
    _ source: borrowing Frame, _ sourcePlanes: [Int], to target: borrowing Frame, _ targetPlanes: [Int]
  ) throws(AVError) {
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

  private static func lastError(_ operation: String) -> AVError {
    var text = [CChar](repeating: 0, count: 256)
    _ = zimg_get_last_error(&text, text.count)
    let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return AVError(code: -22, operation: "zimg_\(operation)", detail: String(decoding: bytes, as: UTF8.self))
  }
}
