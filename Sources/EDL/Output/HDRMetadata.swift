/// What is known of an HDR programme: the display that it was mastered on, and how bright it gets.
public struct HDRMetadata: Hashable, Sendable {
  /// The chromaticities of the mastering display, by the name of their system.
  public enum Display: String, CaseIterable, Hashable, Sendable {
    /// P3 with the white D65.
    case p3
    case bt2020
    case bt709

    /// x and y of red, green, blue and white, in 1/50,000.
    public var chromaticities: [Int] {
      let white = [15635, 16450]
      switch self {
      case .p3: return [34000, 16000, 13250, 34500, 7500, 3000] + white
      case .bt2020: return [35400, 14600, 8500, 39850, 6550, 2300] + white
      case .bt709: return [32000, 16500, 15000, 30000, 7500, 3000] + white
      }
    }
  }

  /// The mastering display's colours.
  public var display: Display
  /// Its black and its white in 1/10,000 cd/m²; nil where the display is not told.
  public var luminance: ClosedRange<Int>?
  /// The brightest pixel in cd/m²; nil where it is not told.
  public var brightestPixel: Int?
  /// The brightest frame's mean in cd/m².
  public var brightestFrame: Int

  /// Creates a description.
  public init(
    display: Display = .p3, luminance: ClosedRange<Int>? = nil, brightestPixel: Int? = nil, brightestFrame: Int = 0
  ) {
    self.display = display
    self.luminance = luminance
    self.brightestPixel = brightestPixel
    self.brightestFrame = brightestFrame
  }
}
