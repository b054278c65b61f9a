internal import CFFmpeg

extension Frame {
  /// A number that a filter left beside the picture, such as `lavfi.psnr.psnr_avg`.
  package func measure(_ name: String) -> Double? {
    StreamFacts.tag(name, in: pointer.pointee.metadata).flatMap { Double($0) }
  }
}
