import EDL
import Foundation
import MediaTime
import Render
import Testing

@Suite(.serialized)
struct ProbeTests {
  private static let still = ["-f", "lavfi", "-i", "testsrc=s=48x32", "-frames:v", "1"]

  @Test("Names that mean something to FFmpeg are just names")
  func awkwardNames() throws {
    for name in [
      "a%03d.png", "b*.png", "c[0-9].png", "d:e.png", "f'g.png", "h?.png", "concat:i.png", "-j.png", "ä ö.png",
    ] {
      let path = Tool.folder.appendingPathComponent(name).path
      let made = try Tool.make("plain.png", Self.still)
      try? FileManager.default.copyItem(atPath: made, toPath: path)
      let info = try #require(MediaProbe.probe(path: path).info, "\(name)")
      #expect(info.kind == .still)
      #expect(info.video[0].displaySize == PixelSize(width: 48, height: 32))
      #expect(info.video[0].duration == nil && info.video[0].frameRate == nil)
    }
    // The pattern's own files are not looked for.
    let pattern = Tool.folder.appendingPathComponent("frame%d.png").path
    _ = try Tool.make("frame1.png", Self.still)
    #expect(MediaProbe.probe(path: pattern).failure?.code == "media.not-found")
  }

  @Test("What is not media is named and refused")
  func refusals() throws {
    let folder = Tool.folder
    func write(_ name: String, _ text: String) throws -> String {
      let path = folder.appendingPathComponent(name).path
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      return path
    }
    let cases: [(path: String, code: String)] = [
      (folder.appendingPathComponent("none.mp4").path, "media.not-found"),
      (folder.path, "media.unreadable"),
      (try write("empty.mp4", ""), "media.unreadable"),
      (try write("text.mp4", "not a movie\n"), "media.unreadable"),
      (try write("lfs.mp4", "version https://git-lfs.github.com/spec/v1\noid sha256:0\n"), "media.unreadable"),
      (try write("list.m3u8", "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\na.ts\n"), "media.unsupported"),
      (try write("list.ffconcat", "ffconcat version 1.0\nfile a.mp4\n"), "media.unsupported"),
      (try write("list.txt", "ffconcat version 1.0\nfile /etc/passwd\n"), "media.unsupported"),
      (
        try write("dash.mpd", "<?xml version=\"1.0\"?><MPD profiles=\"urn:mpeg:dash:profile:isoff-live:2011\"></MPD>"),
        "media.unsupported"
      ),
      ("/dev/null", "media.unsupported"),
    ]
    for (path, code) in cases {
      let failure = try #require(MediaProbe.probe(path: path).failure, "\(path)")
      #expect(failure.code == code, "\(failure)")
      #expect(failure.message.contains(path))
    }
  }

  @Test("IO-01: files that end too early say where")
  func truncation() throws {
    let whole = try Tool.make(
      "io01.mkv",
      Tool.bars(rate: "25", frames: 100) + Tool.beeps(seconds: "4") + [
        "-c:v", "libx264", "-qp", "10", "-pix_fmt", "yuv420p", "-g", "25", "-c:a", "aac",
      ])
    let movie = try Tool.make("io01_src.mp4", ["-i", whole, "-c", "copy"])
    let fast = try Tool.make("io01_fast.mp4", ["-i", whole, "-c", "copy", "-movflags", "+faststart"])
    let wave = try Tool.make("io01.wav", ["-i", whole, "-vn"])
    let avi = try Tool.make("io01.avi", ["-i", whole, "-c:v", "mpeg4", "-c:a", "pcm_s16le"])
    let flac = try Tool.make("io01.flac", ["-i", whole, "-vn"])
    for path in [whole, movie, fast, wave, avi, flac] {
      #expect(MediaProbe.probe(path: path).info != nil, "\(path)")
      let half = path.replacingOccurrences(of: "io01", with: "half")
      let data = try Data(contentsOf: URL(fileURLWithPath: path))
      try data.prefix(data.count / 2).write(to: URL(fileURLWithPath: half))
      let failure = try #require(MediaProbe.probe(path: half).failure, "\(half)")
      #expect(failure.code == "media.truncated", "\(failure)")
      #expect(failure.message.contains(half))
      if path != movie { #expect(failure.message.contains("data ends at"), "\(failure)") }
    }
  }

  @Test("EXIF orientation of stills", arguments: 1...8)
  func exif(_ value: Int) throws {
    let plain = try Data(contentsOf: URL(fileURLWithPath: Tool.make("upright.jpg", Self.still)))
    // One directory with one entry, big-endian, in an APP1 segment right after the start.
    let directory: [UInt8] = [
      0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(value), 0, 0, 0, 0, 0, 0,
    ]
    let block = Array("Exif\0\0".utf8) + directory
    let segment: [UInt8] = [0xFF, 0xE1, 0, UInt8(block.count + 2)] + block
    let path = Tool.folder.appendingPathComponent("exif\(value).jpg").path
    try (plain.prefix(2) + Data(segment) + plain.dropFirst(2)).write(to: URL(fileURLWithPath: path))
    let video = try #require(MediaProbe.probe(path: path).info).video[0]
    #expect(video.orientation == value)
    #expect(video.displaySize == (value < 5 ? PixelSize(width: 48, height: 32) : PixelSize(width: 32, height: 48)))
  }

  @Test("Display matrices, also mirrored ones", .enabled(if: Shared.exists))
  func displayMatrices() throws {
    let wanted = [
      "video/androidx-sample_edit_list.mp4": 6, "video/moviepy-fire2.mp4": 3,
      "video/androidx-sample_rotate_and_reflect.mp4": 5,
      "video/androidx-internal_emulator_transformer_output_270_rotated.mp4": 8,
      "video/androidx-sample_with_htc_rotation_track_name.mkv": 1, "image/exif/pillow-hopper_orientation_7.webp": 7,
      "image/exif/pillow-g4_orientation_8.tif": 8, "image/exif/wpt-F-exif-late.png": 6,
      "image/exif/exif-Landscape_5.jpg": 5,
    ]
    for (name, orientation) in wanted {
      #expect(MediaProbe.probe(path: Shared.path(name)).info?.video[0].orientation == orientation, "\(name)")
    }
  }

  @Test("Stills, moving pictures, and WebP that cannot move")
  func kinds() throws {
    let gif = ["-f", "lavfi", "-i", "testsrc=s=32x32:r=10"]
    let one = try Tool.make("one.gif", gif + ["-frames:v", "1"])
    let many = try Tool.make("many.gif", gif + ["-frames:v", "5"])
    let apng = try Tool.make("many.png", gif + ["-frames:v", "5", "-f", "apng"])
    #expect(MediaProbe.probe(path: one).info?.kind == .still)
    #expect(MediaProbe.probe(path: apng).info?.kind == .video)
    let moving = try #require(MediaProbe.probe(path: many).info)
    #expect(moving.kind == .video)
    #expect(try moving.video[0].duration == Time(seconds: Rational(1, over: 2)))
    let webp = try Tool.make("moving.webp", gif + ["-frames:v", "5", "-c:v", "libwebp_anim"])
    let failure = try #require(MediaProbe.probe(path: webp).failure)
    #expect(failure.code == "media.unsupported" && failure.message.contains("animated WebP"))
    let quiet = try Tool.make("still.webp", Self.still + ["-c:v", "libwebp"])
    #expect(MediaProbe.probe(path: quiet).info?.kind == .still)
  }

  @Test("IMG-03: GIF delays")
  func gifDelays() throws {
    let path = try Tool.make(
      "img03.gif",
      Tool.bars(rate: "10", frames: 3, then: ",settb=1/100,setpts='if(eq(N,0),0,if(eq(N,1),20,80))'") + [
        "-vsync", "passthrough", "-enc_time_base", "1/100", "-final_delay", "40",
      ])
    let info = try #require(MediaProbe.probe(path: path).info).video[0]
    #expect(info.isVariableRate)
    #expect(try info.duration == Time(seconds: Rational(6, over: 5)))
    let reader = try VideoReader(path: path, stream: 0, info: info)
    let identities = try (0..<30).map { try reader.picture(at: Time(frame: $0, at: Rational(25))).identity }
    let runs = identities.reduce(into: [(identity: Int, count: Int)]()) { runs, identity in
      if runs.last?.identity == identity { runs[runs.count - 1].count += 1 } else { runs.append((identity, 1)) }
    }
    #expect(runs.map(\.count) == [5, 15, 10])
  }

  @Test("Many files at once, each once, and the fence")
  func manyAtOnce() throws {
    let path = try Tool.make("plain.png", Self.still)
    let origin = SourceRange(
      file: 0, start: SourcePosition(line: 1, column: 1), end: SourcePosition(line: 1, column: 2))
    let paths = [path, path, "/nowhere/a.mp4", "/etc/passwd"]
    let results = MediaProbe.probe(paths.map { MediaRequest(path: $0, origin: origin) }, root: Tool.folder.path)
    #expect(results.count == 3)
    #expect(results[path]?.info?.kind == .still)
    #expect(results["/etc/passwd"]?.failure?.code == "media.outside-root")
  }

  @Test("Timecode, aspect ratio, transparency, colour", .enabled(if: Shared.exists))
  func tags() throws {
    func video(_ name: String) throws -> VideoStreamInfo {
      try #require(MediaProbe.probe(path: Shared.path("video/\(name)")).info).video[0]
    }
    #expect(MediaProbe.probe(path: Shared.path("video/mozilla-1967133.mp4")).info?.timecode == "01:00:00:00")
    #expect(try video("autoeditor-SAR-2by3.mp4").displaySize == PixelSize(width: 640, height: 540))
    #expect(try video("mediabunny-sar_2x1.mp4").displaySize == PixelSize(width: 1280, height: 360))
    let clear = try video("moviepy-transparent.webm")
    #expect(clear.hasAlpha && clear.pixelFormat == "yuva420p")
    #expect(try video("caspar-WIPE.mov").hasAlpha)
    #expect(try video("k3bphotosvcd.mpg").fieldOrder == .topFirst)
    #expect(try video("dvbackup-underrun-pal.dv").fieldOrder == .bottomFirst)
    let color = try video("androidx-hdr10-av1.mp4").color
    #expect(color == ColorTags(space: "bt2020nc", primaries: "bt2020", transfer: "smpte2084", range: "tv"))
    let both = try #require(MediaProbe.probe(path: Shared.path("video/autoeditor-h264-mjpeg.mp4")).info)
    #expect(both.video.count == 1 && both.audio.count == 1)
  }

  @Test("Broken files end in a failure that names them, and soon", .enabled(if: Shared.exists), .timeLimit(.minutes(2)))
  func brokenFiles() throws {
    for path in Shared.files("broken") + Shared.files("image") + Shared.files("image/apng") {
      let start = ContinuousClock.now
      switch MediaProbe.probe(path: path) {
      case .failure(let code, let message):
        #expect(code.hasPrefix("media."))
        #expect(message.contains(path), "\(message)")
      case .success(let info):
        readAll(path, info)
      }
      #expect(ContinuousClock.now - start < .seconds(10), "\(path)")
    }
  }

  /// Reads a file that may be damaged in every way; only an error that names it may come out.
  private func readAll(_ path: String, _ info: MediaInfo) {
    do throws(MediaError) {
      for stream in info.video.indices where info.kind == .video {
        let reader = try VideoReader(path: path, stream: stream, info: info.video[stream])
        for number in [0, 1, 2, 50, 1, 49] { _ = try reader.picture(at: Time(seconds: Rational(number))) }
      }
      for stream in info.audio.indices {
        let reader = try AudioReader(path: path, stream: stream, info: info)
        let planes = (0..<reader.channels).map { _ in UnsafeMutableBufferPointer<Float>.allocate(capacity: 4096) }
        defer { for plane in planes { plane.deallocate() } }
        for place in [0, 4096, 100_000, 50_000, -4000] { try reader.read(at: place, count: 4096, into: planes) }
      }
    } catch {
      #expect(error.message.contains(path))
    }
  }
}
