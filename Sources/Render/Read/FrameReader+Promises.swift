internal import AV
internal import EDL
internal import MediaTime

extension FrameReader {
  /// What is wrong with showing a picture at a time; nil when nothing is.
  func complaint(about picture: Picture, shownAt time: Time, isLast: Bool) -> MediaError? {
    if picture.frame.isCorrupt { return MediaError(reading: path, at: picture.time, "the picture is damaged") }
    for damage in feed.damage {
      guard let place = try? clock.time(damage.ticks), place > picture.time, place <= time else { continue }
      return MediaError(reading: path, at: place, "a picture cannot be decoded: \(damage.reason)")
    }
    return isLast ? earlyEnd(picture, time) : nil
  }

  /// The last picture may stand after its own end only where the file is really over.
  private func earlyEnd(_ last: Picture, _ time: Time) -> MediaError? {
    guard let promised = info.duration else { return nil }
    let frame = clock.frameDuration ?? .zero
    guard
      let end = try? last.time + Time(seconds: max(last.duration?.seconds ?? frame, frame)), time >= end,
      let slack = try? end + Time(seconds: max(frame, clock.timeBase * Rational(2)) / Rational(2)), slack < promised
    else { return nil }
    if let reason = feed.readFailure { return MediaError(reading: path, at: end, reason) }
    return MediaError(truncated: path, at: end, promised: promised)
  }
}
