extension DiagnosticCatalog {
  /// Pictures: values over time, places and sizes.
  static let pictureEntries: [Entry] = [
    Entry(
      "canvas.hdr",
      "`hdr` of the canvas describes an HDR programme, whose brightest frame is no brighter than its brightest pixel.",
      wrong: "canvas: {color: bt709, hdr: {max_cll: 1000}}", right: "canvas: {color: bt2020-pq, hdr: {max_cll: 1000}}"),
    Entry(
      "crop.nothing-left",
      "A crop cuts at each side of the upright source picture; what it cuts at two opposite sides must leave at least "
        + "something, at every keyframe. One length for all sides counts on both of them.",
      wrong: "crop: 50%", right: "crop: 25%"),
    Entry(
      "mask.no-picture", "A mask is made of the pictures of a file: a video, a still or an image sequence.",
      wrong: "mask: {media: voice.wav}", right: "mask: {media: matte.png}"),
    Entry(
      "picture.blend-unknown",
      "A blend mode is one of those that libavfilter's blend filter has in the FFmpeg that edlrender is linked with, "
        + "such as multiply, screen, overlay, darken, lighten, addition or difference.",
      wrong: "blend: multipli", right: "blend: multiply"),
    Entry(
      "picture.no-effect",
      "The field cannot change anything here, because another one decides: corners say by themselves where a picture "
        + "lies, a picture that fills its box has no backdrop, one that keeps its own size needs no box.",
      wrong: "{corners: [[0, 0], [90%, 0], [100%, 100%], [0, 100%]], rotation: 45}", right: "{rotation: 45}"),
    Entry(
      "keyframes.none", "A mapping of keyframes has at least one of them: TIME: VALUE.",
      wrong: "opacity: {ease: ease-in}", right: "opacity: {0s: 0, 1s: 1, ease: ease-in}"),
    Entry(
      "keyframes.order",
      "Keyframes stand in order of time, and no two at the same time. Times are the item's own: end is its end.",
      wrong: "opacity: {1s: 1, 0s: 0}", right: "opacity: {0s: 0, 1s: 1}"),
    Entry(
      "value.ease",
      "An ease says how a value goes from one keyframe to the next: linear, hold, CSS's ease, ease-in, ease-out, "
        + "ease-in-out and cubic-bezier(x1, y1, x2, y2), or sine, quad, cubic, quart, quint, expo, circ, back, elastic, "
        + "bounce, each with -in, -out or -in-out.",
      wrong: "opacity: {0s: 0, 1s: 1, ease: easeOut}", right: "opacity: {0s: 0, 1s: 1, ease: ease-out}"),
    Entry(
      "value.length", "A length is in pixels of the canvas, or a percentage of its width or height.",
      wrong: "position: [2cm, 50%]", right: "position: [20px, 50%]"),
  ]
}
