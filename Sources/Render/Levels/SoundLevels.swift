/// What was measured of a bus or of a stream of an output.
public struct SoundLevels: Sendable {
  /// What it is.
  public enum Place: Hashable, Sendable {
    /// A bus, as it is with all that goes to it.
    case bus(String)
    /// A stream, before it is encoded: the output's path, the stream's number from 1, and its title.
    case stream(output: String, number: Int, title: String?)
  }

  /// A stretch of samples of the programme, from ``SoundLevels/start`` on.
  public typealias Stretch = Range<Int>

  /// What was measured.
  public var place: Place
  /// libavutil's name of its channel layout.
  public var layout: String
  /// Samples a second.
  public var sampleRate: Int
  /// Its first sample, counted from the programme's start.
  public var start: Int
  /// How many samples it has.
  public var length: Int
  /// LUFS of the whole, by BS.1770-4; nil for silence.
  public var integrated: Double?
  /// LUFS of the loudest three seconds; nil where it lasts less or is silent.
  public var shortTerm: Double?
  /// LUFS of the loudest 400 ms; nil where it lasts less or is silent.
  public var momentary: Double?
  /// The loudness range in LU; nil for silence and below three seconds.
  public var range: Double?
  /// The highest point of the wave in dBTP, -infinity for silence.
  public var truePeak: Double
  /// The highest sample in dBFS, -infinity for silence.
  public var samplePeak: Double
  /// How alike left and right are, from 1 to -1; nil without both, and where one is silent.
  public var correlation: Double?
  /// The second in which left and right are least alike; nil like ``correlation``.
  public var leastAlike: (correlation: Double, sample: Int)?
  /// How many samples are beyond full scale, all channels together.
  public var clippedCount: Int
  /// Where they are; those less than a tenth of a second apart are one stretch.
  public var clipped: [Stretch]
  /// Where every channel is below -60 dBFS for a second or longer.
  public var silences: [Stretch]

  /// What the picture shows.
  var history: LevelHistory

  /// Seconds from the programme's start to a sample.
  public func seconds(of sample: Int) -> Double { Double(start + sample) / Double(sampleRate) }
}

/// What was measured of all that a project lets hear.
public struct LevelsReport: Sendable {
  /// The buses in the order of the project, then the streams.
  public var places: [SoundLevels]
}
