public import MediaTime

/// A picture that is drawn rather than read, sharp at every size.
public enum Drawing: Hashable, Sendable {
  /// Text.
  case title(Title)
  /// A rectangle, an ellipse, a polygon or a path.
  case shape(Shape)
}

extension Drawing {
  /// Whether it looks different in different frames of its item.
  public var isAnimated: Bool {
    var copy = self
    var search = MotionSearch()
    copy.visitCurves(&search)
    if case .title(let title) = self, title.typewriter != nil { return true }
    return search.hasFound
  }

  /// What it is at a moment from its item's start: the same drawing, with constants alone.
  ///
  /// Equal results look the same, so each is drawn once.
  public func still(at time: Time) -> Drawing {
    var copy = self
    if case .title(var title) = copy {
      title.typewriter = title.typewriter?.still(at: time, of: title.text.count)
      copy = .title(title)
    }
    var hold = MomentHold(time: time)
    copy.visitCurves(&hold)
    return copy
  }

  mutating func visitCurves(_ visitor: inout some CurveVisitor) {
    switch self {
    case .title(var title):
      title.visitCurves(&visitor)
      self = .title(title)
    case .shape(var shape):
      shape.visitCurves(&visitor)
      self = .shape(shape)
    }
  }
}

/// Sees every value of a drawing that may change over time.
protocol CurveVisitor {
  mutating func visit<Value>(_ curve: inout Curve<Value>)
}

extension CurveVisitor {
  mutating func visit<Value>(_ curve: inout Curve<Value>?) {
    guard var present = curve else { return }
    visit(&present)
    curve = present
  }
}

private struct MotionSearch: CurveVisitor {
  var hasFound = false
  mutating func visit<Value>(_ curve: inout Curve<Value>) { hasFound = hasFound || !curve.isConstant }
}

private struct MomentHold: CurveVisitor {
  let time: Time
  mutating func visit<Value>(_ curve: inout Curve<Value>) { curve = Curve(curve.value(at: time)) }
}

extension Drawing {
  /// The drawing with every keyframe later by an offset, or earlier by a negative one.
  public func shifted(by offset: Time) throws(TimeOverflow) -> Drawing {
    var copy = self
    if case .title(var title) = copy {
      title.typewriter = try title.typewriter?.shifted(by: offset)
      copy = .title(title)
    }
    var move = CurveShift(offset: offset)
    copy.visitCurves(&move)
    if let overflow = move.overflow { throw overflow }
    return copy
  }
}

private struct CurveShift: CurveVisitor {
  let offset: Time
  var overflow: TimeOverflow?

  mutating func visit<Value>(_ curve: inout Curve<Value>) {
    do throws(TimeOverflow) {
      curve = try curve.shifted(by: offset)
    } catch {
      overflow = error
    }
  }
}
