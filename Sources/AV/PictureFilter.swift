extension FilterGraph {
  /// Brings one picture through a graph that gives one picture for each.
  ///
  /// The graph's text names every matrix and range itself; a tag could only contradict it, so the
  /// picture goes in without one.
  package func convert(_ picture: consuming Frame) throws(AVError) -> Frame {
    picture.tag(nil)
    picture.pts = 0
    try push(picture)
    guard case .ready(let converted) = try pull() else {
      throw AVError(code: 0, operation: "av_buffersink_get_frame", detail: "the graph gave no picture")
    }
    return converted
  }
}

/// A chain of filters that gives one picture for each and remembers nothing between them; its graph
/// is made for the first picture, and anew for one of another shape.
package final class PictureFilter {
  private let text: (PixelFormat) -> String
  private var graph: FilterGraph?
  private var shape: (width: Int, height: Int, format: PixelFormat)?

  /// Creates a filter from a chain's text, which may depend on the format that comes in.
  package init(_ text: @escaping (PixelFormat) -> String) { self.text = text }

  /// Creates a filter from a chain's text.
  package convenience init(_ text: String) { self.init { _ in text } }

  /// The picture behind the chain.
  package func convert(_ picture: consuming Frame) throws(AVError) -> Frame {
    let (width, height, format) = (picture.width, picture.height, picture.pixelFormat)
    if let graph, let shape, shape == (width, height, format) { return try graph.convert(picture) }
    let graph = try FilterGraph(
      "[in0]\(text(format))[out]",
      inputs: [.video(width: width, height: height, format: format, timeBase: (1, 1), sampleAspect: (1, 1))])
    self.graph = graph
    shape = (width, height, format)
    return try graph.convert(picture)
  }
}
