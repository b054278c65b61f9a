/// How light above SDR white is brought below it.
///
/// Each takes a value in which reference white is 1 to one from 0 to 1, by the highest of the three
/// components, so that hues stay; the peak is 1,000 cd/m².
public enum ToneMap: String, Hashable, Sendable, CaseIterable {
  /// A straight line up to 0.3, then smoothly up to the peak.
  case mobius
  /// Reinhard's curve with a white point: gentle everywhere.
  case reinhard
  /// John Hable's filmic curve: darker, with a toe and a long shoulder.
  case hable
  /// What is above white becomes white.
  case clip
}

extension Canvas {
  /// The names of the colour spaces that a canvas may have.
  public static let colors = ["bt709", "bt601", "bt2020", "bt2020-pq", "bt2020-hlg", "p3"]

  /// Whether a colour space holds more than SDR white.
  public static func isHDR(_ color: String) -> Bool { color == "bt2020-pq" || color == "bt2020-hlg" }

  /// Whether it holds more than SDR white.
  public var isHDR: Bool { Self.isHDR(color) }
}
