internal import EDL
internal import Render

/// What files and folders hold, looked at side by side and put together.
struct MediaLibrary {
  private(set) var entries: [LibraryEntry] = []
  /// Files of folders that are no media, or damaged.
  private(set) var unread: [Variants.Unread] = []
  /// Files that were named and cannot be used: why.
  private(set) var failures: [(code: String, message: String)] = []
  /// Folders without a file.
  private(set) var emptyFolders: [String] = []
  /// Whether a folder was looked through.
  private(set) var hasFolder = false

  /// Looks at files, and through folders; what is in a folder is gathered into sequences and variants
  /// unless `isFlat`.
  init(paths: [String], root: String?, isFlat: Bool) {
    let contents = paths.map { path in
      (path: path, files: LocalFiles.kind(of: path) == .folder ? FileFacts.files(under: path) : nil)
    }
    let requests = contents.flatMap { $0.files ?? [$0.path] }.map { MediaRequest(path: $0, origin: .commandLine) }
    let results = MediaProbe.probe(requests, root: root)
    for (path, files) in contents {
      guard let files else {
        switch results[path] {
        case .success(let info): entries.append(LibraryEntry(path: path, info: info))
        case .failure(let code, let message): failures.append((code, message))
        case nil: break
        }
        continue
      }
      hasFolder = true
      if files.isEmpty { emptyFolders.append(path) }
      add(files, results, isFlat: isFlat)
    }
  }

  private mutating func add(_ files: [String], _ results: [String: ProbeResult], isFlat: Bool) {
    var found: [LibraryEntry] = []
    var others: [Variants.Unread] = []
    for file in files {
      switch results[file] {
      case .success(let info): found.append(LibraryEntry(path: file, info: info))
      case .failure(_, let message): others.append(.init(path: file, message: message))
      case nil: break
      }
    }
    guard !isFlat else {
      entries += found
      unread += others
      return
    }
    let (gathered, left) = Variants.gathered(StillRuns.gathered(found), unread: others)
    entries += gathered
    unread += left
  }

  /// The entries of one kind, in their order.
  func entries(of kind: LibraryEntry.Kind) -> [LibraryEntry] { entries.filter { $0.kind == kind } }

  /// The files that are no media by their endings: nobody has to be told of each.
  var strangers: [Variants.Unread] { unread.filter { !Self.looksLikeMedia($0.path) } }

  /// The files that should be media, and cannot be used.
  var damaged: [Variants.Unread] { unread.filter { Self.looksLikeMedia($0.path) } }

  private static func looksLikeMedia(_ path: String) -> Bool {
    mediaEndings.contains(FilePaths.ending(of: path)) || Variants.isRaw(path)
  }

  private static let mediaEndings: Set<String> = [
    "3gp", "aac", "ac3", "aif", "aiff", "amr", "apng", "asf", "avi", "avif", "bmp", "caf", "dpx", "dts", "dv", "eac3",
    "exr", "flac", "flv", "gif", "heic", "heif", "hif", "j2k", "jp2", "jpeg", "jpg", "jxl", "m2ts", "m4a", "m4v", "mka",
    "mkv", "mov", "mp2", "mp3", "mp4", "mpeg", "mpg", "mts", "mxf", "oga", "ogg", "ogv", "opus", "png", "qt", "svg",
    "tga", "tif", "tiff", "ts", "vob", "wav", "webm", "webp", "wma", "wmv", "y4m",
  ]
}
