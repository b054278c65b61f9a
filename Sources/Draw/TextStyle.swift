internal import EDL
internal import MediaTime

/// All that decides where the letters of a title lie: equal styles have the same layout.
struct TextStyle: Hashable, Sendable {
  var text: String
  var isMarkup: Bool
  var family: String?
  var file: String?
  /// Pixels of the em square.
  var size: Double
  var weight: Int
  var isItalic: Bool
  var align: Title.Align
  var maxWidth: Double?
  var lineSpacing: Double
  var letterSpacing: Double

  /// The style of a title without anything that moves.
  init(_ title: Title, on canvas: PixelSize) {
    text = title.text
    isMarkup = title.isMarkup
    family = title.font.family
    file = title.font.file
    size = max(0.1, min(16384, title.font.size.first.on(Double(canvas.height))))
    weight = Int(max(1, min(1000, title.font.weight.first)).rounded())
    isItalic = title.font.isItalic
    align = title.align
    maxWidth = title.maxWidth.map { max(1, $0.first.on(Double(canvas.width))) }
    lineSpacing = title.lineSpacing.first
    letterSpacing = title.letterSpacing.first
  }
}
