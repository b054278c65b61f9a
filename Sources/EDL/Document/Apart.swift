/// Keeps a large value that is seldom written apart from its owner, so that owners stay small.
///
/// Until it is written there is nothing but the way to the empty value.
@propertyWrapper
package struct Apart<Value: Sendable>: Sendable {
  private final class Box: Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  private let empty: @Sendable () -> Value
  private var box: Box?

  package init(wrappedValue: @autoclosure @escaping @Sendable () -> Value) { empty = wrappedValue }

  package var wrappedValue: Value {
    get { box?.value ?? empty() }
    set { box = Box(newValue) }
  }
}
