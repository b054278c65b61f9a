import AV
import MediaTime
import Testing

@testable import Render

@Suite("Resampling and layouts")
struct SoundResampleTests {
  /// A source of noise at a rate, on the canvas's grid.
  private func canvasSource(_ rate: Int, to canvas: Int, speed: Rational = .one) throws -> CanvasSource {
    try CanvasSource(
      ComputedSource.noise(rate: rate, length: rate * 4), sampleRate: canvas, layout: "mono", varispeed: speed)
  }

  @Test(
    "A sample is the same wherever reading starts and however it is cut",
    arguments: [
      (44100, 48000, Rational.one), (24000, 48000, .one), (96000, 48000, .one), (48000, 44100, .one),
      (48000, 48000, Rational(2)), (48000, 48000, Rational(8)), (44100, 48000, try Rational(1001, over: 1000)),
      (22050, 48000, try Rational(1, over: 4)),
    ])
  func pure(rate: Int, canvas: Int, speed: Rational) throws {
    let range = -500..<30000
    let whole = try samples(of: canvasSource(rate, to: canvas, speed: speed), range, channels: 1)[0]
    #expect(whole.contains { abs($0) > 0.1 })
    var random = SystemRandomNumberGenerator()
    let source = try canvasSource(rate, to: canvas, speed: speed)
    for _ in 0..<25 {
      let start = Int.random(in: range, using: &random)
      let end = min(start + Int.random(in: 1...3000, using: &random), range.upperBound)
      // Now the running source, now a new one.
      let reader = Bool.random(using: &random) ? source : try canvasSource(rate, to: canvas, speed: speed)
      let part = try samples(of: reader, start..<end, channels: 1)[0]
      #expect(
        part == Array(whole[start + 500..<end + 500]), "\(start)..<\(end) of \(rate) Hz at \(speed)")
    }
  }

  @Test("Resampling keeps place, level and pitch", arguments: [24000, 44100, 96000])
  func place(rate: Int) throws {
    let period = Double(rate) / 1000
    let tone = ComputedSource(rate: rate, layout: "mono", length: rate) { _, position in
      Float(0.5 * sine(Double(position) / period))
    }
    let result = try samples(
      of: CanvasSource(tone, sampleRate: 48000, layout: "mono"), 0..<48000, channels: 1)[0]
    for index in 1000..<47000 {
      let difference = abs(Double(result[index]) - 0.5 * sine(Double(index) / 48))
      #expect(difference < 2e-5)
      if difference >= 2e-5 { break }
    }
  }

  @Test("Samples far beyond full scale survive")
  func headroom() throws {
    let loud = ComputedSource(rate: 44100, layout: "mono", length: 44100) { _, _ in 3 }
    let source = try CanvasSource(loud, sampleRate: 48000, layout: "mono")
    let result = try samples(of: source, 20000..<20100, channels: 1)[0]
    #expect(result.allSatisfy { abs($0 - 3) < 1e-4 })
  }

  @Test("The same rate and layout is the same samples")
  func untouched() throws {
    let source = ComputedSource.noise(rate: 48000, layout: "5.1", length: 5000)
    let canvas = try CanvasSource(source, sampleRate: 48000, layout: "5.1")
    let range = -10..<5010
    #expect(try samples(of: canvas, range, channels: 6) == samples(of: source, range, channels: 6))
  }

  /// A fold-down and its weights, target channel by target channel.
  struct FoldDown: Sendable {
    var source: String
    var target: String
    var weights: [[Float]]
  }

  static let foldDowns: [FoldDown] = {
    let (front, centre): (Float, Float) = (0.41421357, 0.29289323)
    let (wideFront, wideCentre): (Float, Float) = (0.32037723, 0.22654091)
    return [
      FoldDown(source: "mono", target: "stereo", weights: [[1], [1]]),
      FoldDown(source: "mono", target: "5.1", weights: [[0], [0], [1], [0], [0], [0]]),
      FoldDown(source: "stereo", target: "mono", weights: [[0.5, 0.5]]),
      FoldDown(source: "stereo", target: "quad", weights: [[1, 0], [0, 1], [0, 0], [0, 0]]),
      FoldDown(
        source: "5.1", target: "stereo",
        weights: [[front, 0, centre, 0, centre, 0], [0, front, centre, 0, 0, centre]]),
      FoldDown(
        source: "7.1", target: "stereo",
        weights: [
          [wideFront, 0, wideCentre, 0, wideCentre, 0, wideCentre, 0],
          [0, wideFront, wideCentre, 0, 0, wideCentre, 0, wideCentre],
        ]),
    ]
  }()

  @Test("Fold-downs weigh as FFmpeg's do", arguments: foldDowns)
  func matrices(fold: FoldDown) throws {
    let weights = try ChannelMatrix(from: fold.source, to: fold.target).weights
    #expect(weights.count == fold.weights.count)
    for (row, wanted) in zip(weights, fold.weights) {
      #expect(row.count == wanted.count)
      for (weight, other) in zip(row, wanted) { #expect(abs(weight - other) < 1e-6) }
    }
  }

  @Test("5.1 in a stereo canvas: every channel at its place")
  func foldDown() throws {
    let source = ComputedSource(layout: "5.1", length: 6000) { channel, position in
      position / 1000 == channel ? 0.5 : 0
    }
    let result = try samples(of: CanvasSource(source, sampleRate: 48000, layout: "stereo"), 0..<6000, channels: 2)
    let centre: [Float] = [0.5 * 0.29289323, 0.5 * 0.29289323]
    let expected: [[Float]] = [
      [0.20710678, 0], [0, 0.20710678], centre, [0, 0], [centre[0], 0], [0, centre[1]],
    ]
    for (channel, sides) in expected.enumerated() {
      for (side, level) in sides.enumerated() { #expect(abs(result[side][channel * 1000 + 500] - level) < 1e-6) }
    }
  }

  @Test("A layout that is none is an error")
  func unknownLayout() {
    #expect(throws: AVError.self) { try ChannelMatrix(from: "nonsense", to: "stereo") }
  }
}

/// The sine of a number of turns.
func sine(_ turns: Double) -> Double {
  var angle = (turns - turns.rounded()) * 2 * Double.pi
  if angle > Double.pi / 2 { angle = Double.pi - angle }
  if angle < -Double.pi / 2 { angle = -Double.pi - angle }
  var (term, sum) = (angle, angle)
  for step in stride(from: 2.0, to: 24, by: 2) {
    term *= -angle * angle / (step * (step + 1))
    sum += term
  }
  return sum
}
