/// A finished stream of a stream: its files and what players are told of it. Plain data.
struct StreamTrack: Hashable, Sendable {
  /// One of its files.
  struct Segment: Hashable, Sendable {
    var file: String
    var byteCount: Int
    /// How long it plays, in ticks.
    var length: Int64
  }

  /// What its files are called.
  var name: String
  /// Its codec as players are told (RFC 6381).
  var codec: String
  /// The file that comes before all others.
  var initialization: Segment
  var segments: [Segment]
  /// Ticks last `tick` of a second's `timescale` parts.
  var tick: Int
  var timescale: Int
  /// The list of its files, for HLS.
  var playlist = ""

  /// How long a number of ticks is in seconds.
  func seconds(_ ticks: Int64) -> Double { Double(ticks) * Double(tick) / Double(timescale) }

  /// How long all of it plays.
  var duration: Double { seconds(segments.reduce(0) { $0 + $1.length }) }

  var byteCount: Int { segments.reduce(initialization.byteCount) { $0 + $1.byteCount } }

  /// The longest segment to the nearest second, at least one: what HLS calls the target duration.
  var target: Int { max(1, Int(seconds(segments.map(\.length).max() ?? 0).rounded())) }

  /// Bits a second over all of it.
  var averageRate: Double {
    duration > 0 ? Double(segments.reduce(0) { $0 + $1.byteCount }) * 8 / duration : 0
  }

  /// The most bits a second of neighbouring segments that last between a half and one and a half times `target`
  /// seconds together: what HLS calls the peak segment bit rate (RFC 8216, 4.1).
  func peakRate(target: Int) -> Double {
    var peak = 0.0
    for first in segments.indices {
      var (length, bytes) = (Int64(0), 0)
      for segment in segments[first...] {
        length += segment.length
        bytes += segment.byteCount
        let share = seconds(length) / Double(target)
        guard share <= 1.5 else { break }
        if share >= 0.5 { peak = max(peak, Double(bytes) * 8 / seconds(length)) }
      }
    }
    return peak > 0 ? peak : averageRate
  }
}
