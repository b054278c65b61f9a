internal import AV

/// What an effect is to run on.
enum EffectMedium: Hashable {
  case picture
  /// Samples in a layout by libavutil's name.
  case sound(layout: String)

  /// The shape that a filter for it has.
  var pads: FilterCatalog.Pads {
    switch self {
    case .picture: .picture
    case .sound: .sound
    }
  }

  /// What goes in and comes out.
  var noun: String {
    switch self {
    case .picture: "picture"
    case .sound: "sound"
    }
  }
}
