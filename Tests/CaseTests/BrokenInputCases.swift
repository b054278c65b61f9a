internal import Foundation
internal import Testing

/// Files that end early or are no media at all.
@Suite("IO-01", .needsCommand)
struct BrokenInputCases {
  static let whole = Input(
    "io01.mkv", from: [Signal.barcode(frames: 100), Signal.beeps(every: 48000, seconds: "4")],
    FFmpeg.h264 + ["-g", "25"] + FFmpeg.aac)
  static let half = Input("io01_half.mkv", bytesOf: whole) { $0.prefix($0.count / 2) }
  static let noIndex = Input(
    "io01_nomoov.mp4", bytesOf: Input("io01_src.mp4", from: whole, ["-c", "copy"])
  ) { $0.prefix($0.count / 2) }

  @Test("a file that ends early is an error that says where", arguments: ["", ", in: 0, out: 100f"])
  func truncated(range: String) throws {
    // With a range of the author's own the half that is there may count as too short a source.
    let run = try refused(
      Film(items: ["{clip: io01_half.mkv\(range)}"]), with: [Self.half], status: range.isEmpty ? [3] : [2, 3])
    #expect(run.errors.contains("io01_half.mkv"))
    // The frame or the time at which the data ends, somewhere in the middle of the four seconds.
    let message = run.errors.split(separator: "\n").filter { !$0.contains("{clip:") }.joined(separator: "\n")
    #expect(message.contains(/\b([3-6]\d|[12]\.\d+|00:00:0[12])/), "\(message)")
  }

  @Test(
    "what is no media is refused before rendering",
    arguments: ["io01_nomoov.mp4", "io01_empty.mp4", "io01_text.mp4", "io01_dir.mp4", "io01_missing.mp4"])
  func noMedia(name: String) throws {
    let folder = try Folder()
    switch name {
    case "io01_nomoov.mp4": try folder.bring(Self.noIndex)
    case "io01_empty.mp4": try folder.write(name, "")
    case "io01_text.mp4": try folder.write(name, "not a movie\n")
    case "io01_dir.mp4": try folder.write("\(name)/.keep", "")
    default: break
    }
    let run = try folder.refuse(
      Film(items: ["{clip: \(name), duration: 4s}"]), ["--progress", "json"], status: [3], within: 5)
    #expect(run.errors.contains(name))
    #expect(run.errors.contains(/film\.yaml:6:\d+: error/))
    // Nothing was begun: no progress was reported.
    #expect(!run.output.contains("frame"))
  }

  @Test("every broken file of a project is named at once")
  func allAtOnce() throws {
    let folder = try Folder()
    try folder.write("io01_text.mp4", "not a movie\n")
    let run = try folder.refuse(
      Film(items: ["{clip: io01_text.mp4}", "{clip: io01_missing.mp4}"]), status: [3], within: 5)
    #expect(run.errors.contains("io01_text.mp4") && run.errors.contains("io01_missing.mp4"))
  }
}
