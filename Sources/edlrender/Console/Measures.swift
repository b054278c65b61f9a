/// Numbers as people read them.
enum Measures {
  /// `0:42`, `12:05`, `1:02:03`.
  static func clock(_ seconds: Double) -> String {
    let whole = Int(min(max(seconds, 0), 3.6e8).rounded())
    let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
    return hours > 0 ? "\(hours):\(padded(minutes)):\(padded(rest))" : "\(minutes):\(padded(rest))"
  }

  /// A place in a programme: `0:42.120`, `1:02:03.000`.
  static func moment(_ seconds: Double) -> String {
    let thousandths = Int((min(max(seconds, 0), 3.6e8) * 1000).rounded())
    let fraction = String(thousandths % 1000)
    return clock(Double(thousandths / 1000)) + "." + String(repeating: "0", count: 3 - fraction.count) + fraction
  }

  /// `12.48 s`.
  static func seconds(_ seconds: Double) -> String { "\(decimal(seconds, places: 2)) s" }

  /// `812 B`, `1.4 MB`, `2.10 GB`, in powers of a thousand.
  static func bytes(_ count: Int64) -> String {
    switch count {
    case ..<1000: "\(count) B"
    case ..<1_000_000: "\(decimal(Double(count) / 1e3, places: 1)) kB"
    case ..<1_000_000_000: "\(decimal(Double(count) / 1e6, places: 1)) MB"
    default: "\(decimal(Double(count) / 1e9, places: 2)) GB"
    }
  }

  /// A number with that many decimals, rounded.
  static func decimal(_ value: Double, places: Int) -> String {
    guard value.isFinite, value.magnitude < 1e12 else { return "-" }
    let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
    let scaled = Int((value.magnitude * Double(scale)).rounded())
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard places > 0 else { return "\(sign)\(scaled)" }
    let fraction = String(scaled % scale)
    return "\(sign)\(scaled / scale).\(String(repeating: "0", count: places - fraction.count))\(fraction)"
  }

  /// `1 error`, `3 errors`.
  static func count(_ number: Int, _ noun: String) -> String { count(number, noun, "\(noun)s") }

  /// `1 entry`, `3 entries`.
  static func count(_ number: Int, _ one: String, _ many: String) -> String { "\(number) \(number == 1 ? one : many)" }

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
