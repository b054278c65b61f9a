internal import AV
internal import EDL
internal import MediaTime

/// The picture that leads a wipe: 16-bit grey of the canvas's size, black 0 and white 65,535.
final class LumaPlane {
  let frame: Frame

  init(_ picture: borrowing Frame, color: SourceColor, size: PixelSize) throws(AVError) {
    // A picture's own luma stays what it is; another matrix would only move it.
    let matrix =
      color.space == "gbr"
      ? ":out_color_matrix=bt709"
      : ":in_color_matrix=\(color.space):out_color_matrix=\(color.space):in_range=\(color.range)"
    let input = try picture.copyReference()
    input.makePlain()
    frame = try PictureFilter(
      "scale=\(size.width):\(size.height):flags=\(exactScalerFlags)\(matrix):out_range=pc,format=gray16le"
    ).convert(input)
  }

  /// How much of the incoming picture shows at each grey, in 32,768ths, at a share of the way.
  ///
  /// The edge runs from black to white, and a soft one as far before and behind it:
  /// black begins at the very start, white is whole at the very end.
  func shares(at share: Double, softness: Double) -> [UInt16] {
    let width = max(1, Int((softness * 65536).rounded()))
    let edge = Int((share * (1 + softness) * 65536).rounded())
    return (0..<65536).map { grey in
      let above = max(0, min(width, edge - grey))
      return UInt16((above * 32768 + width / 2) / width)
    }
  }
}

extension LayerContext {
  /// The picture that leads a wipe, made once.
  func luma(_ index: Int, at origin: SourceRange) throws(RenderError) -> LumaPlane {
    if let known = lumas[index] { return known }
    let entry = media[index]
    let picture: Picture
    do throws(MediaError) {
      picture = try pool.source(for: entry, videoStream: 0, deinterlace: .off).picture(at: .zero)
    } catch {
      throw RenderError(error, at: origin)
    }
    do throws(AVError) {
      let plane = try LumaPlane(picture.frame, color: SourceColor(entry.info.video[0]), size: canvas.size)
      lumas[index] = plane
      return plane
    } catch {
      throw RenderError(.codec, error, doing: "read the wipe \"\(entry.name)\"", at: origin)
    }
  }
}
