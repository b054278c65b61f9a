import AV
import EDL
import Foundation
import MediaTime
import Render
import Testing

/// Faults of other renderers, by the numbers of the corpus of reports, as far as reading goes.
@Suite(.serialized)
struct ReadCaseTests {
  private let film = Rational(25)

  @Test("SEEK-01: the first frames of an MP4 with B-frames")
  func firstFramesWithBFrames() throws {
    let path = try Tool.make(
      "seek01.mp4",
      Tool.bars(rate: "25", frames: 50) + Tool.beeps(seconds: "2") + [
        "-c:v", "libx264", "-qp", "10", "-pix_fmt", "yuv420p", "-bf", "2", "-x264-params", "b-adapt=0", "-c:a", "aac",
      ])
    let shifted = try Tool.make("seek01n.mp4", ["-i", path, "-c", "copy", "-movflags", "+negative_cts_offsets"])
    for path in [path, shifted] {
      let (_, info) = try openVideo(path)
      #expect(info.video[0].duration == Time(seconds: Rational(2)))
      #expect(info.video[0].frameRate == film)
      #expect(try bars(path, rate: film, frames: 0..<50) == Array(0..<50))
      #expect(try bars(path, rate: film, frames: 1..<2) == [1])
      let sound = try samples(AudioReader(path: path, stream: 0, info: info), 0..<96000)[0]
      let found = onsets(sound)
      #expect(found.count == 2 && abs(found[0]) <= 32 && abs(found[1] - 48000) <= 32, "\(found)")
    }
  }

  @Test("SEEK-02: open GOPs backwards and from every place")
  func openGroups() throws {
    let path = try Tool.make(
      "seek02.mp4",
      Tool.bars(rate: "25", frames: 50) + [
        "-c:v", "libx264", "-qp", "10", "-x264-params",
        "open-gop=1:keyint=12:min-keyint=12:scenecut=0:bframes=3:b-adapt=0", "-pix_fmt", "yuv420p",
      ])
    let truth = try LinearDecode(path, video: 0)
    let (reader, info) = try openVideo(path)
    for number in (0..<50).reversed() {
      let picture = try reader.picture(at: Time(frame: number, at: film))
      #expect(picture.bar8 == number)
      #expect(try picture.frame.pictureMD5() == truth.pictures[number].md5)
      // A reader of its own for each, as for clips of one frame.
      let fresh = try VideoReader(path: path, stream: 0, info: info.video[0])
      #expect(try fresh.picture(at: Time(frame: number, at: film)).frame.pictureMD5() == truth.pictures[number].md5)
    }
  }

  @Test("SEEK-04: an edit list that starts in the middle of a GOP")
  func editListInsideGroup() throws {
    let source = try Tool.make(
      "seek04_src.mp4",
      Tool.bars(rate: "25", frames: 50) + Tool.beeps(seconds: "2") + [
        "-c:v", "libx264", "-qp", "10", "-pix_fmt", "yuv420p", "-g", "25", "-bf", "2", "-c:a", "aac",
      ])
    let path = try Tool.make("seek04.mp4", ["-ss", "0.48", "-i", source, "-c", "copy"])
    let (reader, info) = try openVideo(path)
    #expect(try info.video[0].duration == Time(frame: 38, at: film))
    #expect(try bars(path, rate: film, frames: 0..<38) == Array(12..<50))
    #expect(try reader.picture(at: .zero).bar8 == 12)
    #expect(try bars(path, rate: film, frames: 13..<18) == Array(25..<30))
    let sound = try samples(AudioReader(path: path, stream: 0, info: info), 0..<60000)[0]
    let found = onsets(sound)
    #expect(found.contains { abs($0 - 24960) <= 64 }, "\(found)")
  }

  @Test("SEEK-05: a stream whose clock does not start at zero")
  func lateClock() throws {
    let path = try Tool.make(
      "seek05.ts",
      Tool.bars(rate: "25", frames: 50) + Tool.beeps(seconds: "2") + [
        "-c:v", "libx264", "-qp", "10", "-pix_fmt", "yuv420p", "-bf", "2", "-c:a", "aac", "-f", "mpegts",
      ])
    let info = try openVideo(path).info
    #expect(info.video[0].duration == Time(seconds: Rational(2)))
    #expect(try bars(path, rate: film, frames: 0..<50) == Array(0..<50))
    #expect(try bars(path, rate: film, frames: 25..<35) == Array(25..<35))
    let sound = try samples(AudioReader(path: path, stream: 0, info: info), 0..<96000)[0]
    let second = try #require(onsets(sound).last)
    #expect(abs(second - 48000) <= 1024 + 64)
  }

  @Test("VFR-01: a rate that changes in mid-stream")
  func changingRate() throws {
    let times = ",settb=1/1000,setpts='if(lt(N,10),N*100,1000+(N-10)*20)'"
    let path = try Tool.make(
      "vfr01.mkv",
      Tool.bars(rate: "50", frames: 60, then: times) + Tool.beeps(seconds: "2") + [
        "-vsync", "passthrough", "-enc_time_base", "1/1000", "-c:v", "libx264", "-qp", "10", "-pix_fmt", "yuv420p",
        "-g", "60", "-c:a", "pcm_s16le",
      ])
    let info = try openVideo(path).info
    #expect(info.video[0].isVariableRate)
    #expect(info.video[0].duration == Time(seconds: Rational(2)))
    let wanted = (0..<50).map { $0 < 25 ? $0 * 2 / 5 : 10 + 2 * ($0 - 25) }
    #expect(try bars(path, rate: film, frames: 0..<50) == wanted)
    let found = onsets(try samples(AudioReader(path: path, stream: 0, info: info), 0..<96000)[0])
    #expect(found == [0, 48000])
  }

  @Test("VFR-03: jittering 90 kHz timestamps")
  func jitteringTimestamps() throws {
    let path = try Tool.make(
      "vfr03.mp4",
      Tool.bars(rate: "30", frames: 60, then: ",settb=1/90000,setpts='N*3000+mod(N*N*31,1777)'") + [
        "-vsync", "passthrough", "-enc_time_base", "1/90000", "-video_track_timescale", "90000", "-c:v", "libx264",
        "-qp", "10", "-pix_fmt", "yuv420p", "-bf", "0",
      ])
    let info = try openVideo(path).info
    let rate = try #require(info.video[0].frameRate)
    let ntsc = try Rational(30000, over: 1001)
    #expect(rate == Rational(30) || rate == ntsc)
    #expect(info.video[0].isVariableRate)
    let duration = try #require(info.video[0].duration)
    let codes = try bars(path, rate: rate, frames: 0..<(try duration.frames(at: rate)))
    #expect(codes.first == 0 && codes.last ?? 0 >= 58 && codes == codes.sorted())
    #expect((59...61).contains(codes.count))
  }

  @Test("VFR-04: Matroska's milliseconds at 23.976")
  func roundedTimestamps() throws {
    let path = try Tool.make(
      "vfr04.mkv",
      Tool.bars(rate: "24000/1001", frames: 96) + ["-c:v", "libx264", "-qp", "10", "-pix_fmt", "yuv420p"])
    let rate = try Rational(24000, over: 1001)
    let info = try openVideo(path).info
    #expect(info.video[0].frameRate == rate)
    #expect(!info.video[0].isVariableRate)
    #expect(try info.video[0].duration == Time(frame: 96, at: rate))
    #expect(try bars(path, rate: rate, frames: 0..<96) == Array(0..<96))
    for start in stride(from: 0, to: 96, by: 12) {
      #expect(try bars(path, rate: rate, frames: start..<start + 12) == Array(start..<start + 12))
    }
  }

  @Test("CUT-03: the pictures held back at the end", arguments: ["cut03.mp4", "cut03h.mp4", "cut03.avi"])
  func drainsDecoder(_ name: String) throws {
    let options = [
      "cut03.mp4": [
        "-c:v", "libx264", "-qp", "10", "-x264-params",
        "bframes=8:b-adapt=0:b-pyramid=normal:ref=8:keyint=250:scenecut=0",
      ],
      "cut03h.mp4": ["-c:v", "libx265", "-x265-params", "log-level=none:bframes=8:b-adapt=0:qp=10", "-tag:v", "hvc1"],
      "cut03.avi": ["-c:v", "mpeg4", "-q:v", "2", "-bf", "2"],
    ]
    let path = try Tool.make(name, Tool.bars(rate: "25", frames: 50) + (options[name] ?? []) + ["-pix_fmt", "yuv420p"])
    #expect(try openVideo(path).info.video[0].duration == Time(seconds: Rational(2)))
    #expect(try bars(path, rate: film, frames: 0..<50) == Array(0..<50))
    #expect(try bars(path, rate: film, frames: 45..<50) == Array(45..<50))
  }

  @Test("SYNC-01, SYNC-03: picture and sound of different lengths")
  func lengthsAreTheirOwn() throws {
    let short = try Tool.make(
      "sync01.mov",
      Tool.bars(rate: "25", frames: 25) + Tool.beeps(seconds: "0.96") + [
        "-c:v", "libx264", "-qp", "10", "-pix_fmt", "yuv420p", "-c:a", "pcm_s16le",
      ])
    let info = try openVideo(short).info
    #expect(info.video[0].duration == Time(seconds: .one))
    #expect(try info.audio[0].duration == Time(sample: 46080, at: 48000))
    let sound = try samples(AudioReader(path: short, stream: 0, info: info), 0..<48000)[0]
    #expect(onsets(sound) == [0])
    #expect(sound[46080...].allSatisfy { $0 == 0 })

    let long = try Tool.make(
      "sync03.mp4",
      Tool.bars(rate: "25", frames: 25) + Tool.beeps(period: 96000, seconds: "1.18") + [
        "-c:v", "libx264", "-qp", "10", "-pix_fmt", "yuv420p", "-c:a", "aac", "-b:a", "96k",
      ])
    #expect(try openVideo(long).info.video[0].duration == Time(seconds: .one))
  }

  @Test("DIM-04: a resolution that changes in mid-stream")
  func changingResolution() throws {
    let options = ["-c:v", "libx264", "-qp", "10", "-pix_fmt", "yuv420p", "-bf", "0", "-f", "mpegts"]
    let first = try Tool.make("dim04_a.ts", Tool.bars(rate: "25", frames: 25) + options)
    let second = try Tool.make(
      "dim04_b.ts",
      Tool.bars(rate: "25", frames: 25, first: 25, size: "80x60") + options.dropLast(2) + [
        "-output_ts_offset", "1", "-f", "mpegts",
      ])
    let path = Tool.folder.appendingPathComponent("dim04.ts").path
    let glued = try Data(contentsOf: URL(fileURLWithPath: first)) + Data(contentsOf: URL(fileURLWithPath: second))
    try glued.write(to: URL(fileURLWithPath: path))
    let (reader, info) = try openVideo(path)
    #expect(info.video[0].duration == Time(seconds: Rational(2)))
    for number in Array(0..<50) + [49, 3, 30, 24, 25] {
      let picture = try reader.picture(at: Time(frame: number, at: film))
      #expect(picture.bar8 == number)
      #expect(picture.frame.width == (number < 25 ? 160 : 80))
    }
  }

  @Test("ROT-01, ROT-03: turned pictures, sound first")
  func turnedPictures() throws {
    let source = try Tool.make(
      "rot_src.mp4",
      Tool.bars(rate: "25", frames: 50, then: ",transpose=clock") + ["-c:v", "libx264", "-qp", "10", "-g", "50"])
    let turned = try Tool.make("rot01.mp4", ["-i", source, "-c", "copy", "-metadata:s:v:0", "rotate=90"])
    let video = try openVideo(turned).info.video[0]
    #expect(video.orientation == 8 || video.orientation == 6)
    #expect(video.codedSize == PixelSize(width: 120, height: 160))
    #expect(video.displaySize == PixelSize(width: 160, height: 120))

    let withSound = try Tool.make(
      "rot03_raw.mp4",
      Tool.beeps(seconds: "2") + Tool.bars(rate: "25", frames: 50) + [
        "-map", "0:a", "-map", "1:v", "-c:v", "libx264", "-qp", "10", "-pix_fmt", "yuv420p", "-g", "50", "-c:a", "aac",
      ])
    let path = try Tool.make(
      "rot03.mp4", ["-i", withSound, "-map", "0", "-c", "copy", "-metadata:s:v:0", "rotate=180"])
    let (reader, info) = try openVideo(path)
    #expect(info.video[0].orientation == 3)
    #expect(try reader.picture(at: Time(frame: 49, at: film)).bar8 == 49)
  }
}
