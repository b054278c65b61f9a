internal import Foundation

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// A started process, in a process group of its own so that its children can be ended with it.
///
/// Outputs go to unnamed files, so no amount of text can block it; `.pipe` streams the output instead.
final class Child {
  enum Output {
    case file
    case pipe
  }

  let pid: pid_t
  private let outputFile: CInt
  private let errorFile: CInt
  private let started = Date()
  private let deadline: Date
  private var peakKiB = 0

  // Between creating a descriptor and closing the child's end no other thread may spawn, or
  // its child would inherit a pipe's write end and the reader would never see the end.
  private static let spawning = NSLock()

  init(_ command: Command, output: Output = .file) throws {
    deadline = Date(timeIntervalSinceNow: command.limit)
    Child.spawning.lock()
    defer { Child.spawning.unlock() }

    let errors = try Child.unnamedFile()
    var ends: (read: CInt, write: CInt)
    switch output {
    case .file:
      ends.read = try Child.unnamedFile()
      ends.write = ends.read
    case .pipe:
      var pair: [CInt] = [0, 0]
      guard pipe(&pair) == 0 else { throw HarnessError("pipe: \(errno)") }
      for end in pair { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      ends = (pair[0], pair[1])
    }
    let (readEnd, writeEnd) = ends
    defer { if writeEnd != readEnd { close(writeEnd) } }
    pid = try Child.spawn(command, output: writeEnd, errors: errors)
    outputFile = readEnd
    errorFile = errors
  }

  deinit {
    close(outputFile)
    close(errorFile)
  }

  var reader: PipeReader { PipeReader(descriptor: outputFile, deadline: deadline) }

  func send(_ signal: CInt) {
    kill(pid, signal)
  }

  /// Whether it runs still, after at most `seconds`.
  func isRunning(after seconds: Double) -> Bool {
    let end = Date(timeIntervalSinceNow: seconds)
    while Date() < end {
      var info = siginfo_t()
      let found = waitid(P_PID, id_t(pid), &info, WEXITED | WNOHANG | WNOWAIT)
      if found != 0 || info.si_signo != 0 { return false }
      usleep(5000)
    }
    return true
  }

  /// Waits for the end, or kills the whole group at the deadline.
  func wait() throws -> Run {
    var status: CInt = 0
    var usage = rusage()
    var timedOut = false
    while true {
      let result = wait4(pid, &status, WNOHANG, &usage)
      if result == pid { break }
      if result < 0 && errno != EINTR { throw HarnessError("wait4: \(errno)") }
      if !timedOut && Date() > deadline {
        timedOut = true
        kill(-pid, SIGKILL)
      }
      peakKiB = max(peakKiB, Child.highWater(of: pid) ?? 0)
      usleep(4000)
    }
    let seconds = Date().timeIntervalSince(started)
    let signal = status & 0x7f
    return Run(
      status: signal == 0 ? (status >> 8) & 0xff : 128 + signal,
      output: Child.text(of: outputFile), errors: Child.text(of: errorFile), seconds: seconds,
      peakMiB: Double(peak(usage)) / 1024, timedOut: timedOut)
  }

  /// The kernel counts the suite's own memory until exec into a child's maximum, so that number
  /// is the child's only when it is larger; below that the sampled high-water mark is.
  private func peak(_ usage: rusage) -> Int {
    #if os(Linux)
    let counted = usage.ru_maxrss
    #else
    let counted = usage.ru_maxrss / 1024
    #endif
    guard let own = Child.highWater(of: getpid()), counted <= own, peakKiB > 0 else { return counted }
    return peakKiB
  }

  private static func highWater(of pid: pid_t) -> Int? {
    guard let file = fopen("/proc/\(pid)/status", "r") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, 256, file) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if text.hasPrefix("VmHWM:") { return Int(text.filter(\.isNumber)) }
    }
    return nil
  }

  private static func unnamedFile() throws -> CInt {
    var template = Array("\(NSTemporaryDirectory())/edlrender-case-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw HarnessError("mkstemp: \(errno)") }
    unlink(template)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return descriptor
  }

  private static func text(of descriptor: CInt) -> String {
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { return "" }
    var reader = PipeReader(descriptor: descriptor, deadline: .distantFuture)
    return String(decoding: (try? reader.rest()) ?? [], as: UTF8.self)
  }
}
