public import EDL

/// The files of a finished stream.
public struct StreamResult: Sendable {
  /// One of its pictures or sounds.
  public struct Track: Sendable {
    /// What its files are called.
    public var name: String
    /// The list of its segments.
    public var playlist: String
    /// The size of its picture; nil for sound.
    public var size: PixelSize?
    /// Its codec with profile and level, by RFC 6381.
    public var codec: String
    /// The number of segments.
    public var segments: Int
    /// Bits a second on average.
    public var averageBandwidth: Int
    /// Bits a second at most: the peak segment bit rate of RFC 8216.
    public var bandwidth: Int
    /// The bytes of all its files but the list.
    public var byteCount: Int

    init(_ track: StreamTrack, _ folder: String, size: PixelSize?) {
      name = track.name
      playlist = "\(folder)/\(track.playlist)"
      self.size = size
      codec = track.codec
      segments = track.segments.count
      averageBandwidth = Int(track.averageRate.rounded(.up))
      bandwidth = Int(track.peakRate(target: track.target).rounded(.up))
      byteCount = track.byteCount
    }
  }

  /// The lists that players begin with, the one of the output's path first.
  public var manifests: [String]
  /// The pictures, in the order written.
  public var renditions: [Track]
  /// The sounds, in the order written.
  public var sounds: [Track]
  /// The subtitles, in the order written.
  public var subtitles: [Captions] = []

  /// Its subtitles in one language.
  public struct Captions: Sendable {
    /// What their files are called.
    public var name: String
    /// The list of their segments.
    public var playlist: String
    /// The bytes of all their files but the list.
    public var byteCount: Int
  }
}
