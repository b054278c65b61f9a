package import MediaTime

/// `canvas:` as written.
package struct CanvasDocument: DocumentNode {
  package var range: SourceRange
  package var isFaulty = false
  package var size: Located<PixelSize>?
  package var frameRate: Located<Rational>?
  package var sampleRate: Located<Int>?
  package var channels: Located<String>?
  package var color: Located<String>?
  package var depth: Located<Int>?
  package var toneMap: Located<ToneMap>?
  package var sdrWhite: Located<Double>?
  package var background: Located<Color>?
  package var hdr: Located<HDRDocument>?

  package init(at range: SourceRange) { self.range = range }
}

extension CanvasDocument {
  /// A canvas; one that is no mapping at all stays a faulty canvas, so that none is assumed instead.
  static let type = ValueType(table.noun, schema: table.type.schema) { node, name, diagnostics in
    if let canvas = table.decode(node, name, &diagnostics) { return canvas }
    var faulty = CanvasDocument(at: node.range)
    faulty.isFaulty = true
    return faulty
  }

  static let table = FieldTable<CanvasDocument>(
    "canvas", noun: "a canvas",
    doc: "The picture and sound that everything is brought to; what it leaves out follows the first video clip.",
    fields: [
      Field(
        "size", .size, \.size, example: "1920x1080",
        "The picture's size in pixels; by default that of the first video clip as it is shown."),
      Field(
        "fps", .rate, \.frameRate, example: "30000/1001",
        "Frames a second: a whole number, a fraction, or 23.976, 29.97, 59.94, 119.88 for the NTSC rates; by default "
          + "the rate of the first video clip."),
      Field(
        "sample_rate", .integer(8000...384_000, "a sample rate from 8000 to 384000"), \.sampleRate, example: 48000,
        "Samples a second; 48000 by default."),
      Field(
        "channels", .word(channelLayouts), \.channels, example: "stereo",
        "The speakers that the sound is mixed for; stereo by default."),
      Field(
        "color", .word(Canvas.colors), \.color, example: "bt709",
        "The colour space that every source is brought to; bt709 by default. bt2020-pq and bt2020-hlg are HDR."),
      Field(
        "depth", .choice(["8", "10"]) { Int($0) }, \.depth, example: 10,
        "Bits of a component in outputs that name no pixel_format; 10 by default for bt2020, else 8."),
      Field(
        "tone_map", .choice, \.toneMap, example: "mobius",
        "How HDR sources come into an SDR canvas: mobius (the default), reinhard, hable or clip."),
      Field(
        "sdr_white", .number(48...1000, "cd/m² from 48 to 1000"), \.sdrWhite, example: 203,
        "How bright SDR white is among HDR, in cd/m²; 203 by default (BT.2408)."),
      Field(
        "hdr", HDRDocument.table.type, \.hdr, example: ["max_luminance": 1000, "max_cll": 1000, "max_fall": 400],
        "What outputs tell displays of an HDR programme: the display it was mastered on, and how bright it gets."),
      Field(
        "background", .color, \.background, example: "black",
        "The colour where nothing else shows; black by default. A colour that begins with # stands in quotes."),
    ])

  // The layouts of libavutil that players know.
  static let channelLayouts = [
    "mono", "stereo", "2.1", "3.0", "4.0", "quad", "5.0", "5.1", "5.1(side)", "6.1", "7.1",
  ]
}
