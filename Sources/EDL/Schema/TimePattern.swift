/// The time grammar as a regular expression for editors; the parser is the law, and tests hold both together.
enum TimePattern {
  /// Matches every text that ``TimeExpression`` reads, and few others.
  static let text: String = {
    let decimal = #"\d+(\.\d+)?"#
    let units = "(\(decimal)h)?(\(decimal)m)?(\(decimal)s)?(\(decimal)ms)?"
    let forms = [
      #"\d+f"#, #"\d+sa"#, #"\d+/\d+s"#, "\(decimal)%", "0",
      // One unit at least: a digit must follow.
      "(?=\\d)\(units)",
      #"\d+(:\d{2}){1,2}(\.\d+)?"#, #"\d+:\d{2}:\d{2}[:;]\d{2,3}"#,
      #"start|end|[A-Za-z0-9_][A-Za-z0-9_-]*\.(start|end)"#,
    ]
    let term = "(\(forms.joined(separator: "|")))"
    return #"^\s*[+-]?\s*"# + term + #"(\s*[+-]\s*"# + term + #")*\s*$"#
  }()
}
