import AV
import EDL
import Foundation
import MediaTime
import Render
import Testing

@Suite(.serialized)
struct ReadFieldTests {
  /// A bar that moves by two pixels a field, the lower field first.
  private static func movingBar() throws -> String {
    let luma = "if(between(X,2*N+10,2*N+25),235,16)"
    return try Tool.make(
      "int01.mp4",
      [
        "-f", "lavfi", "-i",
        "nullsrc=s=160x128:r=50,trim=end_frame=50,format=yuv420p,geq=lum='\(luma)':cb=128:cr=128,tinterlace=interleave_bottom",
        "-c:v", "libx264", "-qp", "8", "-flags", "+ilme+ildct", "-x264opts", "bff=1", "-bf", "0",
      ])
  }

  private func centre(_ picture: Picture) -> Double {
    var (sum, count) = (0, 0)
    for row in 0..<128 {
      for column in 0..<160 where picture.luma(column, row) > 128 { (sum, count) = (sum + column, count + 1) }
    }
    return count == 0 ? -1 : Double(sum) / Double(count)
  }

  @Test("INT-01: fields come out in their own order")
  func fieldOrder() throws {
    let path = try Self.movingBar()
    let (reader, info) = try openVideo(path, deinterlace: .auto)
    #expect(info.video[0].fieldOrder == .bottomFirst)
    let centres = try (0..<50).map { centre(try reader.picture(at: Time(frame: $0, at: Rational(50)))) }
    for (number, centre) in centres.enumerated() {
      #expect(abs(centre - Double(17.5 + 2 * Double(number))) < 0.6, "\(number)")
    }
    let halved = try (0..<25).map { centre(try reader.picture(at: Time(frame: $0, at: Rational(25)))) }
    for (number, centre) in halved.enumerated() {
      #expect(abs(centre - Double(17.5 + 4 * Double(number))) < 1, "\(number)")
    }
    // As frames, both fields of one are woven.
    let woven = try openVideo(path, deinterlace: .off).reader
    #expect(try woven.picture(at: .zero).identity == woven.picture(at: Time(frame: 1, at: Rational(50))).identity)
  }

  @Test("A start in the middle equals a run from the start", arguments: [PictureFields.Deinterlace.auto, .bob])
  func middleEqualsStart(_ kind: PictureFields.Deinterlace) throws {
    let path = try Self.movingBar()
    let rate = Rational(50)
    let whole = try openVideo(path, deinterlace: kind).reader
    let truth = try (0..<50).map { try whole.picture(at: Time(frame: $0, at: rate)).frame.pictureMD5() }
    #expect(Set(truth).count == 50)
    var generator = SeededGenerator()
    let scattered = try openVideo(path, deinterlace: kind).reader
    for number in [49, 25, 26, 27, 0] + Array(0..<50).shuffled(using: &generator) {
      #expect(try scattered.picture(at: Time(frame: number, at: rate)).frame.pictureMD5() == truth[number], "\(number)")
    }
    for number in stride(from: 1, to: 50, by: 7) {
      let fresh = try openVideo(path, deinterlace: kind).reader
      #expect(try fresh.picture(at: Time(frame: number, at: rate)).frame.pictureMD5() == truth[number], "\(number)")
    }
  }

  @Test("The pictures are bwdif's own", .enabled(if: Shared.exists))
  func equalsLinearDecode() throws {
    let path = Shared.path("video/k3bphotosvcd.mpg")
    let truth = try LinearDecode(path, video: 0, filter: "bwdif=send_field:auto:interlaced")
    let reader = try openVideo(path, deinterlace: .auto).reader
    for number in Array(0..<20) + [400, 401, 250] {
      #expect(
        try reader.picture(at: Time(frame: number, at: Rational(50))).frame.pictureMD5() == truth.pictures[number].md5)
    }
  }
}
