import AV
import EDL
import Foundation
import MediaTime
import Testing

@testable import Render

/// The corpus's cases of sound, mixed from files that FFmpeg makes at test time.
@Suite("Sound of files")
struct SoundMediaTests {
  /// A beep of 2400 samples every `period` samples.
  private static func beep(_ period: Int, rate: Int = 48000, length: String) -> [String] {
    [
      "-f", "lavfi", "-i",
      "aevalsrc='0.8*cos(2*PI*1000*mod(n,\(period))/\(rate))*lt(mod(n,\(period)),2400)':s=\(rate):d=\(length)",
    ]
  }

  private static func picture(_ fps: String, frames: Int) -> [String] {
    ["-f", "lavfi", "-i", "color=c=gray:s=64x64:r=\(fps),trim=end_frame=\(frames)"]
  }

  private static let videoCodec = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"]
  private static let saw = ["-f", "lavfi", "-i", "aevalsrc='mod(n,32000)/32768':s=48000:d=2"]

  @Test("SYNC-01: sound shorter than its picture does not pull what follows")
  func shortSound() throws {
    let media = try make(
      "sync01.mov", Self.picture("25", frames: 25) + Self.beep(48000, length: "0.96") + Self.videoCodec,
      codec: "pcm_s16le")
    let result = try mix([media], [(0..<20).map { clip($0 * 25..<($0 + 1) * 25) }])[0]
    #expect(onsets(result) == (0..<20).map { $0 * 48000 })
    for round in 0..<20 {
      #expect(result[round * 48000 + 46080..<(round + 1) * 48000].allSatisfy { $0 == 0 })
    }
    #expect(result.count == 960_000)
  }

  @Test("SYNC-03: sound longer than its picture is cut at the clip's end")
  func longSound() throws {
    let media = try make(
      "sync03.mp4", Self.picture("25", frames: 25) + Self.beep(96000, length: "1.18") + Self.videoCodec,
      codec: "aac")
    let result = try mix([media], [[clip(0..<25), clip(25..<50)]])[0]
    let found = onsets(result)
    #expect(found.count == 2)
    #expect(abs((found.last ?? 0) - 48000) <= 32)
  }

  @Test("SYNC-04: 29.97 frames and 44.1 kHz a hundred times")
  func repeats() throws {
    let media = try make(
      "sync04.mov",
      Self.picture("30000/1001", frames: 30) + Self.beep(88200, rate: 44100, length: "1.001") + Self.videoCodec,
      codec: "pcm_s16le")
    let result = try mix(
      [media], [(0..<100).map { clip($0 * 30..<($0 + 1) * 30) }], fps: try Rational(30000, over: 1001), rate: 44100)[0]
    #expect(onsets(result) == (0..<100).map { Int((44144.1 * Double($0)).rounded()) })
    #expect(result.count == 4_414_410)
  }

  @Test("AUD-01: silence after the source's end", arguments: ["pcm_s16le", "aac"])
  func endOfSound(codec: String) throws {
    let first = try make(
      "aud01a_\(codec).mov",
      Self.picture("25", frames: 50) + ["-f", "lavfi", "-i", "sine=f=700:r=48000:d=0.7,volume=4"] + Self.videoCodec,
      codec: codec)
    let second = try make(
      "aud01b_\(codec).mov", Self.picture("25", frames: 25) + Self.beep(48000, length: "1") + Self.videoCodec,
      codec: codec)
    let result = try mix([first, second], [[clip(0..<50), clip(50..<75, media: 1)]])[0]
    if codec == "aac" {
      #expect(result[36000..<95000].allSatisfy { abs($0) < 0.002 })
    } else {
      #expect(result[33600..<96000].allSatisfy { $0 == 0 })
    }
    let onset = try #require(onsets(result).last)
    #expect(abs(onset - 96000) <= (codec == "aac" ? 64 : 1))
  }

  @Test("AUD-02: a clip without sound between others")
  func noSound() throws {
    let media = try make(
      "aud02.mov", Self.picture("25", frames: 25) + Self.beep(48000, length: "1") + Self.videoCodec,
      codec: "pcm_s16le")
    var silent = clip(25..<50)
    silent.content = .clip(media: 0, videoStream: 0, audioStream: nil)
    silent.sound = nil
    let result = try mix([media], [[clip(0..<25), silent, clip(50..<75)]])[0]
    #expect(onsets(result) == [0, 96000])
    #expect(result[2400..<96000].allSatisfy { $0 == 0 })
  }

  @Test("AUD-03: cuts that change nothing change nothing")
  func cuts() throws {
    let media = try make("aud03.wav", Self.saw, codec: "pcm_s16le")
    let expected = (0..<96000).map { Float($0 % 32000) / 32768 }
    let parts = try (0..<10).map { clip($0 * 5..<($0 + 1) * 5, from: try Rational(Int64($0), over: 5)) }
    #expect(try mix([media], [[clip(0..<50)]])[0] == expected)
    #expect(try mix([media], [parts])[0] == expected)

    let film = try Rational(24000, over: 1001)
    let tone = try make(
      "aud03b.wav", ["-f", "lavfi", "-i", "sine=f=440.7:r=44100:d=2.002,volume=4"], codec: "pcm_s16le")
    let pieces = try (0..<16).map { clip($0 * 3..<($0 + 1) * 3, from: try Rational($0 * 3) / film) }
    let whole = try mix([tone], [[clip(0..<48)]], fps: film, rate: 44100)
    #expect(try mix([tone], [pieces], fps: film, rate: 44100) == whole)
  }

  @Test("AUD-06: sources of three rates keep pitch and place")
  func rates() throws {
    let media = try [24000, 44100, 48000].map { rate in
      try make(
        "aud06_\(rate).wav",
        [
          "-f", "lavfi", "-i",
          "aevalsrc='0.7*cos(2*PI*1000*n/\(rate))*between(n,0,\(rate)/2)':s=\(rate):d=1",
        ], codec: "pcm_s16le")
    }
    let items = (0..<3).map { clip($0 * 25..<($0 + 1) * 25, media: $0) }
    let result = try mix(media, [items])[0]
    #expect(result.count == 144_000)
    let found = onsets(result)
    #expect(found.count == 3)
    for (index, onset) in found.enumerated() {
      #expect(abs(onset - index * 48000) <= 4)
      #expect(abs(frequency(result[index * 48000 + 2400..<index * 48000 + 21600]) - 1000) < 1)
    }
  }

  @Test("AUD-08: 5.1 folds down with its centre", arguments: ["pcm_s16le", "aac"])
  func surround(codec: String) throws {
    let tones = [400, 500, 600, 60, 800, 900].enumerated().map { index, frequency in
      "0.5*sin(2*PI*\(frequency)*t)*between(t,\(Double(index) / 2),\(Double(index) / 2 + 0.4999))"
    }
    let media = try make(
      codec == "aac" ? "aud08.m4a" : "aud08.wav",
      ["-f", "lavfi", "-i", "aevalsrc='\(tones.joined(separator: "|"))':c=5.1:s=48000:d=3", "-b:a", "384k"],
      codec: codec)
    let result = try mix([media], [[clip(0..<75)]])
    #expect(result[0].count == 144_000)
    let levels: [[Float]] = [
      [0.2071, 0], [0, 0.2071], [0.1464, 0.1464], [0, 0], [0.1464, 0], [0, 0.1464],
    ]
    for (channel, sides) in levels.enumerated() {
      for (side, level) in sides.enumerated() {
        let peak = result[side][channel * 24000 + 4000..<channel * 24000 + 20000].map(abs).max() ?? 0
        #expect(abs(peak - level) < (codec == "aac" ? 0.005 : 0.001), "channel \(channel), side \(side)")
      }
    }
    let untouched = try mix([media], [[clip(0..<75)]], channels: "5.1")
    for channel in 0..<6 {
      let peak = untouched[channel][channel * 24000 + 4000..<channel * 24000 + 20000].map(abs).max() ?? 0
      #expect(abs(peak - 0.5) < 0.01)
    }
  }

  @Test("AUD-09: silent tracks do not make the others quieter")
  func manyTracks() throws {
    let tone = try make(
      "aud09_tone.wav", ["-f", "lavfi", "-i", "sine=f=1000:r=48000:d=4,volume=2"], codec: "pcm_s16le")
    let silence = try make(
      "aud09_sil.wav", ["-f", "lavfi", "-i", "anullsrc=r=48000:cl=mono", "-t", "1.5"], codec: "pcm_s16le")
    let tracks = [[clip(0..<100)]] + (0..<3).map { _ in [clip(0..<38, media: 1)] }
    let result = try mix([tone, silence], tracks)
    for side in result {
      for range in [9600..<67200, 76800..<187_200] {
        #expect(abs((side[range].map(abs).max() ?? 0) - 0.25) < 0.0025)
      }
    }
  }

  @Test("REV-01: backwards, sample for sample")
  func backwards() throws {
    let media = try make(
      "rev01.mov", Self.picture("25", frames: 50) + Self.saw + Self.videoCodec, codec: "pcm_s16le")
    var reversed = clip(50..<100)
    reversed.plays[0].speed = Rational(-1)
    reversed.plays[0].soundStart = Time(seconds: Rational(2))
    let result = try mix([media], [[clip(0..<50), reversed]])[0]
    let forwards = (0..<96000).map { Float($0 % 32000) / 32768 }
    #expect(result == forwards + forwards.reversed())
  }

  @Test("LOOP-01: loops of AAC do not drift", arguments: ["1", "1.05"])
  func loop(length: String) throws {
    let media = try make(
      "loop01_\(length).mp4",
      Self.picture("25", frames: 25) + Self.beep(length == "1" ? 48000 : 96000, length: length) + Self.videoCodec,
      codec: "aac")
    let result = try mix([media], [(0..<13).map { clip($0 * 25..<($0 + 1) * 25) }])[0]
    let errors = onsets(result).enumerated().map { $1 - $0 * 48000 }
    #expect(errors.count == 13)
    #expect(errors.allSatisfy { abs($0) <= 64 && abs($0 - errors[1]) <= 32 })
  }

  @Test("LOOP-03: a part of a clip loops from its first sample")
  func loopOfPart() throws {
    let media = try make("loop03.wav", Self.saw, codec: "pcm_s16le")
    let items = (0..<7).map { clip($0 * 20..<min(($0 + 1) * 20, 125)) }
    let expected = (0..<240_000).map { Float($0 % 38400 % 32000) / 32768 }
    #expect(try mix([media], [items])[0] == expected)
  }
}

/// Makes a file with FFmpeg and probes it.
private func make(_ name: String, _ arguments: [String], codec: String) throws -> Media {
  let path = mediaFolder.appendingPathComponent(name).path
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments =
    ["ffmpeg", "-hide_banner", "-loglevel", "error", "-nostdin", "-y"] + arguments + ["-c:a", codec, path]
  try process.run()
  process.waitUntilExit()
  try #require(process.terminationStatus == 0, "ffmpeg could not make \(name)")
  guard case .success(let info) = MediaProbe.probe(path: path) else {
    throw MediaFailure(name: name)
  }
  return Media(name: name, source: .file(path), info: info, origin: nowhere)
}

private struct MediaFailure: Error { let name: String }

/// A new folder for the files of this run.
private let mediaFolder: URL = {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sound-tests-\(UUID().uuidString)")
  try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  atexit { try? FileManager.default.removeItem(at: mediaFolder) }
  return folder
}()

/// Mixes tracks of clips of files.
private func mix(
  _ media: [Media], _ tracks: [[Item]], fps: Rational = Rational(25), rate: Int = 48000, channels: String = "stereo"
) throws -> [[Float]] {
  let plan = try timeline(tracks, fps: fps, rate: rate, channels: channels).soundPlan()
  return try Mixer(plan, media: media).all()[0]
}
