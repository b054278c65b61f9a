internal import Foundation
internal import Testing

private let hasMediaInfo = (try? Tool.run("mediainfo", ["--Version"])) != nil

/// Films read by a parser that shares no code with the one that wrote them: MediaInfo.
@Suite(.enabled(if: hasMediaInfo, "mediainfo is not installed"))
struct SecondParserTests {
  /// The tracks that it finds, each with its facts by their names.
  private static func tracks(_ path: String) throws -> [[String: Any]] {
    let text = try Tool.run("mediainfo", ["--Output=JSON", path])
    let root = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    return (root?["media"] as? [String: Any])?["track"] as? [[String: Any]] ?? []
  }

  /// 91 frames at 30000/1001 with two streams of sound, chapters, a timecode and a title.
  private static func film(_ name: String, _ output: String) throws -> [[String: Any]] {
    let folder = try Folder()
    try folder.writeSound("tone.wav", (0..<150_000).map { Int16($0 % 100 * 50) })
    try folder.write(
      "film.yaml",
      """
      edlrender: 1
      canvas: {size: 64x36, fps: 30000/1001}
      tracks:
        - {kind: video, items: [{solid: red, duration: 91f}]}
        - {kind: audio, items: [{clip: tone.wav, duration: 91f}]}
      markers: [{at: 0s, name: Start}, {at: 60f, name: Middle}]
      outputs:
        - {path: \(name), chapters: markers, metadata: {title: A day out}, \(output)}

      """)
    let outcome = try edlrender("film.yaml", "-q", "--no-cache", in: folder)
    guard outcome.status == 0 else { throw ToolError(outcome.errors) }
    return try tracks(folder(name))
  }

  private static let sound = "audio: [{language: eng, title: Main}, {codec: ac3, language: deu, channels: mono}]"

  @Test("an mp4 is understood", arguments: ["film.mp4", "film.mov"])
  func mp4(name: String) throws {
    let tracks = try Self.film(name, "timecode: \"01:00:00;00\", " + Self.sound)
    func find(_ kind: String) -> [[String: String]] {
      tracks.filter { $0["@type"] as? String == kind }.map { $0.compactMapValues { $0 as? String } }
    }
    let file = try #require(find("General").first)
    #expect(file["Title"] == "A day out" && file["VideoCount"] == "1" && file["AudioCount"] == "2")
    #expect(file["IsStreamable"] == "Yes")
    let picture = try #require(find("Video").first)
    let facts = [
      "Format": "AVC", "Width": "64", "Height": "36", "FrameCount": "91", "FrameRate_Num": "30000",
      "FrameRate_Den": "1001", "FrameRate_Mode": "CFR", "PixelAspectRatio": "1.000", "BitDepth": "8",
      "ChromaSubsampling": "4:2:0", "colour_range": "Limited", "colour_primaries": "BT.709",
      "transfer_characteristics": "BT.709", "matrix_coefficients": "BT.709",
    ]
    for (fact, value) in facts { #expect(picture[fact] == value, "\(fact)") }
    // 91 frames of 1001/30000 s last 3.03637 s; the file's own clock counts milliseconds, and none is cut off.
    #expect(picture["Duration"] == "3.037")
    let sounds = find("Audio")
    #expect(sounds.map { $0["Format"] } == ["AAC", "AC-3"] && sounds.map { $0["Channels"] } == ["2", "1"])
    #expect(sounds.map { $0["Language"] } == ["en", "de"] && sounds.map { $0["Default"] } == ["Yes", "No"])
    #expect(sounds.allSatisfy { $0["Duration"] == "3.037" && $0["SamplingRate"] == "48000" })
    #expect(find("Other").contains { $0["TimeCode_FirstFrame"] == "01:00:00;00" })
    let chapters = tracks.filter { $0["@type"] as? String == "Menu" }
      .compactMap { ($0["extra"] as? [String: String])?.filter { ["Start", "Middle"].contains($0.value) } }
    #expect(chapters.contains { Set($0.values) == ["Start", "Middle"] })
  }

  @Test("a Matroska film is understood")
  func matroska() throws {
    let tracks = try Self.film("film.mkv", Self.sound)
    let picture = try #require(tracks.first { $0["@type"] as? String == "Video" })
    #expect(picture["FrameCount"] as? String == "91" && picture["Width"] as? String == "64")
    #expect(picture["colour_primaries"] as? String == "BT.709" && picture["colour_range"] as? String == "Limited")
    let languages = tracks.filter { $0["@type"] as? String == "Audio" }.map { $0["Language"] as? String }
    #expect(languages == ["en", "de"])
    let chapters = try #require(tracks.first { $0["@type"] as? String == "Menu" }?["extra"] as? [String: String])
    // The sixtieth frame is on after 60 * 1001/30000 s.
    #expect(
      chapters["_00_00_00_000"]?.hasSuffix("Start") == true && chapters["_00_00_02_002"]?.hasSuffix("Middle") == true)
  }
}
