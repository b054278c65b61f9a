internal import Testing

/// Rates, layouts and levels.
@Suite("AUD layouts", .needsCommand)
struct SoundLayoutCases {
  static let wav = "{path: out.wav, video: off, audio: [{codec: pcm_s16le, dither: none}]}"

  /// Half a second of 1 kHz at a rate of its own.
  static func tone(_ rate: Int) -> Input {
    Input(
      "aud06_\(rate).wav", from: ["aevalsrc='0.7*cos(2*PI*1000*n/\(rate))*between(n,0,\(rate)/2)':s=\(rate):d=1"],
      FFmpeg.pcm)
  }

  /// Six tones, one a channel, one after the other.
  static let surround = Input(
    "aud08.wav",
    from: [
      "aevalsrc='"
        + [400, 500, 600, 60, 800, 900].enumerated().map { index, hertz in
          let start = Double(index) / 2
          return "0.5*sin(2*PI*\(hertz)*t)*between(t,\(start),\(start + 0.4999))"
        }.joined(separator: "|") + "':c=5.1:s=48000:d=3"
    ], FFmpeg.pcm)
  static let surroundCompressed = Input("aud08.m4a", from: surround, FFmpeg.aac + ["-b:a", "256k"])

  static let quietTone = Input("aud09_tone.wav", from: ["sine=f=1000:r=48000:d=4,volume=2"], FFmpeg.pcm)
  static let silence = Input("aud09_sil.wav", from: ["anullsrc=r=48000:cl=mono"], ["-t", "1.5"] + FFmpeg.pcm)

  @Test("06: sources of three sample rates keep pitch and place")
  func sampleRates() throws {
    let rates = [24000, 44100, 48000]
    let film = try rendered(
      Film(items: [], sound: [rates.map { "{clip: aud06_\($0).wav}" }], output: Self.wav), with: rates.map(Self.tone))
    let sound = try film.sound()
    #expect(sound.rate == 48000)
    expect(sound.onsets(), near: [0, 48000, 96000], within: 4)
    #expect(abs(sound.length - 144_000) <= 1)
    for start in [0.05, 1.05, 2.05] { expect(sound.tone(start, start + 0.4).hertz, near: 1000, within: 5) }
  }

  @Test("08ac: 5.1 in stereo: each channel where it belongs", arguments: [surround, surroundCompressed])
  func surroundToStereo(input: Input) throws {
    let film = try rendered(
      Film(items: [], sound: [["{clip: \(input.name)}"]], output: Self.wav), with: [input])
    let sound = try film.sound()
    try #require(sound.channels.count == 2)
    if input.name.hasSuffix("wav") { #expect(sound.length == 144_000) }
    // Away from the edges, which AAC smears.
    func tones(_ start: Double) -> (Sound.Tone, Sound.Tone) {
      (sound.tone(start + 0.1, start + 0.4, channel: 0), sound.tone(start + 0.1, start + 0.4, channel: 1))
    }
    let front = tones(0).0.rms
    for (start, hertz, left) in [(0.0, 400.0, true), (0.5, 500, false), (2, 800, true), (2.5, 900, false)] {
      let (heard, other) = left ? tones(start) : (tones(start).1, tones(start).0)
      expect(heard.hertz, near: hertz, within: 8)
      #expect(heard.rms > 0.05)
      #expect(other.rms < 0.003, "\(start) s: \(other.rms)")
    }
    let (left, right) = tones(1)
    for centre in [left, right] {
      expect(centre.hertz, near: 600, within: 8)
      expect(centre.rms / front, near: 0.707, within: 0.707 * 0.02)
    }
    // The low-frequency channel is left out of a stereo mix, as libswresample does.
    #expect(tones(1.5).0.rms < 0.003 && tones(1.5).1.rms < 0.003)
  }

  @Test("08b: 5.1 in a 5.1 canvas passes unchanged")
  func surroundStays() throws {
    let film = try rendered(
      Film(
        canvas: "{size: 160x120, fps: 25, channels: \"5.1\"}", items: [], sound: [["{clip: aud08.wav}"]],
        output: Self.wav), with: [Self.surround])
    let sound = try film.sound()
    try #require(sound.channels.count == 6)
    #expect(sound.length == 144_000)
    for (channel, hertz) in [400.0, 500, 600, 60, 800, 900].enumerated() {
      let start = Double(channel) / 2
      let tone = sound.tone(start + 0.05, start + 0.45, channel: channel)
      expect(tone.hertz, near: hertz, within: 5)
      expect(tone.peak, near: 0.5, within: 0.01)
      for other in 0..<6 where other != channel {
        #expect(sound.tone(start + 0.05, start + 0.45, channel: other).rms < 0.001)
      }
    }
  }

  @Test("09: tracks add up at their own level")
  func mixLevel() throws {
    let film = try rendered(
      Film(
        items: [],
        sound: [["{clip: aud09_tone.wav}"]] + Array(repeating: ["{clip: aud09_sil.wav}"], count: 3), output: Self.wav),
      with: [Self.quietTone, Self.silence])
    let sound = try film.sound()
    #expect(sound.length == 192_000)
    for channel in sound.channels.indices {
      for (from, to) in [(0.2, 1.4), (1.6, 3.9)] {
        expect(sound.tone(from, to, channel: channel).peak, near: 0.25, within: 0.0025)
      }
    }
    #expect(sound.peak(0..<sound.length) <= 0.253)
  }
}
