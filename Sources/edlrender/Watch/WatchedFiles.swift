internal import EDL
internal import Render

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// The files that a project was last read from, and whether one of them has changed since.
final class WatchedFiles {
  /// What probing found, kept between two runs.
  let probes = ProbeMemory()
  /// What was opened for the frame that is looked at.
  let session = FrameSession()
  private var stamps: [String: Stamp?] = [:]
  private var old: [String: Stamp?] = [:]

  /// Tells one state of a file from another; of a folder of stills, the names in it count.
  private struct Stamp: Hashable {
    var node: UInt64 = 0
    var size: Int64 = 0
    var seconds: Int = 0
    var nanoseconds: Int = 0
    var names: [String] = []
  }

  /// Begins to learn what a run reads.
  ///
  /// What was known before keeps the state that it had then, so a change in the middle of the run counts.
  func begin(project: String) {
    old = stamps.mapValues { $0 }
    for path in old.keys { old[path] = Self.stamp(path) }
    stamps = [:]
    add([project])
  }

  /// Learns of files, also of those that are not there yet.
  func add(_ paths: [String]) {
    for path in paths where stamps[path] == nil { stamps[path] = .some(old[path] ?? Self.stamp(path)) }
  }

  /// Learns of all that a programme reads, and of new stills in the folders of sequences.
  func add(_ timeline: Timeline, root: String?) {
    var options = RenderOptions()
    options.root = root
    add(ProjectFiles.read(by: timeline, options: options))
    for media in timeline.media {
      guard case .stills(let stills, end: _) = media.source, let first = stills.first else { continue }
      add(["\(LocalFiles.split(first.path).folder)/"])
    }
  }

  var count: Int { stamps.count }

  /// The folders in which something may change.
  var folders: Set<String> {
    Set(
      stamps.keys.map { path in
        let folder = path.hasSuffix("/") ? String(path.dropLast()) : LocalFiles.split(path).folder
        return folder.isEmpty ? "." : folder
      })
  }

  /// Whether a file is another one than when it was read.
  var haveChanged: Bool { stamps.contains { Self.stamp($0.key) != $0.value } }

  private static func stamp(_ path: String) -> Stamp? {
    guard !path.hasSuffix("/") else {
      let names = (LocalFiles.names(in: path) ?? []).filter { isStill($0) }
      return Stamp(names: names)
    }
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    #if canImport(Darwin)
    let time = facts.st_mtimespec
    #else
    let time = facts.st_mtim
    #endif
    return Stamp(
      node: UInt64(facts.st_ino), size: Int64(facts.st_size), seconds: time.tv_sec, nanoseconds: Int(time.tv_nsec))
  }

  /// Films that the project writes beside its stills are no reason to render again.
  private static func isStill(_ name: String) -> Bool {
    !["mp4", "mov", "mkv", "webm", "part", "yaml", "m4a", "wav", "flac"].contains(FilePaths.ending(of: name))
  }
}
