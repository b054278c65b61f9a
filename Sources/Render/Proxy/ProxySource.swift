internal import AV
internal import EDL
internal import MediaTime

/// Shows a film's proxy in the film's own shape: as it was stored, turned as it was stored.
///
/// So crops in pixels, a fit of `none` and an `orientation` mean in a draft what they mean in the film.
final class ProxySource: PictureSource {
  private let reader: VideoReader
  private let path: String
  private let size: PixelSize
  private let turns: [String]
  private var graph: (shape: PictureShape, graph: FilterGraph)?
  /// The newest pictures with what they were made of, so that an equal picture stays equal.
  private var made: [(identity: Int, picture: Picture)] = []
  private static let kept = 3

  init(_ proxy: Media.Proxy, of media: Media, deinterlace: PictureFields.Deinterlace) throws(MediaError) {
    let film = media.info.video[0]
    path = proxy.path
    size = film.codedSize
    // Upright by the proxy's own word, then turned back to how the film lies in its file.
    let back = [6: 8, 8: 6][film.orientation] ?? film.orientation
    turns = Conversion.orient(proxy.orientation, paletted: false) + Conversion.orient(back, paletted: false)
    // The film's clock decides which frame is on display, whatever the proxy's file says of its rate.
    reader = try VideoReader(path: proxy.path, stream: 0, info: film, deinterlace: deinterlace)
  }

  func picture(at time: Time) throws(MediaError) -> Picture {
    let small = try reader.picture(at: time)
    if let known = made.first(where: { $0.identity == small.identity }) { return known.picture }
    do throws(AVError) {
      let picture = Picture(frame: try enlarged(small.frame), time: small.time, duration: small.duration)
      made.append((small.identity, picture))
      if made.count > Self.kept { made.removeFirst() }
      return picture
    } catch {
      throw MediaError(reading: path, at: time, "\(error)")
    }
  }

  private func enlarged(_ frame: borrowing Frame) throws(AVError) -> Frame {
    let shape = PictureShape(
      width: frame.width, height: frame.height, format: frame.pixelFormat, aspectX: 1, aspectY: 1)
    let input = try frame.copyReference()
    input.tag(nil)
    input.pts = 0
    if graph?.shape != shape {
      let text = turns + ["scale=\(size.width):\(size.height):flags=\(exactScalerFlags),format=\(shape.format.name)"]
      graph = (
        shape,
        try FilterGraph(
          "[in0]\(text.joined(separator: ","))[out]",
          inputs: [
            .video(
              width: shape.width, height: shape.height, format: shape.format, timeBase: (1, 1), sampleAspect: (1, 1))
          ])
      )
    }
    guard let graph = graph?.graph else { throw AVError(code: 0, operation: "scale") }
    try graph.push(input)
    guard case .ready(let result) = try graph.pull() else {
      throw AVError(code: 0, operation: "av_buffersink_get_frame", detail: "the graph gave no picture")
    }
    return result
  }

  var estimatedBytes: Int { reader.estimatedBytes + Self.kept * (made.last?.picture.byteCount ?? 0) }
}
