internal import Render

/// Which cache a command line and its surroundings ask for.
enum CacheChoice {
  static let folder = OptionSpec(
    "--cache", value: .text("DIR"),
    help:
      "keeps finished work in DIR; else in $EDLRENDER_CACHE, $XDG_CACHE_HOME/edlrender or ~/.cache/edlrender")
  static let size = OptionSpec(
    "--cache-size", value: .text("SIZE"),
    help:
      "lets the cache grow to SIZE, such as 500MB or 20GB (the default, unless $EDLRENDER_CACHE_SIZE says otherwise)")
  static let none = OptionSpec("--no-cache", help: "renders everything anew and keeps nothing")

  /// The options of every command that renders.
  static let options = [folder, size, none]

  /// The cache to use; nil for none, or after reporting what is wrong.
  static func options(_ invocation: Invocation, _ reporter: Reporter) -> CacheOptions? {
    guard !invocation.has(none) else {
      if invocation.has(folder) { reporter.fail("command.usage", "--no-cache and --cache contradict each other") }
      return nil
    }
    guard let folder = folder(invocation) else { return nil }
    guard let limit = limit(invocation, reporter) else { return nil }
    return CacheOptions(folder: folder, byteLimit: limit)
  }

  /// The folder to use, also for commands that keep nothing there but facts of files; nil for none.
  static func folder(_ invocation: Invocation) -> String? {
    invocation.has(none) ? nil : invocation.value(of: folder) ?? standardFolder
  }

  /// The folder unless one is named; nil for a user without a home.
  private static var standardFolder: String? {
    if let own = variable("EDLRENDER_CACHE") { return own }
    // The standard wants a relative path there to be ignored.
    if let caches = variable("XDG_CACHE_HOME"), caches.hasPrefix("/") { return "\(caches)/edlrender" }
    return variable("HOME").map { "\($0)/.cache/edlrender" }
  }

  private static func limit(_ invocation: Invocation, _ reporter: Reporter) -> Int64? {
    guard let text = invocation.value(of: size) ?? variable("EDLRENDER_CACHE_SIZE") else {
      return CacheOptions.standardLimit
    }
    if let bytes = bytes(text) { return bytes }
    let source = invocation.has(size) ? "--cache-size" : "EDLRENDER_CACHE_SIZE"
    reporter.fail("command.usage", "\(source) is a size such as 500MB or 20GB, not \"\(text)\"")
    return nil
  }

  /// `500MB`, `1.5 GB`, `2GiB`, or a plain number of bytes.
  static func bytes(_ text: String) -> Int64? {
    let text = text.filter { $0 != " " }.lowercased()
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let units: [String: Double] = [
      "": 1, "b": 1, "k": 1e3, "kb": 1e3, "m": 1e6, "mb": 1e6, "g": 1e9, "gb": 1e9, "t": 1e12, "tb": 1e12,
      "kib": 1024, "mib": 1_048_576, "gib": 1_073_741_824, "tib": 1_099_511_627_776,
    ]
    guard let number = Double(digits), let unit = units[String(text.dropFirst(digits.count))], number * unit < 1e18
    else { return nil }
    return Int64(number * unit)
  }

  private static func variable(_ name: String) -> String? {
    Console.environment(name).flatMap { $0.isEmpty ? nil : $0 }
  }
}
