internal import Foundation
internal import Testing

/// Fuzzed, truncated and mislabelled files: an error that names the file, never a crash or a hang.
@Suite("Broken corpus", .needsCommand, .needsShared("media/broken"))
struct BrokenCorpusTests {
  static let files =
    ((try? FileManager.default.contentsOfDirectory(atPath: "\(Places.shared)/media/broken")) ?? []).sorted()

  private static let soundEndings: Set<String> = ["mp3", "wav", "adts", "opus"]

  /// Whether the `ffmpeg` tool gets a single frame or sample out of it.
  private func isUsable(_ path: String, asSound: Bool) throws -> Bool {
    let arguments =
      asSound
      ? ["-map", "0:a:0", "-t", "0.1", "-f", "s16le", "-c:a", "pcm_s16le"]
      : ["-map", "0:V:0", "-frames:v", "1", "-s", "16x16", "-f", "rawvideo"]
    let run = try Command("ffmpeg", FFmpeg.quiet + ["-i", path] + arguments + ["-"], limit: 30).run()
    return !run.output.isEmpty
  }

  @Test("rendered or refused by name", arguments: files)
  func broken(name: String) throws {
    let source = "\(Places.shared)/media/broken/\(name)"
    let isSound = Self.soundEndings.contains(URL(filePath: name).pathExtension)
    let folder = try Folder()
    try folder.bring(file: source, as: name)
    let item = ["{clip: \"\(name)\", duration: 3f}"]
    let film =
      isSound
      ? Film(items: [], sound: [item], output: "{path: out.wav, video: off, audio: [{codec: pcm_s16le}]}")
      : Film(items: item)
    try folder.write("film.yaml", film.text)
    let run = try folder.edlrender(["film.yaml"], limit: 20)
    let isUsable = try isUsable(source, asSound: isSound)
    if run.status == 0 {
      #expect(folder.has(film.output))
    } else {
      #expect(!folder.has(film.output))
      #expect(run.errors.contains(name), "\(run.errors)")
      #expect(run.errors.contains(/film\.yaml:6:\d+: error/), "\(run.errors)")
      // Status 2 is for what the author can mend: a range beyond the media.
      #expect(run.status == 3 || (run.status == 2 && isUsable), "\(run.status): \(run.errors)")
    }
    if !isUsable { #expect(run.status == 3, "\(run.status): \(run.errors)") }
  }

  @Test("check of a whole broken file ends", arguments: files)
  func check(name: String) throws {
    let folder = try Folder()
    try folder.bring(file: "\(Places.shared)/media/broken/\(name)", as: name)
    try folder.write("film.yaml", Film(items: ["{clip: \"\(name)\"}"]).text)
    let run = try folder.edlrender(["check", "film.yaml"], limit: 20)
    if run.status != 0 { #expect(run.errors.contains(name), "\(run.errors)") }
  }
}
