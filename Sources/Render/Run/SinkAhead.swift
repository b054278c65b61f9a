internal import AV
internal import Foundation

/// Lets a sink take its pictures on a thread of its own, while the next ones are made, as long as a core is
/// idle: at the end of a render, and where memory allows fewer workers than there are jobs.
///
/// The pictures come in the same order, so the bytes are the same. Two pictures wait at most.
final class SinkAhead: SegmentSink {
  private let channel: Channel
  private let hasIdleCore: () -> Bool
  private var thread: WorkerThread?

  init(_ sink: any SegmentSink, hasIdleCore: @escaping () -> Bool) {
    channel = Channel(sink)
    self.hasIdleCore = hasIdleCore
  }

  // What nobody waits for any more is left untaken.
  deinit { if thread != nil { channel.end(dropping: true) } }

  func take(_ picture: borrowing Frame) throws(RenderError) {
    guard thread != nil || hasIdleCore() else { return try channel.sink.take(picture) }
    if thread == nil { thread = WorkerThread("encode") { [channel] in channel.run() } }
    do throws(AVError) {
      try channel.add(picture.copyReference())
    } catch {
      throw RenderError(.codec, error, doing: "hand on a picture")
    }
    try channel.throwFailure()
  }

  func looksAgain() throws(RenderError) -> Bool {
    try wait()
    return try channel.sink.looksAgain()
  }

  func finish() throws(RenderError) {
    try wait()
    try channel.sink.finish()
  }

  /// Waits until all pictures are taken; the sink is the caller's again.
  private func wait() throws(RenderError) {
    guard let thread else { return }
    channel.end(dropping: false)
    while !thread.join(withinMilliseconds: 1000) {}
    self.thread = nil
    channel.reopen()
    try channel.throwFailure()
  }
}

/// The pictures on their way from the thread that makes them to the one that has them taken.
///
/// @unchecked: what changes is touched under the lock alone, and the sink by one thread at a time: by the
/// channel's while it runs, by the maker's before and after.
private final class Channel: @unchecked Sendable {
  private final class Box {
    let frame: Frame
    init(_ frame: consuming Frame) { self.frame = frame }
  }

  let sink: any SegmentSink
  private let condition = NSCondition()
  private var waiting: [Box] = []
  private var hasEnded = false
  private var failure: RenderError?

  init(_ sink: any SegmentSink) { self.sink = sink }

  /// Adds a picture, when there is room for it.
  func add(_ frame: consuming Frame) {
    let box = Box(frame)
    condition.lock()
    while waiting.count >= 2, failure == nil { condition.wait() }
    waiting.append(box)
    condition.signal()
    condition.unlock()
  }

  func end(dropping: Bool) {
    condition.lock()
    hasEnded = true
    if dropping { waiting = [] }
    condition.signal()
    condition.unlock()
  }

  func reopen() {
    condition.lock()
    hasEnded = false
    condition.unlock()
  }

  func throwFailure() throws(RenderError) {
    condition.lock()
    let failure = failure
    condition.unlock()
    if let failure { throw failure }
  }

  /// Has pictures taken until no more come, or one cannot be.
  func run() {
    while let box = next() {
      do throws(RenderError) {
        try sink.take(box.frame)
      } catch {
        condition.lock()
        failure = error
        waiting = []
        condition.signal()
        condition.unlock()
        return
      }
    }
  }

  private func next() -> Box? {
    condition.lock()
    defer { condition.unlock() }
    while waiting.isEmpty, !hasEnded { condition.wait() }
    let box = waiting.isEmpty ? nil : waiting.removeFirst()
    condition.signal()
    return box
  }
}
