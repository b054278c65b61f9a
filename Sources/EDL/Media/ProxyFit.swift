internal import MediaTime

/// Whether one file can stand for another one: what its facts can tell.
package enum ProxyFit {
  /// Whether two pictures have the same shape, but for the pixel that rounding takes.
  package static func sameShape(_ one: PixelSize, _ two: PixelSize) -> Bool {
    let difference = abs(one.width * two.height - two.width * one.height)
    return difference <= 2 * max(one.width, one.height, two.width, two.height)
  }

  /// Whether two streams have as many frames in the same time, but for the containers' grain.
  package static func sameTimes(_ one: VideoStreamInfo, _ two: VideoStreamInfo) -> Bool {
    guard let duration = one.duration?.seconds.approximate, let other = two.duration?.seconds.approximate else {
      return one.duration == nil && two.duration == nil
    }
    guard let rate = one.frameRate?.approximate, let otherRate = two.frameRate?.approximate else { return false }
    return abs(duration - other) * rate < 0.5 && abs(duration * rate - other * otherRate) < 0.5
  }
}
