package import MediaTime

/// All that a time's meaning depends on besides its text.
package struct TimeContext {
  /// The canvas rate, at which `f` counts.
  package var frameRate: Rational
  /// The rate at which timecode, and nothing else, counts: the media's, in a clip's `in` and `out`.
  /// Nil is the canvas rate.
  package var timecodeRate: Rational?
  /// The number of the frame that is at time zero in timecode: a media's start timecode, for
  /// `timecode: source`.
  package var timecodeStart: Int
  /// The canvas sample rate, at which `sa` counts.
  package var sampleRate: Int
  /// What `start` is.
  package var start: Time
  /// How long that is which `end` is the end of, and `%` a share of; nil if that has no length here.
  package var length: Time?
  /// Where the edge of another item is; throws if there is no such item, or not yet.
  package var itemEdge: (String, TimeExpression.Edge) throws(TimeEvaluationError) -> Time

  package init(
    frameRate: Rational, timecodeRate: Rational? = nil, timecodeStart: Int = 0, sampleRate: Int = 48000,
    start: Time = .zero, length: Time? = nil,
    itemEdge: @escaping (String, TimeExpression.Edge) throws(TimeEvaluationError) -> Time = {
      (id, _) throws(TimeEvaluationError) in throw .unknownItem(id, known: [])
    }
  ) {
    self.frameRate = frameRate
    self.timecodeRate = timecodeRate
    self.timecodeStart = timecodeStart
    self.sampleRate = sampleRate
    self.start = start
    self.length = length
    self.itemEdge = itemEdge
  }
}

extension TimeExpression {
  /// Returns the exact time.
  package func evaluate(in context: TimeContext) throws(TimeEvaluationError) -> Time {
    guard case .sum(let terms) = form else { throw .toEnd }
    var total = Time.zero
    for term in terms {
      let value = try term.quantity.evaluate(in: context, text: text)
      do {
        total = try term.isNegative ? total - value : total + value
      } catch {
        throw .overflow(text)
      }
    }
    return total
  }

  /// Returns the exact time, or reports why there is none.
  package func evaluate(in context: TimeContext, diagnostics: inout DiagnosticList) -> Time? {
    do {
      return try evaluate(in: context)
    } catch {
      diagnostics.append(error.diagnostic(at: range))
      return nil
    }
  }
}

extension TimeExpression.Quantity {
  fileprivate func evaluate(in context: TimeContext, text: String) throws(TimeEvaluationError) -> Time {
    do {
      switch self {
      case .frames(let count): return try Time(frame: count, at: context.frameRate)
      case .seconds(let seconds): return Time(seconds: seconds)
      case .timecode(let timecode): return try timecode.time(in: context)
      case .samples(let count): return try Time(sample: count, at: context.sampleRate)
      case .fraction(let fraction):
        guard let length = context.length else { throw TimeEvaluationError.needsLength(text) }
        return try length * fraction
      case .edge(.start): return context.start
      case .edge(.end):
        guard let length = context.length else { throw TimeEvaluationError.needsLength(text) }
        return try context.start + length
      case .item(let id, let edge): return try context.itemEdge(id, edge)
      }
    } catch let error as TimeEvaluationError {
      throw error
    } catch {
      throw .overflow(text)
    }
  }
}

extension Timecode {
  fileprivate func time(in context: TimeContext) throws -> Time {
    let rate = context.timecodeRate ?? context.frameRate
    do {
      return try Time(frame: try frameNumber(at: rate) - context.timecodeStart, at: rate)
    } catch let error as TimecodeError {
      throw TimeEvaluationError(error, of: self, at: rate)
    }
  }
}
