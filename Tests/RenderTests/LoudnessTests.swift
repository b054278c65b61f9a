import AV
import Foundation
import MediaTime
import Testing

@testable import Render

/// Loudness against the signals and values that EBU Tech 3341 and 3342 give, and against FFmpeg's meter.
@Suite("Loudness")
struct LoudnessTests {
  /// A tone of 1 kHz, for some seconds at some dBFS; or at a level of its own in each channel.
  private func reading(
    _ stretches: [(seconds: Double, level: Double)], rate: Int = 8000, layout: String = "stereo",
    levels: [Double] = []
  ) throws -> LoudnessReading {
    let meter = try LoudnessMeter(sampleRate: rate, layout: layout)
    let wave = (0..<rate / 1000).map { sin(2 * .pi * Double($0) * 1000 / Double(rate)) }
    let channels = levels.isEmpty ? 2 : levels.count
    let block = SampleBuffer(channels: channels, capacity: rate / 10)
    for stretch in stretches {
      for (channel, plane) in block.planes.enumerated() {
        let level = pow(10, (stretch.level + (levels.isEmpty ? 0 : levels[channel])) / 20)
        for index in plane.indices { plane[index] = Float(wave[index % wave.count] * level) }
      }
      for _ in 0..<Int((stretch.seconds * 10).rounded()) { meter.add(block.planes, count: block.capacity) }
    }
    return meter.finish()
  }

  @Test("Tech 3341, 1 and 2: a steady tone", arguments: [-23.0, -33.0])
  func steady(level: Double) throws {
    let read = try reading([(5, level)], rate: 48000)
    for value in [read.integrated, read.shortTerm, read.momentary] { #expect(try abs(#require(value) - level) < 0.1) }
    #expect(abs(LoudnessReading.decibels(ofAmplitude: read.samplePeak) - level) < 0.01)
    #expect(try #require(read.range) < 0.1)
  }

  @Test(
    "Tech 3341, 4 and 5: what is soft does not count",
    arguments: [
      [(10, -72), (10, -36), (60, -23), (10, -36), (10, -72)],
      [(20, -26), (20.1, -20), (20, -26)],
    ] as [[(Double, Double)]])
  func gates(stretches: [(Double, Double)]) throws {
    #expect(try abs(#require(try reading(stretches).integrated) + 23) < 0.1)
  }

  @Test("Tech 3341, 6: five channels, those at the sides count more; LFE never counts")
  func surround() throws {
    let five = try reading([(5, 0)], layout: "5.0(side)", levels: [-28, -28, -24, -30, -30])
    #expect(try abs(#require(five.integrated) + 23) < 0.1)
    for layout in ["5.1", "5.1(side)"] {
      let read = try reading([(5, 0)], layout: layout, levels: [-28, -28, -24, 0, -30, -30])
      #expect(read.integrated == five.integrated)
    }
  }

  @Test("What stands at 135 degrees counts as the front does: BS.1770-4, table 4")
  func eightChannels() {
    let names = ["FL", "FR", "FC", "LFE", "BL", "BR", "SL", "SR"]
    #expect(LoudnessMeter.weights(of: names) == [1, 1, 1, 0, 1, 1, 1.41, 1.41])
    #expect(LoudnessMeter.weights(of: ["FL", "FR", "BL", "BR"]) == [1, 1, 1.41, 1.41])
  }

  @Test(
    "Tech 3342, 1 and 4: the range",
    arguments: [
      ([(20, -20), (20, -30)], 10),
      ([(20, -50), (20, -35), (20, -20), (20, -35), (20, -50)], 15),
    ] as [([(Double, Double)], Double)])
  func range(stretches: [(Double, Double)], expected: Double) throws {
    // The document allows 1 LU.
    #expect(try abs(#require(try reading(stretches, rate: 4000).range) - expected) < 0.2)
  }

  @Test(
    "Tech 3341, 15 to 19: the wave is higher than its samples",
    arguments: [(4, 0, 0.5), (4, 45, 0.5), (6, 60, 0.5), (8, 67.5, 0.5), (4, 45, 1.41)] as [(Double, Double, Double)])
  func truePeak(period: Double, phase: Double, amplitude: Double) throws {
    let meter = try LoudnessMeter(sampleRate: 48000, layout: "mono")
    let buffer = SampleBuffer(channels: 1, capacity: 4800)
    for index in buffer.planes[0].indices {
      // It fades in and out: a tone that starts at once is higher than its own amplitude.
      let envelope = min(1, Double(min(index, 4799 - index)) / 1000)
      buffer.planes[0][index] = Float(amplitude * envelope * sin(2 * .pi * (Double(index) / period + phase / 360)))
    }
    meter.add(buffer.planes, count: 4800)
    let decibels = LoudnessReading.decibels(ofAmplitude: meter.finish().truePeak)
    #expect(decibels - 20 * log10(amplitude) < 0.2 && decibels - 20 * log10(amplitude) > -0.4)
  }

  @Test("Silence and what is too short have no loudness; a number that is none does no harm")
  func nothing() throws {
    let silence = try reading([(4, -.infinity)])
    #expect(silence == LoudnessReading())
    #expect(LoudnessReading.decibels(ofAmplitude: silence.truePeak) == -.infinity)
    let short = try reading([(0.3, -20)])
    #expect(short.integrated == nil && short.momentary == nil && short.samplePeak > 0.09)
    let meter = try LoudnessMeter(sampleRate: 8000, layout: "mono")
    let buffer = SampleBuffer(channels: 1, capacity: 40000)
    for index in 0..<40000 { buffer.planes[0][index] = index == 9 ? .nan : Float(sin(Double(index) * 0.7854)) / 10 }
    meter.add(buffer.planes, count: 40000)
    #expect(try abs(#require(meter.finish().integrated) + 23) < 0.2)
  }

  @Test("It reads the same however the samples come, and tells every tenth of a second")
  func blocks() throws {
    let length = 8000 * 4
    let source = ComputedSource.noise(rate: 8000, layout: "stereo", length: length)
    let whole = SampleBuffer(channels: 2, capacity: length)
    source.read(at: 0, count: length, into: whole.planes)
    let readings = try [length, 4096, 37].map { block in
      var steps: [LoudnessMeter.Step] = []
      let meter = try LoudnessMeter(sampleRate: 8000, layout: "stereo") { steps.append($0) }
      for start in stride(from: 0, to: length, by: block) {
        let count = min(block, length - start)
        meter.add(whole.planes(from: start, count: count), count: count)
      }
      #expect(steps.count == 40)
      #expect(steps[2].momentary == nil && steps[3].momentary != nil)
      #expect(steps[28].shortTerm == nil && steps[29].shortTerm != nil)
      return meter.finish()
    }
    #expect(Set(readings).count == 1)
  }

  @Test(
    "FFmpeg's meter says the same",
    arguments: [("mono", 44100), ("stereo", 96000), ("5.1", 48000)])
  func judge(layout: String, rate: Int) throws {
    let channels = try channelCount(ofLayout: layout)
    let voices = (0..<channels).map {
      "(0.3+0.2*sin(2*PI*0.3*t+\($0)))*sin(2*PI*\(200 + 731 * $0)*t)+0.2*gt(mod(t,2),1.2)*(random(\($0))-0.5)"
    }
    let file = Tool.folder.appendingPathComponent("loudness-\(layout)-\(rate).wav").path
    try Tool.run([
      "ffmpeg", "-y", "-f", "lavfi", "-i", "aevalsrc='\(voices.joined(separator: "|"))':c=\(layout):s=\(rate):d=4",
      "-c:a", "pcm_f32le", file,
    ])
    let text = try Tool.run(["sh", "-c", "ffmpeg -nostats -i \(file) -af ebur128=peak=true+sample -f null - 2>&1"])
    let summary = text.components(separatedBy: "Summary:").last ?? ""
    let judged = summary.matches(of: #/(I|Peak): +(-?[0-9.]+) /#).compactMap { Double($0.2) }
    try #require(judged.count == 3)
    let samples = try Data(contentsOf: URL(fileURLWithPath: file)).suffix(4 * rate * channels * 4)
    let buffer = SampleBuffer(channels: channels, capacity: 4 * rate)
    samples.withUnsafeBytes { bytes in
      for index in 0..<4 * rate * channels {
        buffer.planes[index % channels][index / channels] = bytes.loadUnaligned(
          fromByteOffset: index * 4, as: Float.self)
      }
    }
    let meter = try LoudnessMeter(sampleRate: rate, layout: layout)
    meter.add(buffer.planes, count: 4 * rate)
    let read = meter.finish()
    #expect(try abs(#require(read.integrated) - judged[0]) <= 0.06)
    #expect(abs(LoudnessReading.decibels(ofAmplitude: read.samplePeak) - judged[1]) <= 0.051)
    #expect(abs(LoudnessReading.decibels(ofAmplitude: read.truePeak) - judged[2]) <= 0.25)
  }
}
