import EDL
import MediaTime
import Testing

func rational(_ top: Int64, _ bottom: Int64) -> Rational { (try? Rational(top, over: bottom)) ?? .zero }

let ntsc30 = rational(30000, 1001)
let ntsc60 = rational(60000, 1001)

@Suite struct TimecodeTests {
  @Test func readsAndWritesBothForms() {
    #expect(Timecode("01:00:04:12") == Timecode(hours: 1, minutes: 0, seconds: 4, frames: 12))
    #expect(Timecode("1:00:04;02") == Timecode(hours: 1, minutes: 0, seconds: 4, frames: 2, isDropFrame: true))
    #expect(Timecode("00:00:00:119")?.frames == 119)
    #expect(Timecode("01:00:04;12")?.description == "01:00:04;12")
    for text in [
      "", "01:00:04", "01:60:00:00", "01:00:60:00", "a:00:00:00", "01:0:00:00", "01;00:00:00", "01;00;00;00",
      "1:2:3:4:5", "01:00:00:1", "01:00:00:٣٣",
    ] {
      #expect(Timecode(text) == nil, "\(text)")
    }
  }

  @Test func countsNonDropAlsoAtNTSC() throws {
    // An hour of labels is 108,000 frames at 30 and at 30000/1001.
    for rate in [Rational(30), ntsc30] {
      #expect(try Timecode("01:00:00:00")?.frameNumber(at: rate) == 108_000)
    }
    #expect(try Timecode("00:00:01:00")?.frameNumber(at: rational(24000, 1001)) == 24)
    #expect(try Timecode("10:11:12:13")?.frameNumber(at: Rational(25)) == ((10 * 60 + 11) * 60 + 12) * 25 + 13)
  }

  @Test func dropFrameAgainstKnownNumbers() throws {
    // The published figures: 107,892 frames an hour, 17,982 in ten minutes, 1,800 at 00:01:00;02.
    let table = [
      ("00:00:59;29", 1799), ("00:01:00;02", 1800), ("00:02:00;02", 3598), ("00:09:59;29", 17_981),
      ("00:10:00;00", 17_982), ("01:00:00;00", 107_892), ("23:59:59;29", 2_589_407),
    ]
    for (label, number) in table {
      #expect(try Timecode(label)?.frameNumber(at: ntsc30) == number)
      #expect(try Timecode(frameNumber: number, at: ntsc30, isDropFrame: true).description == label)
    }
    #expect(try Timecode("01:00:00;00")?.frameNumber(at: ntsc60) == 215_784)
    #expect(try Timecode("00:01:00;04")?.frameNumber(at: ntsc60) == 3600)
  }

  @Test(arguments: [(30, 2), (60, 4)]) func everyDropFrameLabelOfADay(nominal: Int, dropped: Int) throws {
    // Walk the day's labels in order, leaving out the dropped ones: their numbers count 0, 1, 2, …
    let rate = rational(Int64(nominal) * 1000, 1001)
    var next = 0
    var wrong = 0
    for minute in 0..<(24 * 60) {
      for second in 0..<60 {
        for frame in 0..<nominal {
          let label = Timecode(
            hours: minute / 60, minutes: minute % 60, seconds: second, frames: frame, isDropFrame: true)
          if minute % 10 != 0, second == 0, frame < dropped {
            if (try? label.frameNumber(at: rate)) != nil { wrong += 1 }
            continue
          }
          if try label.frameNumber(at: rate) != next { wrong += 1 }
          // The way back changes only near the whole minute; the rest of it would cost seconds.
          if [0, 1, 30, 59].contains(second),
            try Timecode(frameNumber: next, at: rate, isDropFrame: true) != label
          {
            wrong += 1
          }
          next += 1
        }
      }
    }
    #expect(wrong == 0)
    #expect(next == 24 * (nominal == 30 ? 107_892 : 215_784))
  }

  @Test func droppedLabelNamesTheNext() {
    #expect(
      throws: TimecodeError.dropped(next: Timecode(hours: 1, minutes: 1, seconds: 0, frames: 2, isDropFrame: true))
    ) {
      try Timecode("01:01:00;01")?.frameNumber(at: ntsc30)
    }
    #expect(
      throws: TimecodeError.dropped(next: Timecode(hours: 0, minutes: 9, seconds: 0, frames: 4, isDropFrame: true))
    ) {
      try Timecode("00:09:00;03")?.frameNumber(at: ntsc60)
    }
  }

  @Test func refusesWhatDoesNotCount() {
    #expect(throws: TimecodeError.frameTooHigh(highest: 23)) {
      try Timecode("00:00:00:24")?.frameNumber(at: Rational(24))
    }
    #expect(throws: TimecodeError.notDropFrameRate) { try Timecode("00:00:00;01")?.frameNumber(at: Rational(30)) }
    #expect(throws: TimecodeError.notDropFrameRate) {
      try Timecode("00:00:00;01")?.frameNumber(at: rational(24000, 1001))
    }
    #expect(throws: TimecodeError.outOfRange) { try Timecode("00:00:00:00")?.frameNumber(at: rational(1, 4)) }
    #expect(throws: TimecodeError.outOfRange) { try Timecode(frameNumber: -1, at: Rational(25), isDropFrame: false) }
    #expect(throws: TimecodeError.outOfRange) { try Timecode(frameNumber: .max, at: Rational(25), isDropFrame: false) }
  }
}
