internal import AV
internal import MediaTime
internal import Foundation

/// What the threads of one render share: finished pieces, progress, the first error, the wish to stop.
///
/// Workers add, the muxing thread waits. All access is under one lock; nothing blocks while
/// holding it.
final class RenderState: @unchecked Sendable {
  // @unchecked: every stored property below is touched only between lock() and unlock().
  private let condition = NSCondition()
  private var segments: [Int: [PacketSpool.Extent]] = [:]
  private var sound: [[PacketSpool.Extent]]
  private var isSoundFinished: [Bool]
  private var parameters: [Int: StreamParameters] = [:]
  private var framesDone = 0
  private var samplesDone = 0
  private var report: SoundRenderer.Report?
  private var failure: RenderError?
  private let sampleRate: Int
  private let frameRate: Rational
  private let cancellation: any RenderCancellation

  init(
    soundStreams: Int, sampleRate: Int, frameRate: Rational, cancellation: any RenderCancellation
  ) {
    self.sampleRate = sampleRate
    self.frameRate = frameRate
    sound = Array(repeating: [], count: soundStreams)
    isSoundFinished = Array(repeating: false, count: soundStreams)
    self.cancellation = cancellation
  }

  /// Throws when the render should not go on; asked once a frame or block.
  func checkGoingOn() throws(RenderError) {
    if cancellation.isCancelled { throw RenderError.interrupted }
    if withLock({ failure != nil }) { throw RenderError.interrupted }
  }

  /// Whether nobody waits for more work.
  var isStopped: Bool { cancellation.isCancelled || withLock { failure != nil } }

  /// Throws the first error, or the wish to stop.
  func throwFailure() throws(RenderError) {
    if let failure = withLock({ failure }) { throw failure }
    if cancellation.isCancelled { throw RenderError.interrupted }
  }

  /// Keeps the first error; later ones only follow from it.
  func fail(_ error: RenderError) {
    update { if failure == nil { failure = error } }
  }

  /// The error that ended the render, if one did.
  var firstFailure: RenderError? { withLock { failure } }

  /// Publishes a stream's parameters, by its index in the output.
  func publish(_ stream: StreamParameters, index: Int) {
    update { if parameters[index] == nil { parameters[index] = stream } }
  }

  /// Publishes a finished segment.
  func publish(segment: Int, _ extents: [PacketSpool.Extent]) { update { segments[segment] = extents } }

  /// Publishes more of a sound stream.
  func publish(sound stream: Int, _ extent: PacketSpool.Extent?, isFinished: Bool) {
    update {
      if let extent { sound[stream].append(extent) }
      isSoundFinished[stream] = isFinished
    }
  }

  /// All that there is of a sound stream.
  func extents(ofSound stream: Int) -> [PacketSpool.Extent] { withLock { sound[stream] } }

  /// Counts finished frames.
  func advance(frames: Int) { withLock { framesDone += frames } }

  /// Counts finished samples, where there is no picture to count by.
  func advance(samples: Int) {
    withLock {
      samplesDone += samples
      framesDone = Int(Double(samplesDone) / Double(sampleRate) * frameRate.approximate)
    }
  }

  /// Frames finished so far.
  var progress: Int { withLock { framesDone } }

  /// Publishes what the mix found out.
  func publish(_ report: SoundRenderer.Report) { update { self.report = report } }

  /// What the mix found out, once it has ended.
  var soundReport: SoundRenderer.Report? { withLock { report } }

  /// Waits for a stream's parameters.
  func parameters(of index: Int, tick: () -> Void) throws(RenderError) -> StreamParameters {
    try wait(tick) { parameters[index] }
  }

  /// Waits for a segment.
  func segment(_ index: Int, tick: () -> Void) throws(RenderError) -> [PacketSpool.Extent] {
    try wait(tick) { segments[index] }
  }

  /// Waits for a stretch of a sound stream; nil after the last one.
  func sound(_ stream: Int, part: Int, tick: () -> Void) throws(RenderError) -> PacketSpool.Extent? {
    try wait(tick) { () -> PacketSpool.Extent?? in
      if part < sound[stream].count { return sound[stream][part] }
      return isSoundFinished[stream] ? .some(nil) : nil
    }
  }

  /// Waits until a value is there, ticking ten times a second.
  private func wait<Value>(_ tick: () -> Void, _ value: () -> Value?) throws(RenderError) -> Value {
    while true {
      condition.lock()
      var found = value()
      if found == nil, failure == nil {
        _ = condition.wait(until: Date(timeIntervalSinceNow: 0.1))
        found = value()
      }
      let error = failure
      condition.unlock()
      tick()
      if let error { throw error }
      if cancellation.isCancelled { throw RenderError.interrupted }
      if let found { return found }
    }
  }

  private func withLock<Value>(_ body: () -> Value) -> Value {
    condition.lock()
    defer { condition.unlock() }
    return body()
  }

  private func update(_ body: () -> Void) {
    condition.lock()
    body()
    condition.broadcast()
    condition.unlock()
  }
}
