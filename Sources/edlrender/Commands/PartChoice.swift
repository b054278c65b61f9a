internal import Render

/// `--part K/N`: one of several shares of a render.
enum PartChoice {
  static let part = OptionSpec(
    "--part", value: .text("K/N"),
    help:
      "renders the Kth of N shares of what is missing into the cache and writes no film; a last run without --part finds all of it there"
  )

  /// The share that is asked for; nil when none is, or after reporting what is wrong.
  static func part(_ invocation: Invocation, _ reporter: Reporter) -> RenderOptions.Part? {
    guard let text = invocation.value(of: part) else { return nil }
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    if numbers.count == 2, let number = numbers[0], let count = numbers[1],
      let part = RenderOptions.Part(number, of: count), count <= 10_000
    {
      if !invocation.has(CacheChoice.none) { return part }
      reporter.fail("command.usage", "--part leaves its work in the cache, so --no-cache makes no sense with it")
      return nil
    }
    reporter.fail(
      "command.usage", "--part is K/N, the Kth of N shares, not \"\(text)\"", notes: ["1/4 is the first of four"])
    return nil
  }

  /// Tells what a part did.
  static func report(_ result: PartResult, _ part: RenderOptions.Part, to reporter: Reporter) {
    for finding in result.diagnostics { reporter.report(finding) }
    let facts: [(String, JSON)] = [
      ("path", .string(result.path)), ("part", .int(part.number)), ("parts", .int(part.count)),
      ("frames", .int(result.frames)), ("sound", .bool(result.hasSound)),
    ]
    let work = result.frames == 0 && !result.hasSound ? "nothing is missing" : Measures.count(result.frames, "frame")
    reporter.result(
      "part", facts,
      text: "\(result.path): part \(part.number) of \(part.count): \(work)\(result.hasSound ? " and the sound" : "")")
  }
}
