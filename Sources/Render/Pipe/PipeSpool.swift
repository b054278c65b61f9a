internal import AV
public import EDL
private import Foundation

/// Keeps bare pictures that come once, in order, in a file that frames can be read out of in any order.
public enum PipeSpool {
  /// Reads a descriptor to its end into the media's path; what is wrong, or nil.
  ///
  /// The file is new and the owner's alone; the caller removes it. From now on this process reads it as
  /// pictures of this size, format and rate.
  public static func fill(_ media: PipedMedia, from input: Int32) -> Diagnostic? {
    func mistake(_ message: String, notes: [Diagnostic.Note] = []) -> Diagnostic {
      Diagnostic(.error, code: "media.pipe", message, at: media.origin, notes: notes, blame: .media)
    }
    let format = PixelFormat(named: media.pixelFormat)
    let facts = format.map {
      RawPictures.Facts(
        width: media.size.width, height: media.size.height, format: $0, frameRate: media.frameRate)
    }
    guard let facts, let size = facts.byteCount else {
      return Diagnostic(
        .error, code: "media.pipe-format",
        "\"\(media.pixelFormat)\" is no pixel format that pictures can be piped in: give one of FFmpeg's, such as "
          + "yuv420p, rgb24 or p010le", at: media.origin)
    }
    let output = open(media.path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard output >= 0 else { return mistake("cannot keep standard input in \"\(media.path)\": \(reason)") }
    let copied = copy(input, to: output)
    let isClosed = close(output) == 0
    switch copied {
    case .failure(.reading(let reason)): return mistake("cannot read standard input: \(reason)")
    case .failure(.writing(let reason)):
      return mistake(
        "cannot keep standard input in \"\(media.path)\": \(reason)", notes: [.init("TMPDIR names another folder")])
    case .success: guard isClosed else { return mistake("cannot keep standard input in \"\(media.path)\": \(reason)") }
    }
    let count = (try? copied.get()) ?? 0
    let what = "\(media.size) in \(media.pixelFormat), \(size) bytes each"
    guard count > 0 else { return mistake("standard input is empty: there are no pictures of \(what)") }
    guard count % size == 0 else {
      return mistake(
        "standard input ends \(count % size) bytes into picture \(count / size + 1): pictures are of \(what)")
    }
    RawPictures.declare(media.path, facts)
    return nil
  }

  private enum Failure: Error {
    case reading(String)
    case writing(String)
  }

  private static var reason: String { String(cString: strerror(errno)) }

  /// Copies all bytes; how many there were.
  private static func copy(_ input: Int32, to output: Int32) -> Result<Int, Failure> {
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    var total = 0
    while true {
      let got = buffer.withUnsafeMutableBytes { read(input, $0.baseAddress, $0.count) }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { return .failure(.reading(reason)) }
      guard got > 0 else { return .success(total) }
      var done = 0
      while done < got {
        let put = buffer.withUnsafeBytes { bytes in
          write(output, bytes.baseAddress.map { $0 + done }, got - done)
        }
        if put < 0, errno == EINTR { continue }
        guard put > 0 else { return .failure(.writing(reason)) }
        done += put
      }
      total += got
    }
  }
}
