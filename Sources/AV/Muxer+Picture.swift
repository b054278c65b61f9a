internal import CFFmpeg

extension Muxer {
  /// Says how the first stream's pictures are to be turned, by the EXIF number of their orientation.
  ///
  /// The matrix moves the turned picture back into view: `x' = a·x + c·y + tx`, `y' = b·x + d·y + ty`.
  package func setOrientation(_ orientation: Int, width: Int, height: Int) throws(AVError) {
    guard let context, context.pointee.nb_streams > 0 else { return }
    let (one, w, h) = (Int32(1 << 16), Int32(width) << 16, Int32(height) << 16)
    let (a, b, c, d, tx, ty): (Int32, Int32, Int32, Int32, Int32, Int32) =
      switch orientation {
      case 2: (-one, 0, 0, one, w, 0)
      case 3: (-one, 0, 0, -one, w, h)
      case 4: (one, 0, 0, -one, 0, h)
      case 5: (0, one, one, 0, 0, 0)
      case 6: (0, one, -one, 0, h, 0)
      case 7: (0, -one, -one, 0, h, w)
      case 8: (0, -one, one, 0, 0, w)
      default: (one, 0, 0, one, 0, 0)
      }
    let matrix: [Int32] = [a, b, 0, c, d, 0, tx, ty, 1 << 30]
    try check(
      "write a display matrix",
      shim_stream_add_side_data(shim_stream(context, 0), AV_PKT_DATA_DISPLAYMATRIX, matrix, matrix.count * 4))
  }

  /// Describes the display that the first stream was mastered on: x and y of red, green, blue and white in
  /// 1/50,000, its black and white in 1/10,000 cd/m².
  package func setMasteringDisplay(_ chromaticities: [Int], _ luminance: ClosedRange<Int>) throws(AVError) {
    guard let context, context.pointee.nb_streams > 0, chromaticities.count == 8 else { return }
    try check(
      "write the mastering display",
      shim_stream_set_mastering(
        shim_stream(context, 0), chromaticities.map(Int32.init), Int32(luminance.lowerBound),
        Int32(luminance.upperBound)))
  }

  /// Says how bright the first stream gets, in cd/m².
  package func setLightLevel(pixel: Int, frame: Int) throws(AVError) {
    guard let context, context.pointee.nb_streams > 0 else { return }
    try check(
      "write the light level",
      shim_stream_set_light_level(shim_stream(context, 0), UInt32(pixel), UInt32(frame)))
  }
}
