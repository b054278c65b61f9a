package import AV
package import MediaTime
private import Synchronization

/// Gives the picture that a source shows at a moment. Owned by one thread.
package protocol PictureSource: AnyObject {
  /// The picture on display at a time of the source's clock: the last one at or before it; the
  /// first one before that, the last one after the end.
  func picture(at time: Time) throws(MediaError) -> Picture
  /// Memory that the source holds when busy, for budgets.
  var estimatedBytes: Int { get }
}

/// One decoded picture, shared by reference and never changed.
package final class Picture: Sendable {
  /// The decoded samples.
  package let frame: Frame
  /// Different for every decoded picture of the process: equal means the very same picture.
  package let identity: Int
  /// When it appears on the source's clock.
  package let time: Time
  /// Its length in the file's own words; nil when the file says nothing.
  let duration: Time?
  let byteCount: Int

  package init(frame: consuming Frame, time: Time, duration: Time? = nil) {
    byteCount = frame.pictureByteCount
    self.frame = frame
    self.time = time
    self.duration = duration
    identity = Self.lastIdentity.add(1, ordering: .relaxed).newValue
  }

  private static let lastIdentity = Atomic<Int>(0)
}
