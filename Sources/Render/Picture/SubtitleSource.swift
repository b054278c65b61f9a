internal import AV
internal import EDL
internal import MediaTime

/// Draws subtitles on a transparent picture of the canvas's size, at any time of their file.
final class SubtitleSource: PictureSource {
  private let subtitles: Subtitles
  private let size: PixelSize
  /// What layers are made in; libass draws in 8 bits.
  private let format: PixelFormat
  private var graph: FilterGraph?
  private var lastTime = Time.zero
  private var last: (drawn: Picture, picture: Picture)?

  init(_ subtitles: Subtitles, size: PixelSize, format: PixelFormat = .planarRGBA) {
    self.subtitles = subtitles
    self.size = size
    self.format = format
  }

  var estimatedBytes: Int { size.width * size.height * 8 }

  func picture(at time: Time) throws(MediaError) -> Picture {
    do throws(AVError) {
      if time < lastTime { graph = nil }
      lastTime = time
      if graph == nil { graph = try open() }
      let blank = try TransparentCanvas.clear(size, .planarRGBA)
      // The filter cuts to milliseconds after a product of doubles: half of one keeps it from slipping.
      let milliseconds = ((try? time.seconds * Rational(1000)) ?? .zero).floor
      blank.pts = 2 * milliseconds + 1
      try graph?.push(blank)
      guard case .ready(let frame) = try graph?.pull() ?? .finished else {
        throw AVError(code: 0, operation: "av_buffersink_get_frame", detail: "the subtitles gave no picture")
      }
      frame.makePlain()
      if let last, last.drawn.frame.equals(frame) { return last.picture }
      let drawn = Picture(frame: frame, time: time)
      let picture =
        format == .planarRGBA ? drawn : Picture(frame: try drawn.frame.redepthed(to: format), time: time)
      last = (drawn, picture)
      return picture
    } catch {
      throw MediaError(
        code: "media.unreadable", path: subtitles.path,
        message: "cannot draw the subtitles \"\(subtitles.path)\": \(error)")
    }
  }

  private func open() throws(AVError) -> FilterGraph {
    let style = subtitles.style.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ",")
    var options: [(name: String?, value: String)] = [("filename", subtitles.path), ("alpha", "1")]
    if !style.isEmpty { options.append(("force_style", style)) }
    return try FilterGraph(
      "[in0]\(FilterText.text("subtitles", options))[out]",
      inputs: [
        .video(
          width: size.width, height: size.height, format: .planarRGBA, timeBase: (1, 2000), sampleAspect: (1, 1))
      ])
  }
}

extension Frame {
  /// Whether another picture of the same shape has the very samples; 8 bits a sample.
  fileprivate func equals(_ other: borrowing Frame) -> Bool {
    guard width == other.width, height == other.height, pixelFormat == other.pixelFormat else { return false }
    for index in 0..<pixelFormat.planeCount {
      guard let mine = plane(index), let theirs = other.plane(index) else { return false }
      for row in 0..<height {
        let (left, right) = (mine + row * stride(ofPlane: index), theirs + row * other.stride(ofPlane: index))
        guard
          UnsafeBufferPointer(start: left, count: width).elementsEqual(UnsafeBufferPointer(start: right, count: width))
        else { return false }
      }
    }
    return true
  }
}
