/// How one sound stream is written.
public struct AudioOutput: Sendable {
  /// The bus that it carries.
  public var bus: String
  /// The only buses that are heard in it, with all that goes to them; empty: all.
  public var solo: [String]
  /// Buses that it sounds as if they were muted.
  public var without: [String]
  /// The codec or encoder name; nil lets the container choose.
  public var codec: String?
  /// The channel layout of the stream; nil: that of its bus.
  public var channels: String?
  /// Samples a second; nil: those of the canvas.
  public var sampleRate: Int?
  /// The width of a sample, for codecs that store samples as they are; nil: 16 bits, or what the codec's name says.
  public var width: SampleWidth?
  /// What is added to samples before they become whole numbers.
  public var dither: Dither
  /// Whether players choose it by themselves.
  public var isDefault: Bool
  /// The ISO 639-2 language tag.
  public var language: String?
  /// The stream's title.
  public var title: String?
  /// Everything else, in the order written (`bitrate`, …).
  public var options: [EncoderOption]
  /// Where the stream is defined, or the output.
  public var origin: SourceRange

  /// How a stored sample is written down.
  public enum SampleWidth: String, CaseIterable, Sendable {
    case eight = "8"
    case sixteen = "16"
    case twentyFour = "24"
    case thirtyTwo = "32"
    case float

    /// The bits of a whole number; nil for a float.
    public var bits: Int? { Int(rawValue) }
  }

  /// The noise that keeps rounding from being heard as distortion.
  public enum Dither: String, CaseIterable, Sendable {
    /// Two steps wide, of triangular distribution, the same in every render.
    case triangular
    case none
  }

  /// Creates an audio output.
  public init(
    bus: String = Bus.main, solo: [String] = [], without: [String] = [], codec: String?, channels: String? = nil,
    sampleRate: Int? = nil, width: SampleWidth? = nil,
    dither: Dither = .triangular, isDefault: Bool = false, language: String? = nil, title: String? = nil,
    options: [EncoderOption] = [], origin: SourceRange
  ) {
    self.bus = bus
    self.solo = solo
    self.without = without
    self.codec = codec
    self.channels = channels
    self.sampleRate = sampleRate
    self.width = width
    self.dither = dither
    self.isDefault = isDefault
    self.language = language
    self.title = title
    self.options = options
    self.origin = origin
  }
}
