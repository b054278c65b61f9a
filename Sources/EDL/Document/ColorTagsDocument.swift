/// `color_tags:` as written: what a file says of its colour, corrected.
package struct ColorTagsDocument: DocumentNode {
  package var range: SourceRange
  package var isFaulty = false
  package var space: Located<String>?
  package var primaries: Located<String>?
  package var transfer: Located<String>?
  package var colorRange: Located<String>?

  package init(at range: SourceRange) { self.range = range }

  /// The tags that are written.
  var tags: ColorTags {
    ColorTags(
      space: space?.value, primaries: primaries?.value, transfer: transfer?.value, range: colorRange?.value)
  }
}

extension ColorTagsDocument {
  static let table = FieldTable<ColorTagsDocument>(
    "colorTags", noun: "colour tags", doc: "What a file says of its colour, corrected; FFmpeg's names.",
    fields: [
      Field("space", names(spaces), \.space, example: "bt709", "The matrix of its YUV."),
      Field("primaries", names(primaries), \.primaries, example: "bt709", "The colours of its red, green and blue."),
      Field("transfer", names(transfers), \.transfer, example: "bt709", "What its numbers are in light."),
      Field(
        "range", names(ranges), \.colorRange, example: "tv",
        "Whether its black is 16 and its white 235 (tv, or limited) or they are 0 and 255 (pc, or full)."),
    ])

  /// FFmpeg's names of what can be brought to a canvas, and what people call the same.
  private typealias Names = KeyValuePairs<String, String>

  private static let spaces: Names = [
    "bt709": "bt709", "smpte170m": "smpte170m", "bt470bg": "bt470bg", "smpte240m": "smpte240m", "fcc": "fcc",
    "bt2020nc": "bt2020nc", "bt2020c": "bt2020c", "bt601": "smpte170m", "bt2020": "bt2020nc",
  ]
  private static let primaries: Names = [
    "bt709": "bt709", "smpte170m": "smpte170m", "bt470bg": "bt470bg", "bt470m": "bt470m", "smpte240m": "smpte240m",
    "film": "film", "bt2020": "bt2020", "smpte431": "smpte431", "smpte432": "smpte432", "ebu3213": "ebu3213",
    "p3": "smpte432",
  ]
  private static let transfers: Names = [
    "bt709": "bt709", "smpte170m": "smpte170m", "smpte240m": "smpte240m", "bt470m": "bt470m", "bt470bg": "bt470bg",
    "linear": "linear", "iec61966-2-1": "iec61966-2-1", "iec61966-2-4": "iec61966-2-4", "bt1361e": "bt1361e",
    "bt2020-10": "bt2020-10", "bt2020-12": "bt2020-12", "smpte2084": "smpte2084", "arib-std-b67": "arib-std-b67",
    "srgb": "iec61966-2-1", "pq": "smpte2084", "hlg": "arib-std-b67",
  ]
  private static let ranges: Names = ["tv": "tv", "pc": "pc", "limited": "tv", "full": "pc"]

  private static func names(_ names: Names) -> ValueType<String> {
    let meanings = Dictionary(names.map { ($0.key, $0.value) }) { first, _ in first }
    return .choice(names.map(\.key)) { meanings[$0] }
  }
}

extension ColorTags {
  /// The tags with those of another set in their place where it has some.
  public func corrected(by other: ColorTags?) -> ColorTags {
    ColorTags(
      space: other?.space ?? space, primaries: other?.primaries ?? primaries,
      transfer: other?.transfer ?? transfer, range: other?.range ?? range)
  }

  /// Whether it says nothing.
  public var isEmpty: Bool { self == ColorTags() }
}
