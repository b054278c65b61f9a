extension DiagnosticCatalog {
  /// Titles, shapes, gradients.
  static let drawingEntries: [Entry] = [
    Entry(
      "font.not-installed",
      "No installed font family has this name, so another one is used, and its letters have other shapes and widths. "
        + "Install the font, name one that is installed (fc-list : family), or give a font file of the project.",
      wrong: "font: {family: Helvetica Neue}", right: "font: {file: fonts/HelveticaNeue.ttf}"),
    Entry(
      "font.unreadable", "The file is no font that can be read: TrueType, OpenType and their collections can.",
      wrong: "font: {file: fonts/readme.txt}", right: "font: {file: fonts/Inter.ttf}"),
    Entry(
      "gradient.field",
      "A linear gradient has an angle, or from and to; a radial one has a center and a radius.",
      wrong: "gradient: {stops: [red, blue], radius: 50%}",
      right: "gradient: {kind: radial, stops: [red, blue], radius: 50%}"),
    Entry(
      "gradient.stops", "A gradient goes from one colour to another, so it has two stops at least.",
      wrong: "gradient: {stops: [navy]}", right: "gradient: {stops: [navy, black]}"),
    Entry(
      "shape.field",
      "radius is for rectangles, points and sides are for polygons, path is for paths; other shapes have no such thing.",
      wrong: "{shape: ellipse, radius: 10, duration: 1s}", right: "{shape: rectangle, radius: 10, duration: 1s}"),
    Entry(
      "shape.outline", "A polygon needs its points, or how many sides a regular one has; a path needs its path data.",
      wrong: "{shape: polygon, duration: 1s}", right: "{shape: polygon, sides: 6, size: [200, 200], duration: 1s}"),
    Entry(
      "shape.path",
      "Path data is that of SVG: M x y begins a figure, L, H and V draw lines, C, S, Q, T and A curves, Z closes it; a "
        + "small letter counts from where the pen is.",
      wrong: "{shape: path, path: \"M 0 0 L 100\", duration: 1s}",
      right: "{shape: path, path: \"M 0 0 L 100 50 Z\", duration: 1s}"),
    Entry(
      "text.character", "A text holds any character but U+0000, which ends texts in the libraries that draw them.",
      wrong: "text: \"one\\0two\"", right: "text: \"one two\""),
    Entry(
      "text.markup",
      "With markup: true the text is Pango's markup, in which < and & have a meaning, and every element that is opened "
        + "is closed.",
      wrong: "{text: \"R&D <b>lab\", markup: true, duration: 2s}",
      right: "{text: \"R&amp;D <b>lab</b>\", markup: true, duration: 2s}"),
    Entry(
      "text.missing-glyph",
      "No installed font has a picture of this character, so a box with its number is drawn. Install a font of its "
        + "script; Debian's fonts-noto-core and fonts-noto-color-emoji have nearly all.",
      wrong: "text: \"\\u0378\"", right: "text: \"Hello\""),
    Entry(
      "text.too-long", "A title is set as a whole; a text of more than 100,000 bytes is more than one can show.",
      wrong: "text: \"…\" # 200,000 bytes", right: "text: \"…\" # two items of 100,000 bytes"),
    Entry(
      "value.weight",
      "The weight of letters is a number from 1 to 1000, 400 being regular and 700 bold, or one of its names.",
      wrong: "font: {weight: heavy}", right: "font: {weight: black}"),
  ]
}
