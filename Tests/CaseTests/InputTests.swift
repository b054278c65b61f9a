internal import Foundation
internal import Testing

/// Each input really has the property that its case is about.
@Suite("Inputs")
struct InputTests {
  @Test(
    "every coded picture reads from its first code to its last",
    arguments: [
      (SyncCases.shortSound, 0..<25), (SyncCases.longSound("sync03b.mp4", from: 100), 100..<125),
      (SyncCases.ntsc, 0..<30), (VariableRateCases.twoRates, 0..<60), (VariableRateCases.jitter, 0..<60),
      (VariableRateCases.milliseconds, 0..<96), (OrientationCases.soundFirst, 0..<50), (SizeCases.odd, 0..<25),
      (SizeCases.changing, 0..<50), (TimecodeCases.film24, 0..<100), (TimecodeCases.second, 0..<50),
      (TimecodeCases.slow, 0..<7), (CutCases.saw, 0..<100), (CutCases.delayed[0], 0..<50),
      (CutCases.delayed[1], 0..<50),
      (SeekCases.editList, 0..<50), (SeekCases.negativeOffsets, 0..<50), (SeekCases.openGroups, 0..<50),
      (SeekCases.trimmed, 12..<50), (SeekCases.transport, 0..<50), (SoundCases.silent, 50..<75),
      (ImageCases.gif, 0..<3), (ImageCases.hurriedGIF, 0..<3), (BrokenInputCases.whole, 0..<100),
    ])
  func codes(input: Input, codes: Range<Int>) throws {
    #expect(try Picture.barcodes(of: try input.path()) == Array(codes))
  }

  private func facts(_ input: Input) throws -> Facts { try Facts.of(try input.path()) }

  private func sound(_ input: Input) throws -> Sound { try Sound.of(try input.path()) }

  @Test("sounds are as long and begin where they should")
  func sounds() throws {
    #expect(try sound(SyncCases.shortSound).length == 46080)
    #expect(try sound(SyncCases.shortSound).onsets() == [0])
    #expect((1.18..<1.2).contains(try facts(SyncCases.longSound("sync03a.mp4", from: 0)).seconds ?? 0))
    #expect((44144...44145).contains(try sound(SyncCases.ntsc).length))
    #expect(try sound(SeekCases.editList).onsets() == [0, 48000])
    expect(try sound(SeekCases.trimmed).onsets(), near: [24960], within: 16)
    #expect(try sound(SoundCases.short(FFmpeg.pcm, ".mov")[0]).length == 33600)
    #expect(try sound(SoundCases.saw).sawRuns().map(\.description) == ["0:0:96000"])
    #expect((88280..<88290).contains(try sound(SoundCases.film24).length))
    expect(try sound(SoundCases.primed).onsets(), near: [48000], within: 20)
    #expect(try facts(SoundLayoutCases.surround).audio.first?.channel_layout == "5.1")
    expect(try sound(SoundLayoutCases.quietTone).tone(0.5, 3.5).peak, near: 0.25, within: 0.01)
    #expect(try facts(LoopCases.clips[1]).audio.first?.duration.flatMap { Double($0) } ?? 0 > 1.04)
    #expect(try facts(SoundCases.silent).audio.isEmpty)
  }

  @Test("clocks are as crooked as they should be")
  func clocks() throws {
    let times = try timestamps(of: try VariableRateCases.twoRates.path())
    let slow = (0..<10).map { Double($0) / 10 }
    let fast = (50..<100).map { Double($0) / 50 }
    #expect(times == slow + fast)
    #expect(try facts(VariableRateCases.jitter).video?.r_frame_rate == "90000/1")
    #expect(try timestamps(of: try VariableRateCases.milliseconds.path())[2] == 0.083)
    let start = try facts(SeekCases.transport).format.start_time.flatMap { Double($0) } ?? 0
    #expect((1.3..<1.5).contains(start))
    let delays = try timestamps(of: try ImageCases.gif.path())
    #expect(delays == [0, 0.2, 0.8])
    #expect(try facts(CutCases.delayed[0]).video?.has_b_frames == 2)
    let keys = try Command(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "v", "-show_entries", "packet=flags", "-of", "csv=p=0",
        try SeekCases.openGroups.path(),
      ]
    ).run().output.filter { $0 == "K" }.count
    #expect(keys >= 3)
    let first = try Command(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "v", "-show_entries", "packet=pts", "-of", "csv=p=0",
        try SeekCases.trimmed.path(),
      ]
    ).run().output
    #expect(first.hasPrefix("-"))
  }

  @Test("pictures are turned, squeezed and tagged as they should be")
  func pictures() throws {
    #expect(
      try facts(OrientationCases.portrait).video?.side_data_list?.contains { abs($0.rotation ?? 0) == 90 } == true)
    let portrait = try Picture.first(of: try OrientationCases.portrait.path())
    #expect(portrait.width == 120 && portrait.height == 160)
    expect(portrait.color(30, 40), near: .pureBlue, within: 8)
    #expect(try facts(OrientationCases.soundFirst).streams.first?.codec_type == "audio")
    for (orientation, left, right) in OrientationCases.corners {
      // The tool turns stills too, so it can say whether the corners are named rightly.
      let picture = try Picture.first(of: try OrientationCases.photograph(orientation).path())
      expect(picture.color(20, 20), near: left, within: 12)
      expect(picture.color(picture.width - 20, 20), near: right, within: 12)
    }
    #expect(try facts(SizeCases.anamorphic).video?.sample_aspect_ratio == "64:45")
    #expect(try facts(InterlaceCases.bottomFirst).video?.field_order?.hasPrefix("b") == true)
    #expect(try facts(ColourCases.bt601).video?.color_space == "smpte170m")
    for input in [ColourCases.bt601, ColourCases.bt709, ColourCases.still] {
      expect(try Picture.first(of: try input.path()).color(40, 60), near: ColourCases.red, within: 2)
      expect(try Picture.first(of: try input.path()).color(120, 60), near: ColourCases.blue, within: 2)
    }
    let quantised = ColourCases.highDynamicRange(
      "col06_pq.mp4", white: 573, transfer: "smpte2084", extra: ":hdr10=1:max-cll=1000,400")
    #expect(try facts(quantised).video?.color_transfer == "smpte2084")
    #expect((146...149).contains(try Picture.first(of: try quantised.path()).color(40, 60).green))
  }

  @Test("broken files are broken as they should be")
  func broken() throws {
    // The tool itself sees nothing wrong, which is why frames must be counted.
    let half = try BrokenInputCases.half.path()
    #expect((30..<70).contains(try Picture.barcodes(of: half).count))
    let noIndex = try Command("ffmpeg", FFmpeg.quiet + ["-i", try BrokenInputCases.noIndex.path(), "-f", "null", "-"])
      .run()
    #expect(noIndex.status != 0 && noIndex.errors.contains("moov atom not found"))
    let size = try FileManager.default.attributesOfItem(atPath: try DiskCases.noisy.path())[.size] as? Int
    #expect(size ?? 0 > 1_000_000)
  }
}
