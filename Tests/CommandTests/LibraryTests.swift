internal import Foundation
internal import Testing

/// `probe` on folders: a catalogue by kind, sequences by their pattern, variants of one picture together.
@Suite struct LibraryTests {
  @Test func aFolderIsACatalogueByKind() throws {
    let folder = try Folder()
    try shoot(folder)
    let outcome = try edlrender("probe", ".", in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let lines = outcome.output.split(separator: "\n").map(String.init)
    let headings = lines.filter { $0.contains(": ") && $0.first?.isUppercase == true }
    #expect(headings.map { $0.prefix { $0 != ":" } } == ["VIDEO", "IMAGE SEQUENCES", "IMAGES", "SOUND"])
    let row = { (name: String) in lines.first { $0.contains(name) } ?? "" }
    // ffprobe reads 64x48 and a display matrix of 90 degrees; upright that is 48x64.
    #expect(row("phone.mov").contains("48x64") && row("phone.mov").contains("turned"))
    // 9 stills of 10 numbers.
    #expect(row("render/%04d.png").contains("1-10, 1 missing"))
    #expect(row("trip.proxy.mp4").hasPrefix("  ") && row("trip.proxy.mp4").contains("proxy"))
    #expect(row("IMG_7.CR2").hasPrefix("  ") && row("IMG_7.CR2").contains("raw"))
    #expect(outcome.errors.contains("\"./notes.txt\" is no media"), "\(outcome.errors)")
    #expect(!outcome.errors.contains("CR2"))
  }

  @Test func theCatalogueIsJSONToo() throws {
    let folder = try Folder()
    try shoot(folder)
    let objects = try edlrender("probe", ".", "--json", in: folder).objects.filter { $0["event"] == "media" }
    #expect(
      objects.map { $0["path"] } == [
        "./IMG_7.JPG", "./phone.mov", "./render/%04d.png", "./tone.wav", "./trip.mp4",
      ])
    let sequence = try #require(objects.first { $0["kind"] == "sequence" })
    #expect(sequence["first"] == "1" && sequence["last"] == "10" && sequence["count"] == "9")
    let sizes = try (1...10).filter { $0 != 4 }.map { number in
      let path = folder("render/\(String(format: "%04d", number)).png")
      return try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    }
    #expect(sequence["bytes"] == "\(sizes.reduce(0, +))")
    let each = try edlrender("probe", ".", "--json", "--each", in: folder).objects.filter { $0["event"] == "media" }
    #expect(each.count == 14)
    #expect(each.allSatisfy { $0["kind"] != "sequence" })
  }

  /// What a day of shooting leaves: a phone's clip, a film with its proxy, a photograph with its raw
  /// file, a rendered sequence that lacks a frame, sound, and a text.
  private func shoot(_ folder: Folder) throws {
    func make(_ arguments: [String]) throws {
      try Tool.run("ffmpeg", ["-v", "error", "-nostdin"] + arguments, in: folder.path)
    }
    try FileManager.default.createDirectory(atPath: folder("render"), withIntermediateDirectories: true)
    try make(["-f", "lavfi", "-i", "testsrc=s=64x48:r=10:d=1", "-pix_fmt", "yuv420p", "flat.mov"])
    try make(["-i", "flat.mov", "-c", "copy", "-metadata:s:v", "rotate=90", "phone.mov"])
    try FileManager.default.removeItem(atPath: folder("flat.mov"))
    try make(["-f", "lavfi", "-i", "testsrc2=s=128x72:r=25:d=1", "-pix_fmt", "yuv420p", "trip.mp4"])
    try make(["-i", "trip.mp4", "-vf", "scale=64:36", "trip.proxy.mp4"])
    try make(["-f", "lavfi", "-i", "testsrc=s=32x24:r=10:d=1", "render/%04d.png"])
    try FileManager.default.removeItem(atPath: folder("render/0004.png"))
    try make(["-f", "lavfi", "-i", "testsrc=s=40x30", "-frames:v", "1", "-f", "mjpeg", "IMG_7.JPG"])
    try folder.write("IMG_7.CR2", "what a sensor saw")
    try make(["-f", "lavfi", "-i", "sine=d=1", "tone.wav"])
    try folder.write("notes.txt", "nothing to see")
  }
}
