internal import Foundation
internal import Testing

/// Two hours at 30000/1001 in a thousand clips: nothing adds up along the way.
@Suite struct LongProgrammeTests {
  private static let rate = 16000

  /// The sample at a frame's edge: rounded once from the exact time, ties up.
  private static func edge(_ frame: Int) -> Int {
    Int((Double(2 * frame * 1001 * rate + 30000) / 60000).rounded(.down))
  }

  /// A sample of the source, which tells its position.
  private static func sample(_ position: Int) -> Int16 { Int16(truncatingIfNeeded: position &* 40503 &>> 3) }

  @Test func everyCutIsAtItsSampleAfterTwoHours() throws {
    let folder = try Folder()
    try folder.writeSound("told.wav", (0..<Self.rate * 12).map(Self.sample), channels: 1, rate: Self.rate)
    let clips = (0..<1000).map { (start: $0 * 13 % 100, frames: 216 + $0 % 7 - 3) }
    let items = clips.map { "      - {clip: told.wav, in: \($0.start)f, duration: \($0.frames)f}" }
    try folder.write(
      "film.yaml",
      """
      edlrender: 1
      canvas: {fps: 30000/1001, sample_rate: \(Self.rate), channels: mono}
      tracks:
        - kind: audio
          items:
      \(items.joined(separator: "\n"))
      outputs: [{path: film.wav, video: off, audio: [{codec: pcm_s16le}]}]
      """)
    #expect(try edlrender("film.yaml", "--no-cache", in: folder).status == 0)
    let file = try #require(FileHandle(forReadingAtPath: folder("film.wav")))
    let length = Self.edge(clips.reduce(0) { $0 + $1.frames })
    #expect(length > 7190 * Self.rate)
    let header = try Int(file.seekToEnd()) - 2 * length
    #expect((44...4096).contains(header))
    func written(_ position: Int) throws -> Int16 {
      try file.seek(toOffset: UInt64(header + 2 * position))
      let bytes = try file.read(upToCount: 2) ?? Data()
      return Int16(bitPattern: UInt16(bytes[0]) | UInt16(bytes[1]) << 8)
    }
    var frame = 0
    for (number, clip) in clips.enumerated() {
      let (start, end) = (Self.edge(frame), Self.edge(frame + clip.frames))
      // The source's sample nearest to the exact time of the first one.
      let source = start + Self.edge(clip.start - frame)
      #expect(try written(start) == Self.sample(source), "the first sample of clip \(number)")
      #expect(try written(end - 1) == Self.sample(source + end - 1 - start), "the last sample of clip \(number)")
      frame += clip.frames
    }
  }
}
