import AV
import EDL
import Foundation
import MediaTime
import Render
import Testing

/// Every video of the corpus, read in stretches and scattered, against a linear decode from outside.
@Suite(.enabled(if: Shared.exists), .serialized)
struct ReadCorpusTests {
  static let files = Shared.files("video") + Shared.files("video/color_quads")

  /// Two pictures with one timestamp: the first of them is never on display.
  private static let neverShown = ["autoeditor-h264-mjpeg.mkv": [3], "autoeditor-h264-png.mkv": [3]]

  /// Some packets stand for "the same picture goes on" and give none.
  private static let lessThanPackets = ["coccinella-FakeSample.mov"]

  @Test(arguments: files)
  func equalsLinearDecode(_ path: String) throws {
    let name = (path as NSString).lastPathComponent
    guard let info = MediaProbe.probe(path: path).info, info.kind == .video else { return }
    let streams = try Self.videoStreams(path)
    #expect(streams.count == info.video.count, "\(name)")
    for (number, stream) in streams.enumerated() {
      let decoder =
        info.video[number].hasAlpha ? ["vp8": "libvpx", "vp9": "libvpx-vp9"][info.video[number].codec] : nil
      let truth = try LinearDecode(path, video: stream, decoder: decoder)
      try compare(path, number, info, truth, skipping: Self.neverShown[name] ?? [])
      try checkDuration(name, info.video[number], truth)
    }
  }

  private func compare(_ path: String, _ stream: Int, _ info: MediaInfo, _ truth: LinearDecode, skipping: [Int]) throws
  {
    let count = truth.pictures.count
    let size = info.video[stream].codedSize
    let stretch = max(6, min(40, 60_000_000 / (size.width * size.height)))
    var generator = SeededGenerator()
    let stretches: [(name: String, numbers: [Int])] = [
      ("start", Array(0..<min(stretch, count))),
      ("middle", Array(count / 2..<min(count, count / 2 + stretch))),
      ("end", Array(max(0, count - stretch)..<count)),
      ("backwards", Array((max(0, count - stretch)..<count).reversed())),
      ("scattered", Array((0..<count).shuffled(using: &generator).prefix(stretch / 2))),
    ]
    for (name, numbers) in stretches {
      let reader = try VideoReader(path: path, stream: stream, info: info.video[stream])
      for number in numbers where !skipping.contains(number) {
        let picture = try reader.picture(at: truth.moment(number))
        let md5 = try picture.frame.pictureMD5()
        #expect(md5 == truth.pictures[number].md5, "\(path): picture \(number), \(name)")
      }
    }
  }

  /// The picture ends where its last frame does.
  private func checkDuration(_ name: String, _ info: VideoStreamInfo, _ truth: LinearDecode) throws {
    let duration = try #require(info.duration)
    let last = try #require(truth.pictures.last).time
    #expect(duration.seconds > last, "\(name)")
    if let rate = info.frameRate, !info.isVariableRate, !Self.lessThanPackets.contains(name) {
      #expect(try duration.exactFrames(at: rate).rounded == Int64(truth.pictures.count), "\(name)")
    }
  }

  /// The stream numbers of moving pictures, cover pictures left out.
  private static func videoStreams(_ path: String) throws -> [Int] {
    let text = try Tool.run([
      "ffprobe", "-v", "error", "-select_streams", "v", "-show_entries",
      "stream=index:stream_disposition=attached_pic,timed_thumbnails",
      "-of", "csv=p=0", path,
    ])
    return text.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: ",").compactMap { Int($0) }
      return fields.count >= 2 && fields[1] == 0 && (fields.count < 3 || fields[2] == 0) ? fields[0] : nil
    }
  }
}

/// The same sequence in every run.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
