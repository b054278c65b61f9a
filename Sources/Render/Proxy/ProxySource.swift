internal import AV
internal import EDL
internal import MediaTime

/// Shows a film's proxy in the film's own shape: as it was stored, turned as it was stored.
///
/// So crops in pixels, a fit of `none` and an `orientation` mean in a draft what they mean in the film.
final class ProxySource: PictureSource {
  private let reader: VideoReader
  private let path: String
  /// Enlarges to the film's stored size, and turns.
  private let filter: PictureFilter
  /// The newest pictures with what they were made of, so that an equal picture stays equal.
  private var made: [(identity: Int, picture: Picture)] = []
  private static let kept = 3

  init(_ proxy: Media.Proxy, of media: Media, deinterlace: PictureFields.Deinterlace) throws(MediaError) {
    let film = media.info.video[0]
    path = proxy.path
    // Upright by the proxy's own word, then turned back to how the film lies in its file.
    let back = [6: 8, 8: 6][film.orientation] ?? film.orientation
    let turns = Conversion.orient(proxy.orientation, paletted: false) + Conversion.orient(back, paletted: false)
    filter = PictureFilter { format in
      let scale = "scale=\(film.codedSize.width):\(film.codedSize.height):flags=\(exactScalerFlags)"
      return (turns + [scale, "format=\(format.name)"]).joined(separator: ",")
    }
    // The film's clock decides which frame is on display, whatever the proxy's file says of its rate.
    reader = try VideoReader(path: proxy.path, stream: 0, info: film, deinterlace: deinterlace)
  }

  func picture(at time: Time) throws(MediaError) -> Picture {
    let small = try reader.picture(at: time)
    if let known = made.first(where: { $0.identity == small.identity }) { return known.picture }
    do throws(AVError) {
      let picture = Picture(
        frame: try filter.convert(small.frame.copyReference()), time: small.time, duration: small.duration)
      made.append((small.identity, picture))
      if made.count > Self.kept { made.removeFirst() }
      return picture
    } catch {
      throw MediaError(reading: path, at: time, "\(error)")
    }
  }

  var estimatedBytes: Int { reader.estimatedBytes + Self.kept * (made.last?.picture.byteCount ?? 0) }
}
