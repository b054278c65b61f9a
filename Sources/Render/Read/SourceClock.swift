internal import AV
private import Glibc
internal import MediaTime
private import Synchronization

/// Finds and remembers where files' own clocks start: the first displayed frame of the first
/// video stream, or the first sample of a file without pictures.
///
/// Probing and reading must agree on that moment, so both ask here.
enum SourceClock {
  /// The container's time of the first displayed frame, in seconds, found once for each file.
  static func zero(ofPicturesIn path: String) throws(MediaError) -> Rational {
    if let known = knownZero(of: path) { return known }
    let found = try FirstPicture.find(path: path)
    remember(found, for: path)
    return found
  }

  /// That time if it was found before.
  static func knownZero(of path: String) -> Rational? {
    FileIdentity(path: path).flatMap { key in known.withLock { $0[key] } }
  }

  /// Stores what probing found.
  static func remember(_ zero: Rational, for path: String) {
    guard let key = FileIdentity(path: path) else { return }
    known.withLock { $0[key] = zero }
  }

  private static let known = Mutex<[FileIdentity: Rational]>([:])
}

/// Opens files; what analysing one found is remembered, so that it is analysed once.
enum SourceFile {
  /// Opens a file for reading.
  static func open(_ path: String) throws(AVError) -> Demuxer {
    LibraryLog.begin()
    guard let setups = FileIdentity(path: path).flatMap({ key in known.withLock { $0[key] } }) else {
      return try analyse(path)
    }
    return try Demuxer(path: path, analysis: .known(setups))
  }

  /// Opens a file and analyses it, whatever is known of it.
  static func analyse(_ path: String) throws(AVError) -> Demuxer {
    LibraryLog.begin()
    let demuxer = try Demuxer(path: path)
    if let key = FileIdentity(path: path), StreamSetups.suffice(format: demuxer.formatName),
      let found = StreamSetups(demuxer)
    {
      known.withLock { known in
        if known.count >= limit { known.removeAll() }
        known[key] = found
      }
    }
    return demuxer
  }

  /// A few kilobytes each.
  private static let limit = 4096
  private static let known = Mutex<[FileIdentity: StreamSetups]>([:])
}

/// Tells a file from another one, and from itself after a change.
struct FileIdentity: Hashable {
  private let device: UInt
  private let node: UInt
  private let byteCount: Int
  private let modified: [Int]

  init?(path: String) {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    device = UInt(facts.st_dev)
    node = UInt(facts.st_ino)
    byteCount = Int(facts.st_size)
    modified = [Int(facts.st_mtim.tv_sec), Int(facts.st_mtim.tv_nsec)]
  }
}
