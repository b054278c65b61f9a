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

    /// The rectangle on a grid of a 16-millionth of a pixel: a motion that comes back to a place comes
    /// back to the very same numbers, and finds its graph again.
    var snapped: Region {
      func snapped(_ value: Double) -> Double { (value * 16_777_216).rounded() / 16_777_216 }
      return Region(left: snapped(left), top: snapped(top), width: snapped(width), height: snapped(height))
    }
  }

  /// Scales a region of a planar YUV picture, chroma sited at the left, to a picture of the format.
  package static func scaleYUV(
    _ source: borrowing Frame, _ region: Region, width: Int, height: Int, format: PixelFormat
  ) throws(AVError) -> Frame {
    let target = try Frame.picture(width: width, height: height, format: format)
    let graph = try ScalerGraphs.graph(
      .init(
        from: .init(source.pixelFormat, source.width, source.height, isYUV: true), region: region.snapped,
        to: .init(format, width, height, isYUV: true)))
    let planes = format.planeCount < 3 ? [0] : [0, 1, 2]
    try graph.run(source, planes, to: target, planes)
    return target
  }

  /// Scales a region of each plane for itself: RGB with colour multiplied by alpha, or grey.
  package static func scalePlanes(
    _ source: borrowing Frame, _ region: Region, width: Int, height: Int
  ) throws(AVError) -> Frame {
    let format = source.pixelFormat
    let target = try Frame.picture(width: width, height: height, format: format)
    let graph = try ScalerGraphs.graph(
      .init(
        from: .init(format, source.width, source.height, isYUV: false), region: region.snapped,
        to: .init(format, width, height, isYUV: false)))
    for plane in 0..<format.planeCount { try graph.run(source, [plane], to: target, [plane]) }
    return target
  }
}
