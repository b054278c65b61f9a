package import MediaTime

/// A time as the author wrote it: parsed, but not yet counted, because what `120f`, `50%` or
/// `intro.end` come to depends on where the time stands. See ``evaluate(in:)``.
package struct TimeExpression: Sendable, Hashable {
  /// What the text says.
  package enum Form: Sendable, Hashable {
    /// The sum of its terms; at least one.
    case sum([Term])
    /// `to-end`: until the end of the sequence.
    case toEnd
  }

  /// A quantity that is added or taken away.
  package struct Term: Sendable, Hashable {
    package let isNegative: Bool
    package let quantity: Quantity

    package init(isNegative: Bool = false, _ quantity: Quantity) {
      self.isNegative = isNegative
      self.quantity = quantity
    }
  }

  /// One quantity, in the unit that it was written in.
  package enum Quantity: Sendable, Hashable {
    /// `120f`: frames at the canvas rate.
    case frames(Int)
    /// `4.25s`, `2m3s`, `01:30`, `0`: exact seconds.
    case seconds(Rational)
    /// `01:00:04:12`: the label of a frame.
    case timecode(Timecode)
    /// `192000sa`: samples at the canvas sample rate.
    case samples(Int)
    /// `50%`, as a fraction (1/2) of the length of what the time belongs to.
    case fraction(Rational)
    /// `start` or `end` of what the time belongs to.
    case edge(Edge)
    /// `intro.start` or `intro.end` of another item.
    case item(id: String, Edge)
  }

  /// An end of an item.
  package enum Edge: String, Sendable, Hashable {
    case start
    case end
  }

  /// What the text says.
  package let form: Form
  /// The text as written.
  package let text: String
  /// Where it is written.
  package let range: SourceRange

  package init(_ form: Form, text: String, at range: SourceRange) {
    self.form = form
    self.text = text
    self.range = range
  }

  /// Whether it is `to-end`.
  package var isToEnd: Bool { form == .toEnd }

  /// Whether it can be counted only when the length of what it belongs to is known.
  package var needsLength: Bool {
    terms.contains { term in
      switch term.quantity {
      case .fraction, .edge(.end): true
      default: false
      }
    }
  }

  /// The ids of the items that it depends on, in the order written.
  package var itemReferences: [String] {
    terms.compactMap { term in
      guard case .item(let id, _) = term.quantity else { return nil }
      return id
    }
  }

  /// The terms; none for `to-end`.
  package var terms: [Term] {
    guard case .sum(let terms) = form else { return [] }
    return terms
  }
}
