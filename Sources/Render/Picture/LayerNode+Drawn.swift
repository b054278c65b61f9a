internal import Draw
internal import EDL

extension LayerNode {
  /// The drawing of the frame last looked at; nil where nothing shows.
  func drawn() throws(RenderError) -> LayerImage? {
    guard let drawing = ingredient.drawing else { return nil }
    do throws(DrawError) {
      return colored(try DrawnImage(context: context).image(of: drawing, ingredient.state, room: room))
    } catch {
      throw failure(error)
    }
  }

  /// Where the box of the layer's drawing lies when nothing moves it; nil for what is not drawn.
  func drawnFrame() throws(RenderError) -> (corner: Pair, size: Pair)? {
    guard let drawing = ingredient.drawing else { return nil }
    do throws(DrawError) {
      return try DrawnImage(context: context).restingFrame(of: drawing)
    } catch {
      throw failure(error)
    }
  }

  /// What is drawn in sRGB in the canvas's colours; the same where a fault of libav would be met again.
  private func colored(_ image: LayerImage?) -> LayerImage? {
    image.map { (try? context.canvasColored($0)) ?? $0 }
  }

  /// A picture in vectors, drawn in the size it is seen in; nil outside for one that has pixels only.
  func drawnAnew() throws(RenderError) -> LayerImage?? {
    guard case .media(let index, _) = layer.source, case .file(let path) = context.media[index].source,
      context.media[index].info.format == "svg"
    else { return nil }
    do throws(MediaError) {
      let document = try context.document(path)
      do throws(DrawError) {
        return try DrawnImage(context: context).image(of: document, layer, ingredient.state).map { colored($0) }
      } catch {
        throw MediaError(reading: path, at: nil, error.message)
      }
    } catch {
      throw RenderError(error, at: layer.note.origin)
    }
  }

  private func failure(_ error: DrawError) -> RenderError {
    RenderError(
      kind: .codec,
      diagnostic: Diagnostic(
        .error, code: "render.codec", "cannot draw \"\(layer.note.label)\": \(error.message)", at: layer.note.origin))
  }
}
