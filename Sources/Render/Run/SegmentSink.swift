internal import AV

/// Takes the pictures of one segment in order, in the canvas's format: encodes them, digests them.
///
/// Used by one worker thread; made for one segment and thrown away after it.
protocol SegmentSink: AnyObject {
  /// Takes the next picture.
  func take(_ picture: borrowing Frame) throws(RenderError)
  /// Whether it must see all pictures once more, now that it has seen the last one.
  func looksAgain() throws(RenderError) -> Bool
  /// Ends the segment and publishes what came of it.
  func finish() throws(RenderError)
}

extension SegmentSink {
  func looksAgain() throws(RenderError) -> Bool { false }
}

/// Takes the samples of one sound stream from the first to the last, in blocks of any length.
protocol SoundSink: AnyObject {
  /// Takes the next samples.
  func take(_ planes: SamplePlanes, count: Int) throws
  /// Ends the stream and publishes what came of it.
  func finish() throws
}
