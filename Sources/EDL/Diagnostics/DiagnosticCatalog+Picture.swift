extension DiagnosticCatalog {
  /// Pictures: values over time, places and sizes.
  static let pictureEntries: [Entry] = [
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
