private import Synchronization

/// Numbers that are given once in a process.
enum Identity {
  static func next() -> Int { last.add(1, ordering: .relaxed).newValue }
  private static let last = Atomic<Int>(0)
}
