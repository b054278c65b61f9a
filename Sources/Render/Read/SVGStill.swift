internal import AV
internal import Draw
internal import EDL
internal import MediaTime

/// Stills in SVG: read and drawn by librsvg, whatever FFmpeg was built with.
enum SVGStill {
  /// More pixels than this are refused, as they would have to fit into memory.
  private static let mostPixels = 64_000_000

  /// Whether a file is an SVG by what it begins with.
  static func isSVG(_ path: String) -> Bool {
    guard let bytes = FileBytes(path: path) else { return false }
    return SVGScan.isSVG(bytes.read(at: 0, 4096))
  }

  /// Opens a file that is an SVG; throws for one that is wrong.
  static func open(_ path: String) throws(MediaError) -> SVGDocument {
    guard let bytes = FileBytes(path: path) else { throw MediaError(reading: path, at: nil, "it cannot be opened") }
    guard bytes.count <= SVGDocument.mostBytes else {
      throw MediaError(reading: path, at: nil, "it is larger than \(SVGDocument.mostBytes >> 20) MiB")
    }
    let document: SVGDocument
    do throws(DrawError) {
      document = try SVGDocument(bytes.read(at: 0, bytes.count))
    } catch {
      throw MediaError(
        code: "media.unsupported", path: path, message: "\"\(path)\" cannot be used: \(error.message)")
    }
    guard document.pixels.width * document.pixels.height <= mostPixels else {
      throw MediaError(
        code: "media.unsupported", path: path,
        message: "\"\(path)\" cannot be used: its size of \(document.pixels) is more than \(mostPixels / 1_000_000) "
          + "megapixels: give it a smaller width and height")
    }
    return document
  }

  /// The facts of an SVG; nil for another file.
  static func facts(_ path: String) throws(MediaError) -> MediaInfo? {
    guard isSVG(path) else { return nil }
    let size = try open(path).pixels
    let video = VideoStreamInfo(
      codec: "svg", codedSize: size, displaySize: size, sampleAspectRatio: .one, orientation: 1, frameRate: nil,
      duration: nil, pixelFormat: "gbrap", hasAlpha: true, color: ColorTags())
    return MediaInfo(
      kind: .still, format: "svg", video: [video], timecode: nil,
      byteCount: FileBytes(path: path).map { Int64($0.count) } ?? 0)
  }

  /// The picture in its own size, colour not multiplied by alpha as decoders give it.
  static func decode(_ path: String) throws(MediaError) -> Frame {
    let document = try open(path)
    let size = document.pixels
    let place = Affine(xx: Double(size.width) / document.size.x, yy: Double(size.height) / document.size.y)
    do throws(DrawError) {
      let raster = try document.draw(
        place, region: PixelRect(x: 0, y: 0, width: size.width, height: size.height), clip: nil)
      let frame = try DrawnImage.frame(raster)
      frame.divideByAlpha()
      return frame
    } catch {
      throw MediaError(reading: path, at: nil, error.message)
    }
  }
}
