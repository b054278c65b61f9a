/// `duck` of a bus as written.
package struct DuckDocument: DocumentNode {
  package var range: SourceRange
  package var isFaulty = false
  package var under: Located<String>?
  package var depth: Located<Double>?
  package var threshold: Located<Double>?
  package var attack: Located<TimeExpression>?
  package var hold: Located<TimeExpression>?
  package var release: Located<TimeExpression>?

  package init(at range: SourceRange) { self.range = range }
}

extension DuckDocument {
  static let table = FieldTable<DuckDocument>(
    "duck", noun: "how a bus gives way to another", doc: "How a bus becomes softer while another one sounds.",
    fields: [
      Field("under", .text("the name of a bus"), \.under, required: true, "The bus that is listened to."),
      Field(
        "by", .level("dB", 0...144, "a number of decibels such as 9dB"), \.depth, example: "9dB",
        "How many decibels softer it becomes; 12dB by default."),
      Field(
        "threshold", .level("dB", -144...0, "a level such as -40dB"), \.threshold, example: "-40dB",
        "The level of a sample above which the other bus sounds; -40dB by default."),
      Field(
        "attack", .time, \.attack, example: "20ms",
        "How long it takes to become softer, done when the other one begins; 20ms by default."),
      Field(
        "hold", .time, \.hold, example: "250ms",
        "How long it stays soft after the other one's last loud sample; 250ms by default."),
      Field(
        "release", .time, \.release, example: "400ms", "How long it takes to come back; 400ms by default."),
    ])
}

/// `loudness` of a bus as written.
package struct LoudnessDocument: DocumentNode {
  package var range: SourceRange
  package var isFaulty = false
  package var target: Located<Double>?
  package var peak: Located<Double>?

  package init(at range: SourceRange) { self.range = range }
}

extension LoudnessDocument {
  static let table = FieldTable<LoudnessDocument>(
    "loudness", noun: "how loud a bus is to be", doc: "How loud the whole of a bus is made, by EBU R 128.",
    fields: [
      Field(
        "target", .level("LUFS", -70...0, "a loudness such as -16LUFS"), \.target, required: true, example: "-16LUFS",
        "The integrated loudness that it gets."),
      Field(
        "peak", truePeak, \.peak, example: "-1dBTP",
        "The true peak that it stays below, by a limiter if it must; -1dBTP by default."),
    ])

  /// The ceiling of a limiter.
  static let truePeak = ValueType<Double>.level("dBTP", -60...0, "a true peak such as -1dBTP")
}
