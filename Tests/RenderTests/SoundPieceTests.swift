import AV
import Testing

@testable import Render

@Suite("Pieces of sound")
struct SoundPieceTests {
  @Test("Pieces cover a stream; the last one takes a short rest", arguments: [1, 900, 1535, 1536, 5000, 100_000])
  func layout(frames: Int) {
    let layout = PieceLayout(frames: frames)
    #expect(layout.bodies.first?.lowerBound == 0)
    #expect(layout.bodies.last?.upperBound == frames)
    for (piece, next) in zip(layout.bodies, layout.bodies.dropFirst()) {
      #expect(piece.upperBound == next.lowerBound)
      #expect(piece.count == 1024)
    }
    #expect(frames < 512 || layout.bodies.allSatisfy { (512..<1536).contains($0.count) })
    for piece in layout.bodies.indices.dropLast() {
      // Both pieces have the packets around every join, and two more on either side.
      for packet in layout.candidates(after: piece) {
        #expect(layout.fed(piece).contains(packet + 3))
        #expect(packet - 40 > layout.fed(piece + 1).lowerBound)
      }
    }
  }

  /// A stream of a soft tone with a click every 500 samples from frame 40 to frame 60.
  private func input(_ frames: Range<Int>) -> PieceInput {
    let input = PieceInput(frames: frames, frameSize: 1024, channels: 1)
    let samples = SampleBuffer(channels: 1, capacity: input.range.count)
    for index in 0..<input.range.count {
      let position = input.range.lowerBound + index
      let triangle = Float(position % 200 < 100 ? position % 100 : 100 - position % 100) / 1000
      let isClick = (40 * 1024..<60 * 1024).contains(position) && position % 500 < 8
      samples.planes[0][index] = triangle + (isClick ? 0.8 : 0)
    }
    input.take(samples.planes, at: input.range.lowerBound, count: input.range.count)
    return input
  }

  private var audio: AudioPlan {
    get throws {
      let format = try #require(SampleFormat(named: "fltp"))
      let bus = SoundFormat(sampleRate: 48000, layout: "mono")
      return AudioPlan(
        settings: EncoderSettings(
          encoder: "aac", input: .audio(sampleRate: 48000, layout: "mono", format: format),
          options: [.init(name: "b", value: "96k")], hasGlobalHeader: true),
        bus: bus, stream: bus, samples: SampleFrameMaker(format: format, sampleRate: 48000, layout: "mono"),
        trimming: .delay, length: 100 * 1024, isDefault: true)
    }
  }

  @Test("Two encodings join where both have long windows, and nowhere else")
  func joints() throws {
    let audio = try audio
    let first = try EncodedPiece.encode(input(0..<100), audio) {}
    let second = try EncodedPiece.encode(input(10..<100), audio) {}
    // A frame of silence in front, and the samples of frame i in packet i + 1.
    #expect(first.packets.count == 101)
    #expect(second.first == 10 && second.packets.count == 91)
    let joint = PieceJoint(
      parameters: try Encoder(audio.settings).streamParameters(), channels: 1, frameSize: 1024)
    let places = try (14..<98).filter { try joint.holds(first, second, after: $0) }
    #expect(places.filter { (20...35).contains($0) }.count > 5)
    #expect(places.filter { (65...95).contains($0) }.count > 10)
    // With a click in every half frame the windows are short.
    #expect(places.allSatisfy { !(43...58).contains($0) })
    #expect(try !joint.holds(first, second, after: 200))
  }

  @Test("A piece and the next one as a single one have all samples once")
  func joinedInput() throws {
    let whole = input(0..<30)
    let joined = input(0..<20).joined(with: input(12..<30))
    #expect(joined.frames == 0..<30)
    #expect(Array(joined.planes[0]) == Array(whole.planes[0]))
  }
}
