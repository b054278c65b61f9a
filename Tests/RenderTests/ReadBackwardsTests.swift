import AV
import EDL
import Foundation
import MediaTime
import Render
import Testing

@Suite(.serialized)
struct ReadBackwardsTests {
  @Test("A long GOP played backwards", arguments: ["h264", "hevc", "mpeg2"])
  func longGroup(_ codec: String) throws {
    let options = [
      "h264": ["-c:v", "libx264", "-preset", "veryfast", "-g", "250", "-sc_threshold", "0"],
      "hevc": ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=none:keyint=250:scenecut=0"],
      "mpeg2": ["-c:v", "mpeg2video", "-bf", "2", "-g", "100", "-sc_threshold", "1000000000", "-q:v", "4"],
    ]
    let path = try Tool.make(
      "back_\(codec).mkv",
      ["-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=12"] + (options[codec] ?? []) + ["-pix_fmt", "yuv420p"])
    let truth = try LinearDecode(path, video: 0)
    let reader = try openVideo(path).reader
    for number in (0..<truth.pictures.count).reversed() {
      let picture = try reader.picture(at: truth.moment(number))
      #expect(try picture.frame.pictureMD5() == truth.pictures[number].md5, "\(number)")
    }
    // And forwards again, far and near.
    for number in [10, 11, 200, 260, 261, 30] {
      #expect(try reader.picture(at: truth.moment(number)).frame.pictureMD5() == truth.pictures[number].md5)
    }
  }

  @Test("The same picture keeps its identity, another has another")
  func identities() throws {
    let path = try Tool.make("identity.mkv", Tool.bars(rate: "25", frames: 20) + ["-c:v", "ffv1"])
    let reader = try openVideo(path).reader
    let rate = Rational(100)
    let pictures = try (0..<80).map { try reader.picture(at: Time(frame: $0, at: rate)) }
    for number in 0..<80 {
      #expect(pictures[number].bar8 == number / 4)
      #expect((pictures[number].identity == pictures[number / 4 * 4].identity))
    }
    #expect(Set(pictures.map(\.identity)).count == 20)
    let before = try reader.picture(at: Time(seconds: Rational(-1)))
    let after = try reader.picture(at: Time(seconds: Rational(100)))
    #expect(before.bar8 == 0 && after.bar8 == 19)
  }
}
