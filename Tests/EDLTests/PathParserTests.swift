internal import Testing

@testable import EDL

@Suite struct PathParserTests {
  private func steps(_ text: String) throws -> [PathData.Step] { try PathParser.parse(text).steps }

  @Test func linesAndShorthands() throws {
    #expect(
      try steps("M10 20h5v-5l1,1z") == [
        .move(Pair(10, 20)), .line(Pair(15, 20)), .line(Pair(15, 15)), .line(Pair(16, 16)), .close,
      ])
    #expect(try steps("m1 1 2 2M5-5") == [.move(Pair(1, 1)), .line(Pair(3, 3)), .move(Pair(5, -5))])
    #expect(try steps("M.5.5L1e1 2E-1") == [.move(Pair(0.5, 0.5)), .line(Pair(10, 0.2))])
  }

  @Test func aFigureAfterAClosedOneBeginsWhereThatDid() throws {
    #expect(
      try steps("M1 2L3 4ZL5 6") == [
        .move(Pair(1, 2)), .line(Pair(3, 4)), .close, .move(Pair(1, 2)), .line(Pair(5, 6)),
      ])
  }

  @Test func curves() throws {
    #expect(
      try steps("M0 0C1 1 2 1 3 0S5-1 6 0") == [
        .move(Pair(0, 0)), .curve(Pair(1, 1), Pair(2, 1), Pair(3, 0)), .curve(Pair(4, -1), Pair(5, -1), Pair(6, 0)),
      ])
    #expect(try steps("M0 0Q3 3 6 0") == [.move(Pair(0, 0)), .curve(Pair(2, 2), Pair(4, 2), Pair(6, 0))])
  }

  /// A half circle about (10, 0) from (0, 0) to (20, 0): through (10, -10) when it sweeps clockwise.
  @Test func arcs() throws {
    let parsed = try steps("M0 0A10 10 0 01 20 0")
    #expect(parsed.count == 3)
    guard case .curve(let first, _, let top) = parsed[1], case .curve(_, _, let end) = parsed[2] else {
      Issue.record("no curves: \(parsed)")
      return
    }
    #expect(abs(top.x - 10) < 1e-9 && abs(top.y + 10) < 1e-9)
    #expect(abs(first.x) < 1e-9 && abs(first.y + 5.52284749830793) < 1e-6)
    #expect(end == Pair(20, 0))
    // Too small a radius grows until it reaches.
    guard case .curve(_, _, let grown) = try steps("M0 0A1 1 0 0 0 20 0")[1] else { return }
    #expect(abs(grown.y - 10) < 1e-9)
    #expect(try steps("M0 0A0 5 0 0 0 9 9") == [.move(Pair(0, 0)), .line(Pair(9, 9))])
  }

  @Test(arguments: [
    ("", 0), ("L 1 1", 0), ("M 0", 3), ("M 0 0 X", 6), ("M 0 0 L 1", 9), ("M 0 0 A 1 1 0 2 0 5 5", 14),
    ("M 0 0 L 1 1 oops", 12), ("M 0 0 L 1e9 0", 8), ("M 1 1 5", 7),
  ])
  func mistakesAreToldWithTheirPlace(text: String, offset: Int) {
    do throws(PathSyntaxError) {
      let parsed = try PathParser.parse(text)
      Issue.record("no mistake found: \(parsed)")
    } catch {
      #expect(error.offset == offset, "\(error)")
    }
  }
}
