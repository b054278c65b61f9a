/// How far from the recorded a render may be and still pass.
public struct GoldenTolerance: Sendable {
  /// The least PSNR of a frame in decibels.
  public var psnr: Double?
  /// The least SSIM of a frame, 1 being equal.
  public var ssim: Double?
  /// The least distance of the difference of a thousand samples below full scale, in decibels.
  public var sound: Double = 60

  /// Reads `psnr=40`, `ssim=0.98`, `sound=70` or several with commas; nil for what is none of these.
  public init?(_ text: String) {
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "=", omittingEmptySubsequences: false)
      guard sides.count == 2, let value = Double(sides[1]), value.isFinite, value > 0 else { return nil }
      switch sides[0] {
      case "psnr": psnr = value
      case "ssim" where value <= 1: ssim = value
      case "sound": sound = value
      default: return nil
      }
    }
  }

  func allows(_ measure: PictureMeasure?) -> Bool {
    guard let measure, psnr != nil || ssim != nil else { return false }
    return measure.psnr >= psnr ?? 0 && measure.ssim >= ssim ?? 0
  }

  func allows(_ measure: SoundMeasure) -> Bool { measure.distance >= sound }
}
