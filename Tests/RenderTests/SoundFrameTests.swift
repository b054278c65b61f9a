import AV
import Testing

@testable import Render

@Suite("Frames of samples")
struct SoundFrameTests {
  /// What a format's frame holds for the given left and right samples, as whole numbers.
  private func values<Sample: FixedWidthInteger>(
    _ format: String, _ samples: [[Float]], bits: Int? = nil, as: Sample.Type
  ) throws -> [[Sample]] {
    let buffer = SampleBuffer(channels: 2, capacity: samples[0].count)
    for (plane, channel) in zip(buffer.planes, samples) { _ = plane.update(from: channel) }
    let sampleFormat = try #require(SampleFormat(named: format))
    let maker = SampleFrameMaker(format: sampleFormat, sampleRate: 48000, layout: "stereo", bits: bits)
    let frame = try maker.frame(of: buffer.planes, count: samples[0].count, pts: 7)
    #expect(frame.sampleCount == samples[0].count)
    #expect(frame.pts == 7)
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
