import Foundation
import MediaTime
import Testing

@testable import EDL

/// A project in a folder of its own, with facts of media that need not exist.
struct TestProject {
  let folder: URL
  let path: String
  /// The places marked with `▸` in the text.
  let marks: [SourcePosition]

  init(_ markedText: String, files: [String: String] = [:], name: String = "film.yaml") throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("edl-\(UUID().uuidString)")
      .resolvingSymlinksInPath()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (file, text) in files {
      let url = folder.appendingPathComponent(file)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
    let (text, marks) = Self.unmark(markedText)
    self.marks = marks
    path = folder.appendingPathComponent(name).path
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  private static func unmark(_ text: String) -> (String, [SourcePosition]) {
    var plain = ""
    var marks: [SourcePosition] = []
    var (line, column) = (1, 1)
    for scalar in text.unicodeScalars {
      if scalar == "▸" {
        marks.append(SourcePosition(line: line, column: column))
        continue
      }
      plain.unicodeScalars.append(scalar)
      (line, column) = scalar == "\n" ? (line + 1, 1) : (line, column + 1)
    }
    return (plain, marks)
  }

  /// What loading and resolving gave.
  struct Outcome {
    var project: Project?
    var timeline: Timeline?
    var diagnostics: [Diagnostic]

    var findings: [Diagnostic] { diagnostics.filter { $0.severity != .note } }
    var summary: String {
      diagnostics.map { "\($0.range?.start.line ?? 0):\($0.range?.start.column ?? 0) \($0.code): \($0.message)" }
        .joined(separator: "\n")
    }

    var firstItems: [Item] { timeline?.root.tracks.first?.items ?? [] }
    var frameCount: Int? { timeline?.root.frameCount }
  }

  func run(_ media: [String: MediaInfo] = .standard, options: Project.Options = .init()) -> Outcome {
    defer { try? FileManager.default.removeItem(at: folder) }
    var list = DiagnosticList()
    guard let project = Project.load(path: path, options: options, diagnostics: &list) else {
      return Outcome(diagnostics: list.all)
    }
    var probes: [String: ProbeResult] = [:]
    for request in project.mediaRequests {
      let name = String(request.path.dropFirst(folder.path.count + 1))
      let info = media[name] ?? media[(name as NSString).lastPathComponent]
      probes[request.path] =
        info.map { .success($0) } ?? .failure(code: "media.not-found", message: "\"\(name)\" does not exist")
    }
    let timeline = project.resolve(media: probes, diagnostics: &list)
    return Outcome(project: project, timeline: timeline, diagnostics: list.all)
  }
}

/// Runs a text and expects exactly these findings, at the marked places.
func expectFindings(
  _ text: String, _ codes: String..., files: [String: String] = [:], options: Project.Options = .init(),
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let project = try TestProject(text, files: files)
  let outcome = project.run(options: options)
  let none = SourcePosition(line: 0, column: 0)
  let findings = outcome.findings.sorted { ($0.range?.start ?? none) < ($1.range?.start ?? none) }
  #expect(findings.map(\.code) == codes, "\(outcome.summary)", sourceLocation: sourceLocation)
  #expect(
    findings.map { $0.range?.start ?? none } == project.marks, "\(outcome.summary)", sourceLocation: sourceLocation)
}

/// Runs a text and returns its timeline, expecting no finding but notes.
func resolved(
  _ text: String, files: [String: String] = [:], options: Project.Options = .init(),
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> TestProject.Outcome {
  let outcome = try TestProject(text, files: files).run(options: options)
  #expect(outcome.findings.isEmpty, "\(outcome.summary)", sourceLocation: sourceLocation)
  #expect(outcome.timeline != nil, "\(outcome.summary)", sourceLocation: sourceLocation)
  return outcome
}

func ratio(_ top: Int64, _ bottom: Int64 = 1) -> Rational { (try? Rational(top, over: bottom)) ?? .zero }
func seconds(_ top: Int64, _ bottom: Int64 = 1) -> Time { Time(seconds: ratio(top, bottom)) }

/// `canvas` of 160x120 at 25 fps, and one video track around items.
func video(_ items: String, more: String = "", fps: String = "25") -> String {
  """
  edlrender: 1
  canvas: {size: 160x120, fps: \(fps)}
  tracks:
    - kind: video
      items:
  \(items.split(separator: "\n").map { "      " + $0 }.joined(separator: "\n"))
  \(more)
  """
}

extension MediaInfo {
  static func video(
    frames: Int64, rate: Rational = ratio(25), sound: Time? = nil, size: PixelSize = .init(width: 160, height: 120),
    timecode: String? = nil
  ) -> MediaInfo {
    let length = (try? Time(frame: Int(frames), at: rate)) ?? .zero
    return MediaInfo(
      kind: .video, format: "mov",
      video: [
        VideoStreamInfo(codec: "h264", codedSize: size, frameRate: rate, duration: length, pixelFormat: "yuv420p")
      ],
      audio: sound.map { [.stereo($0)] } ?? [], timecode: timecode)
  }

  static func sound(_ length: Time) -> MediaInfo {
    MediaInfo(kind: .audio, format: "wav", audio: [.stereo(length)])
  }

  static let still = MediaInfo(
    kind: .still, format: "image2",
    video: [
      VideoStreamInfo(
        codec: "png", codedSize: .init(width: 161, height: 121), frameRate: nil, duration: nil, pixelFormat: "rgb24")
    ])
}

extension AudioStreamInfo {
  static func stereo(_ length: Time, start: Time = .zero) -> AudioStreamInfo {
    AudioStreamInfo(
      codec: "pcm_s16le", sampleRate: 48000, channels: 2, layout: "stereo", start: start, duration: length)
  }
}

extension [String: MediaInfo] {
  static let standard: [String: MediaInfo] = [
    // 100 frames at 25 fps, 4 s, with as much sound.
    "a.mov": .video(frames: 100, sound: seconds(4)),
    // 50 frames, 2 s, no sound.
    "mute.mov": .video(frames: 50),
    // 2 s of picture, 2.36 s of sound.
    "long.mov": .video(frames: 50, sound: seconds(59, 25)),
    // 30 frames at 29.97: 1.001 s.
    "ntsc.mov": .video(frames: 30, rate: ratio(30000, 1001), sound: seconds(1001, 1000), timecode: "01:00:00;00"),
    "tc.mov": .video(frames: 100, sound: seconds(4), timecode: "01:00:00:00"),
    "bed.wav": .sound(seconds(22, 5)),
    "tone.wav": .sound(seconds(1)),
    "photo.png": .still,
    "f0001.png": .still,
    "f0003.png": .still,
    "f0007.png": .still,
    "f1.png": .still,
    "f3.png": .still,
  ]
}
