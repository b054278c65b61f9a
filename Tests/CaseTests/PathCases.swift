internal import Testing

/// File names that other tools take for something else.
@Suite("PATH", .needsCommand)
struct PathCases {
  static let clip = Input(
    "path01.mp4", from: [Signal.barcode(frames: 25), Signal.beeps(every: 48000, seconds: "1")],
    FFmpeg.h264 + FFmpeg.aac)
  static let silent = Input("path01_silent.mp4", from: [Signal.barcode(frames: 25)], FFmpeg.h264)
  static let blue = Input("path02_blue.png", from: ["color=blue:s=160x120"], ["-frames:v", "1"])
  static let red = Input("path02_red.png", from: ["color=red:s=160x120"], ["-frames:v", "1"])

  static let place = "Bill & Ted's [cut], 50%; a=b"
  static let name = #"it's: 16:9 \ "q" $HOME [x],{y} #1.mp4"#

  @Test("01: every character that a file name can hold")
  func awkwardNames() throws {
    let folder = try Folder()
    try folder.bring(Self.clip, as: "\(Self.place)/\(Self.name)")
    try folder.bring(Self.silent, as: "-leading dash.mp4")
    // Single quotes in YAML: nothing but the apostrophe is special, and it is doubled. The burnt-in
    // subtitles of the case come with subtitles.
    let path = "\(Self.place)/\(Self.name)".replacing("'", with: "''")
    let output = "\(Self.place)/it's: %d.mkv"
    let film = Film(
      """
      edlrender: 1
      canvas: {size: 160x120, fps: 25}
      media:
        talk: '\(path)'
      tracks:
        - kind: video
          items:
            - clip: talk
              audio: off
            - clip: -leading dash.mp4
        - kind: audio
          items:
            - clip: '\(path)'
      outputs:
        - path: "\(output)"
          video: {codec: ffv1}
          audio: [{codec: pcm_s16le}]

      """, output: output)
    let path2 = try folder.render(film)
    #expect(try Picture.barcodes(of: path2) == Array(0..<25) + Array(0..<25))
    expect(try Sound.of(path2).onsets(), near: [0], within: 64)
  }

  @Test(
    "02: a percent sign, a star or brackets in the name of a still",
    arguments: ["shot%03d.png", "50% [off]*.png", "a%%b.png"])
  func patternLikeNames(name: String) throws {
    let folder = try Folder()
    try folder.bring(Self.blue, as: name)
    try folder.bring(Self.red, as: "shot001.png")
    try folder.bring(Self.red, as: "50% ozone.png")
    try folder.bring(Self.red, as: "a%b.png")
    let path = try folder.render(Film(items: ["{clip: \"\(name)\", duration: 5f}"]))
    let colors = try Picture.colors(of: path, 80, 60)
    #expect(colors.count == 5)
    expect(colors, near: RGB(0, 0, 254), within: 4)
  }
}
