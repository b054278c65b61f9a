internal import Testing

/// Sources whose frames last differently long, or seem to.
@Suite("VFR", .needsCommand)
struct VariableRateCases {
  /// Ten frames at 10 fps, then fifty at 50 fps.
  static let twoRates = Input(
    "vfr01.mkv",
    from: [
      Signal.barcode(frames: 60, rate: "50", then: "settb=1/1000,setpts='if(lt(N,10),N*100,1000+(N-10)*20)'"),
      Signal.beeps(every: 48000, seconds: "2"),
    ],
    ["-fps_mode", "passthrough", "-enc_time_base", "1/1000"] + FFmpeg.h264 + ["-g", "60"] + FFmpeg.pcm)

  /// Frames up to 20 ms late on a 90 kHz clock, for which FFmpeg guesses 90000 fps.
  static let jitter = Input(
    "vfr03.mp4",
    from: [Signal.barcode(frames: 60, rate: "30", then: "settb=1/90000,setpts='N*3000+mod(N*N*31,1777)'")],
    ["-fps_mode", "passthrough", "-enc_time_base", "1/90000", "-video_track_timescale", "90000"] + FFmpeg.h264
      + ["-bf", "0"])

  /// 23.976 fps in a container that counts milliseconds.
  static let milliseconds = Input(
    "vfr04.mkv", from: [Signal.barcode(frames: 96, rate: "24000/1001")], FFmpeg.h264)

  @Test("01: each output frame shows the source frame on display at its time")
  func twoRates() throws {
    let film = try rendered(Film(items: ["{clip: vfr01.mkv}"]), with: [Self.twoRates])
    #expect(try film.barcodes() == (0..<50).map { $0 < 25 ? $0 * 2 / 5 : 10 + 2 * ($0 - 25) })
    expect(try film.sound().onsets(), near: [0, 48000], within: 32)
  }

  @Test("03: a nonsense rate of the file reaches nothing")
  func jitter() throws {
    let film = try rendered(
      Film(canvas: "{size: 160x120, fps: 30}", items: ["{clip: vfr03.mp4}"]), with: [Self.jitter], limit: 10)
    let codes = try film.barcodes()
    #expect((59...61).contains(codes.count))
    #expect(codes == codes.sorted())
    #expect(codes.first == 0)
    // The case wants the last frame, 59, at the end. By the rule of the latest time stamp it comes 14 ms
    // late, and shows only where the file's last frame lasts long enough for a 61st output frame.
    #expect((codes.last ?? 0) >= codes.count - 2)
    let rate = try film.facts().video?.r_frame_rate
    #expect(rate == "30/1")
  }

  @Test("03: without a rate the project is refused, or gets a sane one")
  func rateNotGiven() throws {
    let folder = try Folder()
    try folder.bring(Self.jitter)
    try folder.write("film.yaml", Film(canvas: "{size: 160x120}", items: ["{clip: vfr03.mp4}"]).text)
    let run = try folder.edlrender(["film.yaml"], limit: 10)
    if run.status == 0 {
      let rate = try Facts.of(folder("out.mkv")).video?.r_frame_rate ?? ""
      #expect(["30/1", "30000/1001"].contains(rate))
    } else {
      #expect(run.status == 2)
      #expect(run.errors.contains("fps"))
      #expect(!folder.has("out.mkv"))
    }
  }

  @Test(
    "04: Matroska's milliseconds at 23.976 fps neither repeat nor skip",
    arguments: [
      ["{clip: vfr04.mkv}"],
      (0..<8).map { "{clip: vfr04.mkv, in: \($0 * 12)f, out: \($0 * 12 + 12)f}" },
    ])
  func milliseconds(items: [String]) throws {
    let film = try rendered(
      Film(canvas: "{size: 160x120, fps: 24000/1001}", items: items), with: [Self.milliseconds])
    #expect(try film.barcodes() == Array(0..<96))
    #expect(try film.facts().video?.r_frame_rate == "24000/1001")
  }
}
