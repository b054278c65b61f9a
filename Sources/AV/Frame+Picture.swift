internal import CFFmpeg

extension Frame {
  /// A picture with buffers of its own, its samples undefined.
  package static func picture(width: Int, height: Int, format: PixelFormat) throws(AVError) -> Frame {
    let frame = try Frame()
    frame.pointer.pointee.width = Int32(width)
    frame.pointer.pointee.height = Int32(height)
    frame.pointer.pointee.format = format.raw.rawValue
    try PictureMemory.fill(frame.pointer)
    return frame
  }

  /// Sets the colour tags by FFmpeg's names; nil is unspecified.
  package func tag(_ color: StreamColor?) {
    let frame = pointer
    guard let color else {
      frame.pointee.colorspace = AVCOL_SPC_UNSPECIFIED
      frame.pointee.color_primaries = AVCOL_PRI_UNSPECIFIED
      frame.pointee.color_trc = AVCOL_TRC_UNSPECIFIED
      frame.pointee.color_range = AVCOL_RANGE_UNSPECIFIED
      return
    }
    frame.pointee.colorspace = AVColorSpace(rawValue: UInt32(max(0, av_color_space_from_name(color.space))))
    frame.pointee.color_primaries = AVColorPrimaries(
      rawValue: UInt32(max(0, av_color_primaries_from_name(color.primaries))))
    frame.pointee.color_trc = AVColorTransferCharacteristic(
      rawValue: UInt32(max(0, av_color_transfer_from_name(color.transfer))))
    frame.pointee.color_range = AVColorRange(rawValue: UInt32(max(0, av_color_range_from_name(color.range))))
  }

  /// The names of the matrix and of the range that the frame is tagged with; nil when unspecified.
  package var colorNames: (space: String?, range: String?) {
    let frame = pointer.pointee
    let space = frame.colorspace == AVCOL_SPC_UNSPECIFIED ? nil : av_color_space_name(frame.colorspace)
    let range = frame.color_range == AVCOL_RANGE_UNSPECIFIED ? nil : av_color_range_name(frame.color_range)
    return (space.map { String(cString: $0) }, range.map { String(cString: $0) })
  }

  /// The sample aspect ratio of the picture, 1:1 when unknown.
  package var sampleAspect: (Int, Int) {
    let aspect = pointer.pointee.sample_aspect_ratio
    return aspect.num > 0 && aspect.den > 0 ? (Int(aspect.num), Int(aspect.den)) : (1, 1)
  }

  /// Makes the pixels square and progressive by name, and drops what a decoder left beside them.
  package func makePlain() {
    pointer.pointee.sample_aspect_ratio = shim_rational(1, 1)
    shim_frame_set_progressive(pointer)
    pointer.pointee.pict_type = AV_PICTURE_TYPE_NONE
    pointer.pointee.repeat_pict = 0
    while pointer.pointee.nb_side_data > 0, let side = pointer.pointee.side_data[0] {
      av_frame_remove_side_data(pointer, side.pointee.type)
    }
    av_dict_free(&pointer.pointee.metadata)
  }

  /// The width of a plane in samples.
  package func planeWidth(_ plane: Int) -> Int {
    isChroma(plane) ? (width + (1 << pixelFormat.chromaShiftX) - 1) >> pixelFormat.chromaShiftX : width
  }
  /// The height of a plane in rows.
  package func planeHeight(_ plane: Int) -> Int {
    isChroma(plane) ? (height + (1 << pixelFormat.chromaShiftY) - 1) >> pixelFormat.chromaShiftY : height
  }
  private func isChroma(_ plane: Int) -> Bool { plane == 1 || plane == 2 }

  /// Fills each plane of a planar picture with one value.
  package func fill(_ values: [Int]) {
    for plane in 0..<min(pixelFormat.planeCount, values.count) {
      guard let base = self.plane(plane) else { continue }
      let width = planeWidth(plane)
      for row in 0..<planeHeight(plane) {
        let start = base + row * stride(ofPlane: plane)
        if pixelFormat.bitDepth > 8 {
          start.withMemoryRebound(to: UInt16.self, capacity: width) {
            $0.update(repeating: UInt16(values[plane]), count: width)
          }
        } else {
          start.update(repeating: UInt8(values[plane]), count: width)
        }
      }
    }
  }
}

extension Frame {
  /// Takes the colour tags of another picture.
  package func copyColor(of other: borrowing Frame) {
    pointer.pointee.colorspace = other.pointer.pointee.colorspace
    pointer.pointee.color_primaries = other.pointer.pointee.color_primaries
    pointer.pointee.color_trc = other.pointer.pointee.color_trc
    pointer.pointee.color_range = other.pointer.pointee.color_range
  }
}
