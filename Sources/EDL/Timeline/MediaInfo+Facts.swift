package import MediaTime

/// Facts put together for people and programs that only want to look at them.
extension MediaInfo {
  /// From the source's zero to the end of its longest stream; nil for a still.
  package var duration: Time? {
    guard kind != .still else { return nil }
    let sound = audio.compactMap { try? $0.start + $0.duration }
    return (video.compactMap { $0.duration } + sound).max()
  }

  /// The length in seconds as near as a floating-point number gets.
  package var approximateDuration: Double? { duration?.seconds.approximate }
}

extension VideoStreamInfo {
  /// The rate as people call it: `25`, `29.97`, `30000/1001` by its name; nil for a still.
  package var rateName: String? { frameRate.map { FrameRate.name(of: $0) } }

  /// The rate to two decimals, for a variable one whose average is no name.
  package var approximateRate: Double? { frameRate?.approximate }

  /// Whether the sample aspect ratio is other than one.
  package var isAnamorphic: Bool { sampleAspectRatio != .one }
}

extension AudioStreamInfo {
  /// Whether the sound starts elsewhere than at the source's zero.
  package var startsLate: Bool { start != .zero }
}
