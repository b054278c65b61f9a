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

/// Takes the samples of one sound stream in their order, in blocks of any length.
protocol SoundSink: AnyObject {
  /// The programme's samples that it wants, nil for all. It may be given others.
  var wanted: [Range<Int>]? { get }
  /// What went beyond full scale, if it knows more of that than what it was given.
  var clipping: Mixer.Clipping? { get }
  /// Takes the next samples, from one of the programme's on.
  func take(_ planes: SamplePlanes, at sample: Int, count: Int) throws
  /// Ends the stream and publishes what came of it.
  func finish() throws
}

extension SoundSink {
  var wanted: [Range<Int>]? { nil }
  var clipping: Mixer.Clipping? { nil }
}
