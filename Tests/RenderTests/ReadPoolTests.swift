import AV
import EDL
import Foundation
import MediaTime
import Render
import Testing

@Suite(.serialized)
struct ReadPoolTests {
  private let origin = SourceRange(
    file: 0, start: SourcePosition(line: 1, column: 1), end: SourcePosition(line: 1, column: 2))
  private let film = Rational(25)

  private func media(_ number: Int) throws -> Media {
    let path = try Tool.make(
      "pool\(number).mkv", Tool.bars(rate: "25", frames: 50, first: 60 * number) + ["-c:v", "libx264", "-g", "25"])
    let info = try #require(MediaProbe.probe(path: path).info)
    return Media(name: "pool\(number)", source: .file(path), info: info, origin: origin)
  }

  @Test("More clips than readers, taking turns")
  func moreClipsThanReaders() throws {
    let all = try (0..<4).map { try media($0) }
    let pool = ReaderPool(maxReaders: 2)
    let sources = all.map { pool.source(for: $0, videoStream: 0, deinterlace: .off) }
    for frame in stride(from: 0, to: 50, by: 9) {
      for (number, source) in sources.enumerated() {
        #expect(try source.picture(at: Time(frame: frame, at: film)).bar8 == 60 * number + frame)
      }
    }
  }

  @Test("Of more layers than readers, only what is too many is opened again")
  func turnsOfManyLayers() throws {
    let all = try (0..<4).map { try media($0) }
    let pool = ReaderPool(maxReaders: 3)
    let sources = all.map { pool.source(for: $0, videoStream: 0, deinterlace: .off) }
    var before = try sources.map { try $0.picture(at: .zero).identity }
    for _ in 0..<6 {
      // An open reader still has its picture; one that was opened again has decoded another.
      let now = try sources.map { try $0.picture(at: .zero).identity }
      #expect(zip(before, now).count { $0 == $1 } >= 2)
      before = now
    }
  }

  @Test("Two clips of one file at different places")
  func twoPlacesOfOneFile() throws {
    let pool = ReaderPool()
    let one = try media(0)
    let (early, late) = (
      pool.source(for: one, videoStream: 0, deinterlace: .off), pool.source(for: one, videoStream: 0, deinterlace: .off)
    )
    for frame in 0..<20 {
      #expect(try early.picture(at: Time(frame: frame, at: film)).bar8 == frame)
      #expect(try late.picture(at: Time(frame: frame + 30, at: film)).bar8 == frame + 30)
    }
  }

  @Test("Image sequences by time, stills at any time")
  func stills() throws {
    var frames: [Media.StillFrame] = []
    for number in 0..<3 {
      let path = try Tool.make(
        "seq\(number).png", Tool.bars(rate: "25", frames: 1, first: number + 1) + ["-pix_fmt", "gray"])
      frames.append(Media.StillFrame(path: path, time: Time(seconds: Rational(number * number))))
    }
    let info = try #require(MediaProbe.probe(path: frames[0].path).info)
    let end = Time(seconds: Rational(5))
    let media = Media(name: "seq", source: .stills(frames, end: end), info: info, origin: origin)
    let source = ReaderPool().source(for: media, videoStream: 0, deinterlace: .off)
    let wanted = [(0, 1), (1, 2), (3, 2), (4, 3), (9, 3), (0, 1)]
    for (second, code) in wanted { #expect(try source.picture(at: Time(seconds: Rational(second))).bar8 == code) }

    let still = Media(name: "still", source: .file(frames[1].path), info: info, origin: origin)
    let single = ReaderPool().source(for: still, videoStream: 0, deinterlace: .auto)
    let first = try single.picture(at: .zero)
    #expect(first.bar8 == 2)
    #expect(try single.picture(at: Time(seconds: Rational(100))).identity == first.identity)
  }

  @Test("A file that is cut off after probing is an error at its place, not a frozen picture")
  func cutOffLater() throws {
    let whole = try Tool.make(
      "cutlater.mkv", Tool.bars(rate: "25", frames: 100) + ["-c:v", "libx264", "-g", "25", "-qp", "10"])
    let info = try #require(MediaProbe.probe(path: whole).info)
    let data = try Data(contentsOf: URL(fileURLWithPath: whole))
    let half = Tool.folder.appendingPathComponent("cutlater_half.mkv").path
    try data.prefix(data.count / 2).write(to: URL(fileURLWithPath: half))
    let reader = try VideoReader(path: half, stream: 0, info: info.video[0])
    #expect(try reader.picture(at: .zero).bar8 == 0)
    var error: MediaError?
    do { for frame in 0..<100 { _ = try reader.picture(at: Time(frame: frame, at: film)) } } catch let caught
      as MediaError
    {
      error = caught
    }
    #expect(error?.code == "media.truncated" || error?.code == "media.unreadable")
    #expect(error?.message.contains(half) == true)
    #expect(
      error?.time.map { $0 > Time(seconds: .one) && $0 < Time(seconds: Rational(3)) } == true, "\(error?.message ?? "")"
    )
    #expect(throws: MediaError.self) {
      try VideoReader(path: half, stream: 0, info: info.video[0]).picture(at: Time(seconds: Rational(3)))
    }
  }
}
