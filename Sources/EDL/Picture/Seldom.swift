/// Keeps a large field that is seldom set apart from its owner, so that the many owners without it
/// stay small: a programme has as many picture fields as it has clips.
@propertyWrapper
public struct Seldom<Value: Hashable & Sendable>: Hashable, Sendable {
  private final class Box: Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  private var box: Box?

  /// Creates a field.
  public init(wrappedValue: Value? = nil) { box = wrappedValue.map(Box.init) }

  /// The field's value; nil when it is not set.
  public var wrappedValue: Value? {
    get { box?.value }
    set { box = newValue.map(Box.init) }
  }

  /// Whether both have equal values.
  public static func == (lhs: Seldom, rhs: Seldom) -> Bool {
    lhs.box === rhs.box || lhs.wrappedValue == rhs.wrappedValue
  }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}
