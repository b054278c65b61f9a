internal import Testing

@testable import Draw

@Suite struct BlurTests {
  @Test func evenStaysEven() {
    let blur = Blur(deviation: 2)
    #expect(blur.radius == 6)
    let plane = [UInt8](repeating: 200, count: 41 * 41)
    #expect(blur.apply(plane, width: 41, height: 41)[20 * 41 + 20] == 200)
  }

  @Test func noDeviationChangesNothing() {
    let plane: [UInt8] = [0, 255, 3, 4]
    #expect(Blur(deviation: 0).apply(plane, width: 2, height: 2) == plane)
  }

  /// The middle of a step is half; one deviation inside it is the normal distribution's 0.8413.
  @Test func stepFollowsTheNormalDistribution() {
    let width = 101
    let line = (0..<width).map { UInt8($0 < 50 ? 0 : 255) }
    let plane = Array(repeating: line, count: width).flatMap(\.self)
    let blurred = Blur(deviation: 5).apply(plane, width: width, height: width)
    // The edge lies between columns 49 and 50; column 54's middle is 4.5 from it: 0.9 deviations.
    #expect(abs(Double(blurred[50 * width + 54]) / 255 - 0.8159) < 0.01)
    #expect(abs(Int(blurred[50 * width + 49]) + Int(blurred[50 * width + 50]) - 255) <= 1)
  }
}
