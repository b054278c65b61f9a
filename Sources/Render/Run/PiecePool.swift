internal import Foundation
internal import Synchronization

/// Threads that encode pieces of sound, beside those of the picture.
final class PiecePool: Sendable {
  /// A piece that will be there.
  final class Promise: Sendable {
    private let value = Mutex<Result<EncodedPiece, any Error>?>(nil)
    private let done = DispatchSemaphore(value: 0)

    fileprivate init() {}

    /// One that is there.
    init(_ piece: EncodedPiece) { fulfil(.success(piece)) }

    fileprivate func fulfil(_ result: Result<EncodedPiece, any Error>) {
      value.withLock { $0 = result }
      done.signal()
    }

    var isReady: Bool { value.withLock { $0 != nil } }

    /// Waits for it.
    func get() throws -> EncodedPiece {
      done.wait()
      done.signal()
      guard let result = value.withLock({ $0 }) else { throw RenderError.interrupted }
      return try result.get()
    }
  }

  private struct Task {
    let body: @Sendable () throws -> EncodedPiece
    let promise: Promise
  }

  private struct Work {
    var tasks: [Task] = []
    var threads: [WorkerThread] = []
    var isClosed = false
  }

  /// The most threads.
  let size: Int
  private let work = Mutex(Work())
  private let available = DispatchSemaphore(value: 0)

  init(size: Int) { self.size = size }

  /// Has a piece encoded by the next thread that is free.
  func submit(_ body: @escaping @Sendable () throws -> EncodedPiece) -> Promise {
    let promise = Promise()
    work.withLock { work in
      work.tasks.append(Task(body: body, promise: promise))
      if work.threads.count < size {
        work.threads.append(WorkerThread("sound \(work.threads.count)") { [self] in run() })
      }
    }
    available.signal()
    return promise
  }

  /// Ends the threads, after what they are at.
  func close() {
    let threads = work.withLock { work in
      work.isClosed = true
      work.tasks = []
      return work.threads
    }
    for _ in threads { available.signal() }
    for thread in threads { while !thread.hasEnded(within: 60) {} }
  }

  private func run() {
    while true {
      available.wait()
      let task = work.withLock { $0.isClosed || $0.tasks.isEmpty ? nil : $0.tasks.removeFirst() }
      guard let task else { return }
      task.promise.fulfil(Result { try task.body() })
    }
  }
}
