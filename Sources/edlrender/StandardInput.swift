internal import EDL
internal import Foundation
internal import Render
internal import Synchronization

/// Pictures on standard input, kept in a file of this process so that frames can be read in any order.
///
/// Standard input comes once; a second reading of the project finds what the first one kept.
enum StandardInput {
  /// Where it is kept, once something asks for it.
  static let path: String = {
    let name = "\(prefix)\(ProcessInfo.processInfo.processIdentifier)-\(UInt64.random(in: .min ... .max))"
    return "\(folder)/\(name)"
  }()

  private static let prefix = "edlrender-pipe-"
  private static let kept = Mutex<PipedMedia?>(nil)
  private static var folder: String {
    let folder = NSTemporaryDirectory()
    return folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
  }

  /// Reads all of it; what is wrong with it, or nil.
  static func keep(_ media: PipedMedia) -> Diagnostic? {
    kept.withLock { kept in
      if let earlier = kept {
        let isSame =
          earlier.size == media.size && earlier.pixelFormat == media.pixelFormat
          && earlier.frameRate == media.frameRate
        guard !isSame else { return nil }
        return Diagnostic(
          .error, code: "media.pipe", "standard input was read as other pictures: start again with these",
          at: media.origin, blame: .media)
      }
      guard isatty(STDIN_FILENO) == 0 else {
        return Diagnostic(
          .error, code: "media.pipe",
          "standard input is a terminal: pipe pictures into the command, or redirect a file to it", at: media.origin,
          notes: [.init("ffmpeg -i film.mov -f rawvideo -pix_fmt \(media.pixelFormat) - | edlrender ...")],
          blame: .media)
      }
      sweep()
      atexit { _ = unlink(StandardInput.path) }
      if let mistake = PipeSpool.fill(media, from: STDIN_FILENO) { return mistake }
      kept = media
      return nil
    }
  }

  /// Removes what processes that were killed have left.
  private static func sweep() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let number = name.dropFirst(prefix.count).prefix { $0 != "-" }
      guard let process = pid_t(number), kill(process, 0) != 0, errno == ESRCH else { continue }
      unlink("\(folder)/\(name)")
    }
  }
}
