internal import AV
internal import EDL
package import MediaTime

/// Shows one picture at every time. Decodes it once, when first asked.
package final class StillSource: PictureSource {
  private let path: String
  private var picture: Picture?

  package init(path: String) { self.path = path }

  package func picture(at time: Time) throws(MediaError) -> Picture {
    if let picture { return picture }
    let decoded = Picture(frame: try Self.decode(path: path), time: .zero)
    picture = decoded
    return decoded
  }

  package var estimatedBytes: Int { picture?.byteCount ?? 32 << 20 }

  /// Decodes the first picture of a file; a damaged or cut-off one is an error.
  static func decode(path: String) throws(MediaError) -> Frame {
    if SVGStill.isSVG(path) { return try SVGStill.decode(path) }
    let demuxer: Demuxer
    do throws(AVError) {
      demuxer = try SourceFile.open(path)
    } catch {
      throw MediaError(opening: path, error, log: LibraryLog.end())
    }
    guard let facts = demuxer.pictureStreams.first else {
      throw MediaError(reading: path, at: nil, "it holds no picture")
    }
    let feed = try FrameFeed(path: path, stream: facts.index, demuxer: demuxer, nominalTicks: 1)
    guard let first = try feed.next() else {
      throw MediaError(
        reading: path, at: nil, feed.damage.first?.reason ?? feed.readFailure ?? "no picture in it can be decoded")
    }
    // Decoders of stills fill what they cannot decode with grey and only say so in the log.
    let complaint = LibraryLog.take().first { $0.isError && !isAboutMetadata($0.text) }
    if first.frame.isCorrupt || complaint != nil {
      throw MediaError(reading: path, at: nil, "the picture is damaged\(complaint.map { ": \($0.text)" } ?? "")")
    }
    return first.takeFrame()
  }

  /// A bad EXIF block or colour profile leaves the picture itself whole.
  private static func isAboutMetadata(_ line: String) -> Bool {
    ["Exif", "EXIF", "XMP", "ICC", "iCCP"].contains { line.contains($0) }
  }
}
