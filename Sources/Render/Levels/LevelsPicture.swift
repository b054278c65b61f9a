internal import AV
internal import Draw
internal import EDL
internal import Foundation
internal import MediaTime

extension LevelsReport {
  /// The kinds of picture file that can be written, by their endings.
  public static let pictureKinds = ["png", "svg"]

  /// Writes the waveform and the loudness over time as a picture, SVG by its ending or else PNG; whole or not at all.
  public func writePicture(to path: String) throws(RenderError) {
    let svg = Array(LevelsDrawing(report: self).svg.utf8)
    try Renderer.write(path.lowercased().hasSuffix(".svg") ? svg : try Self.png(of: svg), to: path)
  }

  private static func png(of svg: [UInt8]) throws(RenderError) -> [UInt8] {
    do {
      let document = try SVGDocument(svg)
      let size = document.pixels
      let raster = try document.draw(
        Affine(), region: PixelRect(x: 0, y: 0, width: size.width, height: size.height), clip: nil)
      let frame = try PictureFilter("format=rgb24").convert(try DrawnImage.frame(raster))
      return try StillPNG.encoded(frame, primaries: "bt709")
    } catch {
      throw RenderError(
        kind: .codec, diagnostic: Diagnostic(.error, code: "render.codec", "cannot draw the levels: \(error)"))
    }
  }
}

extension SoundLevels {
  /// `bus main`, `film.mp4 sound 1 "Commentary"`.
  public var name: String {
    switch place {
    case .bus(let name): return "bus \(name)"
    case .stream(let output, let number, let title):
      let file = URL(fileURLWithPath: output).lastPathComponent
      return "\(file) sound \(number)" + (title.map { " \"\($0)\"" } ?? "")
    }
  }
}
