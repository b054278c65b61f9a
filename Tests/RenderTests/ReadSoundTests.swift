import EDL
import Foundation
import MediaTime
import Render
import Testing

@Suite(.serialized)
struct ReadSoundTests {
  /// Noise and a tone: nothing that a decoder could fill in by luck.
  private static let source = [
    "-f", "lavfi", "-i", "aevalsrc='0.4*sin(2*PI*440*t)+0.2*random(0)|0.3*sin(2*PI*660*t)+0.2*random(1)':s=48000:d=9",
  ]
  private static let kinds: [(name: String, options: [String])] = [
    ("sound.wav", ["-c:a", "pcm_s16le"]), ("sound24.wav", ["-c:a", "pcm_s24le"]),
    ("soundf.wav", ["-c:a", "pcm_f32le"]),
    ("sound.flac", []), ("sound.m4a", ["-c:a", "aac", "-b:a", "96k"]), ("sound.mkv", ["-c:a", "pcm_s16le"]),
    ("soundflac.mkv", ["-c:a", "flac"]), ("soundaac.mkv", ["-c:a", "aac"]), ("sound.ts", ["-c:a", "aac"]),
    ("sound.mp3", ["-c:a", "libmp3lame"]), ("sound.opus", ["-c:a", "libopus"]), ("sound.ogg", ["-c:a", "libvorbis"]),
    ("sound.webm", ["-c:a", "libopus"]), ("soundvorbis.webm", ["-c:a", "libvorbis"]),
    ("soundac3.mkv", ["-c:a", "ac3"]),
    ("sound.avi", ["-c:a", "pcm_s16le"]), ("soundmp3.avi", ["-c:a", "libmp3lame"]),
    ("sound.mov", ["-c:a", "pcm_s24be"]),
    ("soundalac.m4a", ["-c:a", "alac"]), ("sound.aac", ["-c:a", "aac"]),
  ]

  @Test("The same samples in one go, in pieces, and in any order", arguments: kinds.map(\.name))
  func piecesEqualTheWhole(_ name: String) throws {
    let options = Self.kinds.first { $0.name == name }?.options ?? []
    let path = try Tool.make(name, Self.source + options)
    let info = try #require(MediaProbe.probe(path: path).info)
    #expect(info.kind == .audio)
    let length = try info.audio[0].duration.samples(at: 48000)
    #expect(abs(length - 432000) < 4000)
    let whole = try samples(AudioReader(path: path, stream: 0, info: info), 0..<length)
    #expect(whole[0].contains { abs($0) > 0.1 })

    let pieces = stride(from: 0, to: length, by: 20011).map { $0..<min($0 + 20011, length) }
    let inOrder = try AudioReader(path: path, stream: 0, info: info)
    for piece in pieces { #expect(try samples(inOrder, piece).map { $0[...] } == whole.map { $0[piece] }, "\(piece)") }
    var generator = SeededGenerator()
    let scattered = try AudioReader(path: path, stream: 0, info: info)
    // Opus and Vorbis forget the past only to within the last bits.
    let isExact = !name.hasSuffix("opus") && !name.hasSuffix("sound.webm")
    for piece in pieces.shuffled(using: &generator) {
      let read = try samples(scattered, piece)
      guard !isExact else {
        #expect(read.map { $0[...] } == whole.map { $0[piece] }, "\(piece)")
        continue
      }
      let difference = zip(read, whole).map { zip($0, $1[piece]).map { abs($0 - $1) }.max() ?? 0 }.max() ?? 0
      #expect(difference <= 0.0005, "\(piece)")
    }
  }

  @Test("A hole is silence, however small the pieces that read over it")
  func smallPiecesOverAHole() throws {
    // The second to the ninth packet are missing, and the third packet's time says so.
    let path = try Tool.make(
      "hole.m4a",
      ["-f", "lavfi", "-i", "sine=f=440:r=48000:d=2", "-af", "aselect='not(between(n,1,8))'", "-c:a", "aac"])
    let info = try #require(MediaProbe.probe(path: path).info)
    let whole = try samples(AudioReader(path: path, stream: 0, info: info), 0..<48000)[0]
    let reader = try AudioReader(path: path, stream: 0, info: info)
    // 440 Hz before and after, nothing in the middle.
    #expect(whole[3000..<8000].allSatisfy { abs($0) < 0.001 })
    #expect(whole[20000..<24000].contains { abs($0) > 0.05 })
    for start in stride(from: 0, to: 48000, by: 100) {
      #expect(try samples(reader, start..<start + 100)[0][...] == whole[start..<start + 100], "\(start)")
    }
  }

  @Test("Integer samples become floats exactly")
  func exactScaling() throws {
    for (name, codec, step) in [("saw16.wav", "pcm_s16le", Float(1) / 32768), ("saw.flac", "flac", Float(1) / 32768)] {
      let path = try Tool.make(
        name, ["-f", "lavfi", "-i", "aevalsrc='mod(n,32000)/32768':s=48000:d=1", "-c:a", codec])
      let info = try #require(MediaProbe.probe(path: path).info)
      let sound = try samples(AudioReader(path: path, stream: 0, info: info), 0..<48000)[0]
      #expect(sound == (0..<48000).map { Float($0 % 32000) * step })
    }
  }

  @Test("AUD-05: encoder priming is not part of the sound")
  func priming() throws {
    let path = try Tool.make(
      "aud05.mp4",
      Tool.bars(rate: "25", frames: 50) + [
        "-f", "lavfi", "-i", "aevalsrc='0.8*cos(2*PI*1000*(n-48000)/48000)*between(n,48000,50399)':s=48000:d=2",
        "-c:v", "libx264", "-qp", "10", "-pix_fmt", "yuv420p", "-c:a", "aac", "-b:a", "128k",
      ])
    let info = try openVideo(path).info
    #expect(info.audio[0].start == .zero)
    #expect(info.audio[0].duration == Time(seconds: Rational(2)))
    let found = onsets(try samples(AudioReader(path: path, stream: 0, info: info), 0..<96000)[0])
    #expect(found.count == 1 && abs(found[0] - 48000) <= 32, "\(found)")
  }

  @Test("Sound before the picture has negative places; outside there is silence")
  func negativePlaces() throws {
    let path = try Tool.make(
      "late.mkv",
      [
        "-f", "lavfi", "-i", "aevalsrc='mod(n,32000)/32768':s=48000:d=2", "-itsoffset", "0.4", "-f", "lavfi", "-i",
        "testsrc=s=64x64:r=25:d=1", "-map", "1:v", "-map", "0:a", "-c:v", "ffv1", "-c:a", "pcm_s16le",
      ])
    let info = try openVideo(path).info
    #expect(try info.audio[0].start == Time(seconds: Rational(-2, over: 5)))
    let reader = try AudioReader(path: path, stream: 0, info: info)
    let sound = try samples(reader, -30000..<90000)[0]
    #expect(sound[..<10800].allSatisfy { $0 == 0 })
    #expect(sound[10800..<106800].enumerated().allSatisfy { $1 == Float($0 % 32000) / 32768 })
    #expect(sound[106800...].allSatisfy { $0 == 0 })
  }

  @Test("Real files' sound equals a linear decode", .enabled(if: Shared.exists))
  func equalsLinearDecode() throws {
    let names = [
      "audio/androidx-bear-flac-24bit.mka", "audio/androidx-bear-vbr-xing-header.mp3", "audio/androidx-bear.opus",
      "audio/androidx-opus-5.1.mka", "audio/androidx-long_edit_list_audioonly.mp4", "audio/forensics-debian.ogg",
      "audio/mozilla-sin-441-1s-44100-afconvert.mp4", "audio/gst-sine-1009ms-1ch-32000hz-gapless-with-lame-tag.mp3",
      "audio/androidx-sample_dthd.mp4", "audio/mozilla-wavedata_s24.wav", "video/mdn-flower.mp4",
      "video/wpt-movie_5.webm",
    ]
    let fixed = ["aac": "aac_fixed", "mp3": "mp3", "opus": "libopus", "ac3": "ac3_fixed"]
    for name in names {
      let path = Shared.path(name)
      let info = try #require(MediaProbe.probe(path: path).info)
      let output = Tool.folder.appendingPathComponent("truth.f32").path
      let decoder = fixed[info.audio[0].codec].map { ["-c:a", $0] } ?? []
      try Tool.run(
        ["ffmpeg", "-v", "error", "-y", "-nostdin", "-threads", "1"] + decoder + [
          "-i", path, "-map", "0:a:0", "-c:a", "pcm_f32le", "-f", "f32le", output,
        ])
      let truth = try Data(contentsOf: URL(fileURLWithPath: output)).withUnsafeBytes {
        Array($0.bindMemory(to: Float.self))
      }
      let reader = try AudioReader(path: path, stream: 0, info: info)
      let start = try info.audio[0].start.samples(at: reader.sampleRate)
      // The first block of packets: later ones begin anew.
      let count = min(truth.count / reader.channels, try info.audio[0].duration.samples(at: reader.sampleRate), 100_000)
      let sound = try samples(reader, start..<start + count)
      for channel in 0..<reader.channels {
        let expected = (0..<count).map { truth[$0 * reader.channels + channel] }
        #expect(sound[channel] == expected, "\(name), channel \(channel)")
      }
    }
  }
}
