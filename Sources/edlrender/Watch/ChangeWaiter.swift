#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Waits for something to happen in folders: by inotify where there is, else by looking again and again.
///
/// Folders are watched and not files, because editors save by renaming a new file onto the old one.
final class ChangeWaiter {
  private let descriptor: Int32
  private var watches: [String: Int32] = [:]

  init() {
    #if canImport(Glibc)
    descriptor = inotify_init1(O_NONBLOCK | O_CLOEXEC)
    #else
    descriptor = -1
    #endif
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Watches these folders and no others.
  func watch(_ folders: Set<String>) {
    #if canImport(Glibc)
    guard descriptor >= 0 else { return }
    for (folder, watch) in watches where !folders.contains(folder) {
      inotify_rm_watch(descriptor, watch)
      watches[folder] = nil
    }
    let events = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB | IN_CREATE)
    for folder in folders {
      let watch = inotify_add_watch(descriptor, folder, events)
      if watch >= 0 { watches[folder] = watch }
    }
    #endif
  }

  /// Returns when something has happened, or after a tenth of a second.
  ///
  /// The short wait also finds changes on file systems that tell nothing, and a wish to stop.
  func wait() {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    _ = poll(&request, descriptor >= 0 ? 1 : 0, 100)
    guard descriptor >= 0 else { return }
    var buffer = [UInt8](repeating: 0, count: 4096)
    while read(descriptor, &buffer, buffer.count) > 0 {}
  }

  /// Gives an editor time to finish what it does.
  static func pause(milliseconds: UInt32) { usleep(milliseconds * 1000) }
}
