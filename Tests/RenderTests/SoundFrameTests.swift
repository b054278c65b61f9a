import AV
import Testing

@testable import Render

@Suite("Frames of samples")
struct SoundFrameTests {
  /// What a format's frame holds for the given left and right samples, as whole numbers.
  private func values<Sample: FixedWidthInteger>(
    _ format: String, _ samples: [[Float]], bits: Int? = nil, dither: SampleFrameMaker.Dither = .none, pts: Int64 = 7,
    as: Sample.Type
  ) throws -> [[Sample]] {
    let buffer = SampleBuffer(channels: 2, capacity: samples[0].count)
    for (plane, channel) in zip(buffer.planes, samples) { _ = plane.update(from: channel) }
    let sampleFormat = try #require(SampleFormat(named: format))
    let maker = SampleFrameMaker(format: sampleFormat, sampleRate: 48000, layout: "stereo", bits: bits, dither: dither)
    let frame = try maker.frame(of: buffer.planes, count: samples[0].count, pts: pts)
    #expect(frame.sampleCount == samples[0].count)
    #expect(frame.pts == pts)
    return try (0..<2).map { channel in
      let plane = frame.plane(sampleFormat.isPlanar ? channel : 0)
      let bytes = try #require(plane)
      let step = sampleFormat.isPlanar ? 1 : 2
      return UnsafeRawPointer(bytes).withMemoryRebound(to: Sample.self, capacity: samples[0].count * 2) { data in
        (0..<samples[0].count).map { data[$0 * step + (sampleFormat.isPlanar ? 0 : channel)] }
      }
    }
  }

  @Test("16 bits come back as they were", arguments: ["s16", "s16p"])
  func sixteen(format: String) throws {
    let all = (-32768...32767).map { Float($0) / 32768 }
    let result = try values(format, [all, all.reversed()], as: Int16.self)
    #expect(result[0] == Array(Int16.min...Int16.max))
    #expect(result[1] == Array(Int16.min...Int16.max).reversed())
  }

  @Test("24 bits come back as they were, in the upper bits")
  func twentyFour() throws {
    let numbers = [Int32](stride(from: -8_388_608, through: 8_388_607, by: 997)) + [8_388_607, -1, 1, 0]
    let floats = numbers.map { Float($0) / 8_388_608 }
    let result = try values("s32", [floats, floats], bits: 24, as: Int32.self)
    #expect(result[1] == numbers.map { $0 << 8 })
  }

  @Test("What is between goes to the nearest, a tie to the even one; what is beyond is clamped")
  func rounding() throws {
    let steps: [Float] = [0.5, 1.5, -0.5, -1.5, 0.49, 0.51, 40000, -40000, .nan]
    let floats = steps.map { $0 / 32768 }
    let result = try values("s16", [floats, floats], as: Int16.self)
    #expect(result[0] == [0, 2, 0, -2, 0, 1, 32767, -32768, 0])
    let wide = try values("s32p", [[1, -1, 0.5], [2, -2, 0]], as: Int32.self)
    #expect(wide == [[.max, .min, 1 << 30], [.max, .min, 0]])
    #expect(try values("u8", [[0, 1], [-1, 0.25]], as: UInt8.self) == [[128, 255], [0, 160]])
  }

  @Test("Dither leaves whole steps alone")
  func ditherOfWholeSteps() throws {
    let all = (-32768...32767).map { Float($0) / 32768 }
    let result = try values("s16", [all, all.map { _ in 0 }], dither: .triangular, as: Int16.self)
    #expect(result[0] == Array(Int16.min...Int16.max))
    #expect(result[1].allSatisfy { $0 == 0 })
  }

  /// Rounded triangular noise of ±1 step on any constant has the constant as its mean and, with the
  /// rounding's 1/12 and the noise's 2/12, a variance of 1/4: TPDF dither makes both independent of
  /// the signal.
  @Test(
    "Dithered rounding is right on average, with the same noise at every level", arguments: [0.1, 0.25, 0.5, 100.9])
  func ditherStatistics(level: Double) throws {
    let count = 40000
    let plane = [Float](repeating: Float(level / 32768), count: count)
    let result = try values("s16p", [plane, plane], dither: .triangular, as: Int16.self)
    for channel in result {
      let mean = channel.reduce(0.0) { $0 + Double($1) } / Double(count)
      let variance = channel.reduce(0.0) { $0 + (Double($1) - mean) * (Double($1) - mean) } / Double(count)
      // Four standard errors of 0.5 / √40000.
      #expect(abs(mean - level) < 0.01)
      #expect(abs(variance - 0.25) < 0.02)
    }
    #expect(result[0] != result[1])
  }

  @Test("Dither is a function of the position, wherever a frame is cut")
  func ditherPosition() throws {
    let plane = (0..<64).map { Float($0) * 0.00001 }
    let whole = try values("s16", [plane, plane], dither: .triangular, pts: 100, as: Int16.self)
    let part = try values(
      "s16", [Array(plane[20...]), Array(plane[20...])], dither: .triangular, pts: 120, as: Int16.self)
    #expect(whole.map { Array($0[20...]) } == part)
  }

  @Test("Floats pass as they are")
  func floats() throws {
    let floats: [Float] = [0.1, -1.5, 3e-9]
    let result = try values("fltp", [floats, floats], as: UInt32.self)
    #expect(result[0] == floats.map(\.bitPattern))
    #expect(try values("flt", [floats, floats], as: UInt32.self) == result)
    let doubles = try values("dbl", [floats, floats], as: UInt64.self)
    #expect(doubles[1] == floats.map { Double($0).bitPattern })
  }
}
