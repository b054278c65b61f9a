import EDL
import MediaTime
import Testing

private let here = SourceRange(
  file: 0, start: SourcePosition(line: 7, column: 3), end: SourcePosition(line: 7, column: 9))

private func parse(_ text: String) -> (TimeExpression?, [Diagnostic]) {
  var diagnostics = DiagnosticList()
  let expression = TimeExpression.parse(text, at: here, diagnostics: &diagnostics)
  return (expression, diagnostics.all)
}

/// The seconds that a text comes to: at 25 fps, 48 kHz, in an item of 10 s that starts at 100 s.
private func seconds(_ text: String, _ change: (inout TimeContext) -> Void = { _ in }) -> Rational? {
  var context = TimeContext(
    frameRate: Rational(25), start: Time(seconds: Rational(100)), length: Time(seconds: Rational(10))
  ) { (id, edge) throws(TimeEvaluationError) in
    let items = ["intro": (20, 30), "end-card": (50, 60), "1s": (70, 80), "a_b-2": (90, 95)]
    guard let item = items[id] else { throw .unknownItem(id, known: items.keys.sorted()) }
    return Time(seconds: Rational(edge == .start ? item.0 : item.1))
  }
  change(&context)
  return (try? parse(text).0?.evaluate(in: context))?.seconds
}

@Suite struct TimeExpressionTests {
  @Test func everyRowOfTheTable() {
    let table: [(String, Rational)] = [
      ("120f", rational(120, 25)), ("4s", Rational(4)), ("4.25s", rational(17, 4)), ("250ms", rational(1, 4)),
      ("2m3.5s", rational(247, 2)), ("1h", Rational(3600)), ("1h2m3s4ms", rational(3_723_004, 1000)),
      ("1001/30000s", rational(1001, 30000)), ("90m", Rational(5400)), (".5s", rational(1, 2)),
      ("1.5h", Rational(5400)),
      ("01:30", Rational(90)), ("1:30", Rational(90)), ("00:00:04.250", rational(17, 4)), ("90:00", Rational(5400)),
      ("1:30.5", rational(181, 2)), ("10:00", Rational(600)), ("01:00:04", Rational(3604)),
      ("01:00:04:12", rational(3604 * 25 + 12, 25)), ("192000sa", Rational(4)), ("1sa", rational(1, 48000)),
      ("0", .zero), ("end", Rational(110)), ("end - 2s", Rational(108)), ("start + 1s", Rational(101)),
      ("start", Rational(100)), ("intro.start", Rational(20)), ("intro.end + 10f", rational(152, 5)),
      ("50%", Rational(5)), ("12.5%", rational(5, 4)), ("start + 50%", Rational(105)),
    ]
    for (text, value) in table { #expect(seconds(text) == value, "\(text)") }
  }

  @Test func signsSpacesAndIds() {
    let table: [(String, Rational)] = [
      ("end-2s", Rational(108)), ("intro.end-10f", rational(148, 5)), ("-1s", Rational(-1)), ("- 1s + 3s", Rational(2)),
      ("+1s", Rational(1)), ("  4s\t", Rational(4)), ("end - 1s - 12f", rational(2713, 25)), ("4s-2s", Rational(2)),
      ("end-card.start", Rational(50)), ("1s.end", Rational(80)), ("a_b-2.end - 1s", Rational(94)),
      ("intro.end - intro.start", Rational(10)), ("end - 0", Rational(110)),
    ]
    for (text, value) in table { #expect(seconds(text) == value, "\(text)") }
  }

  @Test func toEnd() {
    #expect(parse("to-end").0?.form == .toEnd)
    #expect(parse(" to-end ").0?.isToEnd == true)
    #expect(parse("to-end - 1s").0 == nil)
    #expect(seconds("to-end") == nil)
  }

  @Test func knowsWhatItDependsOn() {
    #expect(parse("intro.end - a.start + 1s").0?.itemReferences == ["intro", "a"])
    #expect(parse("end - 1s").0?.needsLength == true)
    #expect(parse("50%").0?.needsLength == true)
    #expect(parse("start + 1s").0?.needsLength == false)
    #expect(parse("4s").0?.range == here)
  }

  @Test func bareNumbersShowBothReadings() throws {
    // YAML-01
    let table: [(String, [String])] = [
      ("120", ["120f", "120s"]), ("90", ["90f", "90s"]), ("010", ["10f", "10s"]), ("4.5", ["4.5s"]),
      ("+7", ["+7f", "+7s"]),
      ("end - 2", ["end - 2f", "end - 2s"]), ("1001/30000", ["1001/30000s"]), ("00", ["0f", "0s"]),
    ]
    for (text, fixes) in table {
      let found = try #require(parse(text).1.first, "\(text)")
      #expect(found.code == "time.bare-number")
      #expect(found.range == here)
      #expect(found.fixIts.map(\.replacement) == fixes, "\(text)")
      for fix in found.fixIts { #expect(parse(fix.replacement).0 != nil) }
    }
  }

  @Test(arguments: [
    "", "x", "1_0", "0o10", "0x10", "1e1", ".5e1", "4", "4 s", "4sec", "10 frames", "1.5f", "1.5sa", "5s2m", "3s3s",
    "2m3",
    "1:2:3:4:5", "0:5", "0:0:05", "01:60:00", "00:75", "1:30:", ":30", "1:30,5", "4.s", ".", "%", "50%%", "1/0s",
    "1/2m", "1//2s",
    "end -", "end 2s", "end +", "+ + 1s", "intro.middle", "intro.", "ends", "end.start.end", "01:00:04:12.5",
    "01;00:04",
    "01:00:04:1x", "-", "1s;", "4S", "to-end 1s", "١s", "5s\n",
  ]) func refuses(_ text: String) {
    let (expression, found) = parse(text)
    #expect(expression == nil)
    #expect(found.count == 1)
    #expect(found.first?.range == here)
    #expect(found.first?.severity == .error)
  }

  @Test func namesTheAcceptedForms() {
    let message = parse("1e1").1.first?.message ?? ""
    for form in ["\"1e1\"", "120f", "4s", "01:30", "01:00:04:12", "192000sa", "50%", "end - 2s"] {
      #expect(message.contains(form))
    }
  }

  @Test func mendsCommonSlips() {
    let table = [
      ("4 s", "4s"), ("10 frames", "10f"), ("4sec", "4s"), ("3min", "3m"), ("end - 10 frames", "end - 10f"),
      ("1:30,5", "1:30.5"), ("48000 samples + 1s", "48000sa + 1s"),
    ]
    for (text, fix) in table { #expect(parse(text).1.first?.fixIts.map(\.replacement) == [fix], "\(text)") }
  }

  @Test func overflowIsAnError() {
    for text in ["99999999999999999999s", "9223372036854775807h", "0.12345678901234567890s", "9223372036854775807f"] {
      let (expression, found) = parse(text)
      let evaluated = try? expression?.evaluate(in: TimeContext(frameRate: rational(1, 1001)))
      #expect(evaluated == nil)
      if expression == nil { #expect(found.map(\.code) == ["time.overflow"]) }
    }
    #expect(seconds("9223372036854775807s + 1s") == nil)
  }
}

@Suite struct TimeEvaluationTests {
  private func error(_ text: String, _ context: TimeContext) -> TimeEvaluationError? {
    do throws(TimeEvaluationError) {
      _ = try parse(text).0?.evaluate(in: context)
      return nil
    } catch {
      return error
    }
  }

  @Test func timecodeCountsAtItsOwnRateAndFramesAtTheCanvas() {
    // In a clip's `in` of a 24 fps media on a 25 fps canvas.
    #expect(seconds("00:00:01:12") { $0.timecodeRate = Rational(24) } == rational(36, 24))
    #expect(seconds("36f") { $0.timecodeRate = Rational(24) } == rational(36, 25))
    // Non-drop at 29.97: the label 01:00:00:00 is frame 108,000, which is at 3603.6 s.
    #expect(seconds("01:00:00:00") { $0.frameRate = ntsc30 } == rational(36036, 10))
    // Drop-frame: 107,892 frames are 3599.9964 s.
    #expect(seconds("01:00:00;00") { $0.frameRate = ntsc30 } == rational(35_999_964, 10_000))
  }

  @Test func sourceTimecodeCountsFromTheMediasStart() throws {
    let start = try #require(try Timecode("01:00:00:00")?.frameNumber(at: Rational(24)))
    let value = seconds("01:00:20:02") {
      $0.timecodeRate = Rational(24)
      $0.timecodeStart = start
    }
    #expect(value == rational(20 * 24 + 2, 24))
  }

  @Test func errorsNameTheLabelAndTheRate() {
    #expect(
      error("00:00:00:24", TimeContext(frameRate: Rational(24)))?.message
        == "\"00:00:00:24\" has frame 24, but 24 fps counts 0 to 23")
    let dropped = error("01:01:00;00", TimeContext(frameRate: ntsc30))
    #expect(dropped?.code == "time.timecode-dropped")
    #expect(dropped?.replacement == "01:01:00;02")
    #expect(error("00:00:01;00", TimeContext(frameRate: Rational(25)))?.code == "time.drop-frame-rate")
    #expect(error("00:00:01:00", TimeContext(frameRate: rational(1, 4)))?.code == "time.timecode-rate")
    #expect(error("50%", TimeContext(frameRate: Rational(25)))?.code == "time.needs-length")
    #expect(error("to-end", TimeContext(frameRate: Rational(25)))?.code == "time.to-end")
    #expect(error("9223372036854775807h", TimeContext(frameRate: Rational(25))) == nil)
  }

  @Test func unknownItemsSuggest() {
    let context = TimeContext(frameRate: Rational(25)) { (id, _) throws(TimeEvaluationError) in
      throw .unknownItem(id, known: ["intro", "outro"])
    }
    #expect(error("intor.end", context)?.message == "no item has the id \"intor\"; did you mean \"intro\"?")
  }

  @Test func reportsAtItsPlace() {
    var diagnostics = DiagnosticList()
    let expression = parse("01:01:00;01").0
    #expect(expression?.evaluate(in: TimeContext(frameRate: ntsc30), diagnostics: &diagnostics) == nil)
    #expect(diagnostics.all.first?.range == here)
    #expect(diagnostics.all.first?.fixIts.first?.replacement == "01:01:00;02")
  }
}

@Suite struct RateParserTests {
  private func parse(_ text: String) -> (Rational?, Diagnostic?) {
    var diagnostics = DiagnosticList()
    let rate = RateParser.parse(text, at: here, diagnostics: &diagnostics)
    return (rate, diagnostics.all.first)
  }

  @Test func acceptedRates() {
    let table: [(String, Rational)] = [
      ("25", Rational(25)), ("30000/1001", ntsc30), ("25/2", rational(25, 2)), ("23.976", rational(24000, 1001)),
      ("29.97", ntsc30), ("59.94", ntsc60), ("119.88", rational(120_000, 1001)), ("1000", Rational(1000)),
      ("1/4", rational(1, 4)),
    ]
    for (text, rate) in table { #expect(parse(text).0 == rate, "\(text)") }
  }

  @Test func decimalsAreRefusedWithTheExactForms() {
    let table: [(String, [String])] = [
      ("12.5", ["25/2"]), ("25.0", ["25"]), ("23.98", ["24000/1001", "1199/50"]),
      ("29.970", ["30000/1001", "2997/100"]),
      ("47.952", ["48000/1001", "5994/125"]),
    ]
    for (text, fixes) in table {
      #expect(parse(text).0 == nil)
      #expect(parse(text).1?.code == "rate.decimal")
      #expect(parse(text).1?.fixIts.map(\.replacement) == fixes, "\(text)")
    }
  }

  @Test(arguments: [
    "0", "", "-25", "25/0", "0/25", "1001", "1/2/3", "fps", "25 fps", "9223372036854775808", "1/", "/2", "2 5", "1e2",
    "0.0", ".",
    "1.2.3", "٢٥",
  ])
  func refuses(_ text: String) {
    #expect(parse(text).0 == nil)
    #expect(
      parse(text).1?.code
        == (["0", "25/0", "0/25", "1001", "9223372036854775808"].contains(text) ? "rate.range" : "rate.syntax"))
  }

  @Test func unitsAreTakenOff() {
    #expect(parse("25fps").1?.fixIts.map(\.replacement) == ["25"])
    #expect(parse("30000/1001 fps").1?.fixIts.map(\.replacement) == ["30000/1001"])
  }

  @Test func ratesHaveNames() {
    #expect(FrameRate.name(of: ntsc30) == "29.97")
    #expect(FrameRate.name(of: rational(25, 2)) == "25/2")
  }
}
