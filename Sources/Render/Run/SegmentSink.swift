internal import AV

/// Takes the pictures of one segment in order, in the canvas's format: encodes them, digests them.
///
/// Used by one worker thread; made for one segment and thrown away after it.
protocol SegmentSink: AnyObject {
  /// Takes the next picture.
  func take(_ picture: borrowing Frame) throws(RenderError)
  /// Ends the segment and publishes what came of it.
  func finish() throws(RenderError)
}

/// Takes the samples of one sound stream from the first to the last, in blocks of any length.
protocol SoundSink: AnyObject {
  /// Takes the next samples.
  func take(_ planes: SamplePlanes, count: Int) throws
  /// Ends the stream and publishes what came of it.
  func finish() throws
}
