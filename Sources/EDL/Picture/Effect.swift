/// A filter or a sub-graph that pictures or sound go through; checked by `Render` against libavfilter.
public struct Effect: Hashable, Sendable {
  /// What is done.
  public enum Action: Hashable, Sendable {
    /// One filter.
    case filter(String, options: [Option])
    /// A graph in libavfilter's text, from the pad `in` to the pad `out`.
    case graph(String)
  }

  /// One option of a filter.
  public struct Option: Hashable, Sendable {
    /// The name; nil for the filter's first option.
    public var name: String?
    /// The value.
    public var value: Value
    /// Where the name stands, or the value where there is none.
    public var nameOrigin: Origin
    /// Where the value stands.
    public var valueOrigin: Origin

    /// Creates an option.
    public init(name: String?, value: Value, nameOrigin: Origin, valueOrigin: Origin) {
      self.name = name
      self.value = value
      self.nameOrigin = nameOrigin
      self.valueOrigin = valueOrigin
    }
  }

  /// The value of an option.
  public enum Value: Hashable, Sendable {
    /// As written, in libavfilter's own syntax.
    case text(String)
    /// A number over time.
    case number(Curve<Double>)
    /// A colour over time.
    case color(Curve<Color>)
  }

  /// What is done.
  public var action: Action
  /// Where it is written.
  public var origin: Origin
  /// The folder of the file where it is written, which paths in its options are relative to.
  public var folder: String
  /// The samples by which sound comes out late for the filter's own reasons, once `Render` has measured it.
  public var latency = 0

  /// Creates an effect.
  public init(action: Action, origin: Origin, folder: String = "") {
    self.action = action
    self.origin = origin
    self.folder = folder
  }
}

/// Pictures made by a libavfilter source, such as `mandelbrot` or `testsrc2=size=320x240`.
public struct Generator: Hashable, Sendable {
  /// libavfilter's text for the source.
  public var text: String
  /// Where it is written.
  public var origin: Origin

  /// Creates a generator.
  public init(text: String, origin: Origin) {
    self.text = text
    self.origin = origin
  }
}

/// Subtitles that are drawn into the picture.
public struct Subtitles: Hashable, Sendable {
  /// The file: SRT, ASS or WebVTT.
  public var path: String
  /// Overrides of the style, in ASS's names.
  public var style: [String: String]
  /// Where it is written.
  public var origin: Origin

  /// Creates subtitles.
  public init(path: String, style: [String: String] = [:], origin: Origin) {
    self.path = path
    self.style = style
    self.origin = origin
  }
}

extension Effect {
  /// Whether any of its options changes over the item's time.
  public var isKeyframed: Bool {
    guard case .filter(_, let options) = action else { return false }
    return options.contains { $0.value.isKeyframed }
  }
}

extension Effect.Value {
  /// Whether it changes over the item's time.
  public var isKeyframed: Bool {
    switch self {
    case .text: false
    case .number(let curve): !curve.isConstant
    case .color(let curve): !curve.isConstant
    }
  }
}
