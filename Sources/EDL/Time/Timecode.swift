package import MediaTime

/// An SMPTE timecode: a label on a frame, not a clock.
///
/// At 30000/1001 a label counts 30 frames a second like at 30, so its clock runs slow by 0.1 %.
/// Drop-frame labels stay with the clock by leaving out labels (never frames): 00 and 01 (00 to 03
/// at 60000/1001) of every minute that is not a multiple of ten.
package struct Timecode: Hashable, Sendable {
  package let hours: Int
  package let minutes: Int
  package let seconds: Int
  package let frames: Int
  /// Whether it is written with `;` before the frames.
  package let isDropFrame: Bool

  /// Creates a label; minutes and seconds are 0 to 59, and nothing is negative.
  package init(hours: Int, minutes: Int, seconds: Int, frames: Int, isDropFrame: Bool = false) {
    self.hours = hours
    self.minutes = minutes
    self.seconds = seconds
    self.frames = frames
    self.isDropFrame = isDropFrame
  }

  /// Reads `hh:mm:ss:ff` or `hh:mm:ss;ff`, the form in which a media file carries its own; nil for
  /// anything else.
  package init?(_ text: String) {
    let isDropFrame = text.utf8.contains(UInt8(ascii: ";"))
    let fields = text.utf8.split(omittingEmptySubsequences: false) {
      $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ";")
    }
    guard fields.count == 4, isDropFrame == (text.utf8.dropLast(fields[3].count).last == UInt8(ascii: ";")),
      text.utf8.count(where: { $0 == UInt8(ascii: ";") }) <= 1
    else { return nil }
    var values: [Int] = []
    for (index, field) in fields.enumerated() {
      let widths = index == 0 ? 1...2 : index == 3 ? 2...3 : 2...2
      guard widths.contains(field.count), field.allSatisfy({ (0x30...0x39).contains($0) }),
        let value = Int(Substring(field)), index == 0 || index == 3 || value < 60
      else { return nil }
      values.append(value)
    }
    self.init(
      hours: values[0], minutes: values[1], seconds: values[2], frames: values[3], isDropFrame: isDropFrame)
  }
}

/// Why a label names no frame.
package enum TimecodeError: Error, Hashable, Sendable {
  /// The frame field is past what the rate counts, which is 0 to `highest`.
  case frameTooHigh(highest: Int)
  /// Drop-frame counting leaves this label out; `next` is the next one that exists.
  case dropped(next: Timecode)
  /// Drop-frame counting does not exist at this rate.
  case notDropFrameRate
  /// Labels cannot count at this rate, or the number is negative or too large.
  case outOfRange
}

extension Timecode {
  /// Returns the number of the frame that the label names, the first being 0.
  package func frameNumber(at rate: Rational) throws(TimecodeError) -> Int {
    let counting = try Counting(rate: rate, isDropFrame: isDropFrame)
    guard frames < counting.nominal else { throw .frameTooHigh(highest: counting.nominal - 1) }
    let minutes = hours * 60 + minutes
    if minutes % 10 != 0, seconds == 0, frames < counting.dropped {
      throw .dropped(
        next: Timecode(
          hours: hours, minutes: self.minutes, seconds: 0, frames: counting.dropped, isDropFrame: true))
    }
    let labels = (minutes * 60 + seconds) * counting.nominal + frames
    return labels - counting.dropped * (minutes - minutes / 10)
  }

  /// Creates the label of a frame number.
  package init(frameNumber: Int, at rate: Rational, isDropFrame: Bool) throws(TimecodeError) {
    let counting = try Counting(rate: rate, isDropFrame: isDropFrame)
    guard (0...Self.highestNumber).contains(frameNumber) else { throw .outOfRange }
    let perMinute = counting.nominal * 60 - counting.dropped
    let perTenMinutes = perMinute * 10 + counting.dropped
    let (tens, rest) = frameNumber.quotientAndRemainder(dividingBy: perTenMinutes)
    // The first minute of ten has all of its labels; each of the nine after it lacks some.
    let shortMinutes = max(0, rest - counting.dropped) / perMinute
    let label = frameNumber + counting.dropped * (tens * 9 + shortMinutes)
    let (totalSeconds, frames) = label.quotientAndRemainder(dividingBy: counting.nominal)
    self.init(
      hours: totalSeconds / 3600, minutes: totalSeconds / 60 % 60, seconds: totalSeconds % 60, frames: frames,
      isDropFrame: isDropFrame)
  }

  // About 290,000 years at 120 frames a second: far past use, far below overflow.
  private static let highestNumber = 1 << 50

  /// How labels count at a rate.
  private struct Counting {
    /// The frames of a full second of labels.
    let nominal: Int
    /// The labels left out of a minute.
    let dropped: Int

    init(rate: Rational, isDropFrame: Bool) throws(TimecodeError) {
      switch (rate.numerator, rate.denominator) {
      case (30000, 1001): (nominal, dropped) = (30, isDropFrame ? 2 : 0)
      case (60000, 1001): (nominal, dropped) = (60, isDropFrame ? 4 : 0)
      default:
        guard (1...1000).contains(rate.rounded) else { throw .outOfRange }
        guard !isDropFrame else { throw .notDropFrameRate }
        (nominal, dropped) = (Int(rate.rounded), 0)
      }
    }
  }
}

extension Timecode: CustomStringConvertible {
  /// `01:00:04:12`, or `01:00:04;12` for drop-frame.
  package var description: String {
    "\(Self.twoDigits(hours)):\(Self.twoDigits(minutes)):\(Self.twoDigits(seconds))\(isDropFrame ? ";" : ":")"
      + Self.twoDigits(frames)
  }

  private static func twoDigits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
}
