internal import AV
package import MediaTime

/// Why a media file could not give what was asked of it.
package struct MediaError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A diagnostic's code: `media.not-found`, `media.unreadable`, `media.unsupported`, `media.truncated`.
  package let code: String
  /// The file.
  package let path: String
  /// The place on the source's clock, where the trouble has one.
  package let time: Time?
  /// The whole sentence: names the file, and the time if there is one.
  package let message: String

  package init(code: String, path: String, time: Time? = nil, message: String) {
    self.code = code
    self.path = path
    self.time = time
    self.message = message
  }

  package var description: String { message }

  /// Opening failed: what the system or libav says becomes a sentence about the file.
  init(opening path: String, _ error: AVError, log: [LibraryLog.Line]) {
    let detail = error.detail ?? LibraryLog.essence(of: log)
    switch error.problem {
    case .missing:
      self.init(code: "media.not-found", path: path, message: "there is no file \"\(path)\"")
    case .folder:
      self.init(code: "media.unreadable", path: path, message: "\"\(path)\" is a folder, not a media file")
    case .unsupported:
      self.init(
        code: "media.unsupported", path: path,
        message: "\"\(path)\" cannot be used: \(detail ?? "it is not a plain file")")
    case .noDecoder:
      self.init(
        code: "media.unsupported", path: path, message: "\"\(path)\" cannot be decoded: \(detail ?? error.reason)")
    case .invalidData:
      if let better = Self.explain(path) {
        self = better
        return
      }
      self.init(
        code: "media.unreadable", path: path,
        message: "\"\(path)\" is not a media file, or it is damaged\(detail.map { ": \($0)" } ?? "")")
    case .other:
      self.init(
        code: "media.unreadable", path: path,
        message: "cannot read \"\(path)\": \(error.reason)\(detail.map { ": \($0)" } ?? "")")
    }
  }

  /// Two common accidents that libav can only call invalid data.
  private static func explain(_ path: String) -> MediaError? {
    guard let bytes = FileBytes(path: path) else { return nil }
    if bytes.count == 0 {
      return MediaError(code: "media.unreadable", path: path, message: "\"\(path)\" is empty")
    }
    if bytes.read(at: 0, 20).elementsEqual("version https://git-".utf8) {
      return MediaError(
        code: "media.unreadable", path: path,
        message: "\"\(path)\" is a Git LFS pointer, not the media itself (run \"git lfs pull\")")
    }
    if bytes.name(at: 4) == "ftyp", let brand = bytes.name(at: 8), ["heic", "heix", "mif1", "avif"].contains(brand) {
      return MediaError(
        code: "media.unsupported", path: path,
        message: "\"\(path)\" cannot be used: this FFmpeg does not read HEIF pictures (\(brand))")
    }
    guard bytes.name(at: 4) == "ftyp", !BoxWalk(bytes).names.contains("moov") else { return nil }
    return MediaError(
      code: "media.truncated", path: path,
      message: "\"\(path)\" is cut off: the index (moov), which stands at its end, is missing")
  }

  /// Reading or decoding failed at a place.
  init(reading path: String, at time: Time?, _ what: String) {
    let place = time.map { " at \($0.readable)" } ?? ""
    self.init(code: "media.unreadable", path: path, time: time, message: "\"\(path)\"\(place): \(what)")
  }

  /// The data ends before the promised end.
  init(truncated path: String, at end: Time, promised: Time?) {
    let whole = promised.map { " of \($0.readable)" } ?? ""
    self.init(
      code: "media.truncated", path: path, time: end,
      message: "\"\(path)\" is cut off: its data ends at \(end.readable)\(whole)")
  }

  /// A number of the file is beyond all sense.
  init(overflow path: String) {
    self.init(
      code: "media.unreadable", path: path, message: "\"\(path)\" has a timestamp or rate too large to be real")
  }
}

extension Time {
  /// Seconds to the millisecond, for messages: `1.960 s`.
  var readable: String {
    guard let scaled = try? seconds * Rational(1000) else { return description }
    let value = scaled.rounded
    let (whole, part) = (value.magnitude / 1000, value.magnitude % 1000)
    let digits = String(part)
    return "\(value < 0 ? "-" : "")\(whole).\(String(repeating: "0", count: 3 - digits.count))\(digits) s"
  }
}
