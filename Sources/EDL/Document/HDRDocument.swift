/// `hdr:` of a canvas as written.
package struct HDRDocument: DocumentNode {
  package var range: SourceRange
  package var isFaulty = false
  package var display: Located<HDRMetadata.Display>?
  package var darkest: Located<Double>?
  package var brightest: Located<Double>?
  package var brightestPixel: Located<Int>?
  package var brightestFrame: Located<Int>?

  package init(at range: SourceRange) { self.range = range }
}

extension HDRDocument {
  static let table = FieldTable<HDRDocument>(
    "hdr", noun: "a description of HDR",
    doc: "What outputs tell displays of the programme: what it was mastered on, and how bright it gets.",
    fields: [
      Field(
        "display", .choice, \.display, example: "p3",
        "The colours of the display it was mastered on: p3 (the default), bt2020 or bt709."),
      Field(
        "min_luminance", .number(0...50, "cd/m² from 0 to 50"), \.darkest, example: .number("0.0001"),
        "That display's black in cd/m²; 0.0001 by default."),
      Field(
        "max_luminance", .number(50...10000, "cd/m² from 50 to 10000"), \.brightest, example: 1000,
        "That display's white in cd/m²; without it nothing is said of the display."),
      Field(
        "max_cll", .integer(1...10000, "cd/m² from 1 to 10000"), \.brightestPixel, example: 1000,
        "The brightest pixel of the programme in cd/m²."),
      Field(
        "max_fall", .integer(1...10000, "cd/m² from 1 to 10000"), \.brightestFrame, example: 400,
        "The mean of its brightest frame in cd/m²; needs max_cll."),
    ])

  /// What it says.
  var metadata: HDRMetadata {
    func ticks(_ value: Double) -> Int { Int((value * 10000).rounded()) }
    let black = ticks(darkest?.value ?? 0.0001)
    return HDRMetadata(
      display: display?.value ?? .p3, luminance: brightest.map { black...max(black, ticks($0.value)) },
      brightestPixel: brightestPixel?.value, brightestFrame: brightestFrame?.value ?? 0)
  }
}
