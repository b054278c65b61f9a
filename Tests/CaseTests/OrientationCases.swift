internal import Foundation
internal import Testing

/// Pictures that carry their orientation beside the pixels.
@Suite("ROT", .needsCommand)
struct OrientationCases {
  static let quarters = Input("rot_src.mp4", from: [Signal.quarters()], FFmpeg.h264)

  /// A portrait phone clip: stored lying, with a display matrix.
  static let portrait = Input("rot01.mp4", from: quarters, ["-c", "copy", "-metadata:s:v:0", "rotate=270"])

  /// Stored turned, sound as the first stream, one key frame.
  static let soundFirst = Input(
    "rot03.mp4",
    from: Input(
      "rot03_raw.mp4",
      from: [Signal.beeps(every: 48000, seconds: "2"), Signal.barcode(frames: 50, then: "transpose=clock")],
      ["-map", "0:a", "-map", "1:v"] + FFmpeg.h264 + ["-g", "50"] + FFmpeg.aac),
    ["-map", "0", "-c", "copy", "-metadata:s:v:0", "rotate=90"])

  static let upright = Input(
    "rot04_1.jpg", from: [Signal.quarters() + ",format=yuvj444p"], ["-frames:v", "1", "-q:v", "2"])

  /// The same photograph with an EXIF orientation put in.
  static func photograph(_ orientation: UInt8) -> Input {
    guard orientation > 1 else { return upright }
    return Input("rot04_\(orientation).jpg", bytesOf: upright) { jpeg in
      let directory: [UInt8] = [0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
      let exif = Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8] + directory
      let segment: [UInt8] = [0xff, 0xe1, 0, UInt8(exif.count + 2)] + exif
      return jpeg.prefix(2) + segment + jpeg.dropFirst(2)
    }
  }

  private func expectNoRotation(_ film: Rendered) throws {
    let video = try #require(try film.facts().video)
    #expect(video.side_data_list?.contains { $0.rotation != nil } != true)
    #expect(video.tags?.keys.contains { $0.lowercased() == "rotate" } != true)
  }

  @Test("01a: a portrait clip fills a portrait canvas")
  func portrait() throws {
    let film = try rendered(
      Film(canvas: "{size: 120x160, fps: 25}", items: ["{clip: rot01.mp4}"]), with: [Self.portrait])
    let first = try Picture.first(of: film.path)
    #expect(first.width == 120 && first.height == 160)
    expect(first.color(30, 40), near: .pureBlue, within: 12)
    expect(first.color(90, 40), near: .pureRed, within: 12)
    expect(first.color(30, 120), near: .white, within: 12)
    expect(first.color(90, 120), near: .pureGreen, within: 12)
    try expectNoRotation(film)
  }

  @Test("01b: a portrait clip stands whole in a landscape canvas, black beside it")
  func portraitInLandscape() throws {
    let film = try rendered(Film(items: ["{clip: rot01.mp4, fit: contain}"]), with: [Self.portrait])
    let first = try Picture.first(of: film.path)
    #expect(first.width == 160 && first.height == 120)
    expect(first.color(57, 30), near: .pureBlue, within: 12)
    expect(first.color(102, 30), near: .pureRed, within: 12)
    // White and green are in the lower half; subsampled chroma bleeds a little beyond the edge, green does not.
    let columns = (0..<160).filter { first.bytes[(90 * 160 + $0) * 3 + 1] > 127 }
    expect([columns.first ?? 0, columns.last ?? 0], near: [35, 124], within: 1)
    expect([columns.count], near: [90], within: 1)
    expect(first.color(15, 60), near: .black, within: 4)
    expect(first.color(145, 60), near: .black, within: 4)
    try expectNoRotation(film)
  }

  @Test("03: the last frame of a turned clip whose first stream is sound")
  func lastFrameOfTurned() throws {
    let film = try rendered(Film(items: ["{clip: rot03.mp4, in: 49f, out: 50f}"]), with: [Self.soundFirst])
    #expect(try film.barcodes() == [49])
    let first = try Picture.first(of: film.path)
    #expect(first.width == 160 && first.height == 120)
  }

  /// What stands in the two upper corners for each EXIF orientation.
  static let corners: [(UInt8, RGB, RGB)] = [
    (1, .pureRed, .pureGreen), (2, .pureGreen, .pureRed), (3, .white, .pureBlue), (4, .pureBlue, .white),
    (5, .pureRed, .pureBlue), (6, .pureBlue, .pureRed), (7, .white, .pureGreen), (8, .pureGreen, .white),
  ]

  @Test("04: all eight EXIF orientations of a still", arguments: corners)
  func photograph(orientation: UInt8, left: RGB, right: RGB) throws {
    let (width, height) = orientation < 5 ? (160, 120) : (120, 160)
    let film = try rendered(
      Film(
        canvas: "{size: \(width)x\(height), fps: 25}",
        items: ["{clip: rot04_\(orientation).jpg, duration: 0.2s}"]),
      with: [Self.photograph(orientation)])
    let frames = try Picture.map(film.path) { ($0.width, $0.height, $0.color(20, 20), $0.color($0.width - 20, 20)) }
    #expect(frames.count == 5)
    #expect(frames.allSatisfy { $0.0 == width && $0.1 == height })
    expect(frames.map(\.2), near: left, within: 16)
    expect(frames.map(\.3), near: right, within: 16)
  }
}
