import EDL
import Foundation
import MediaTime

/// An input taken as a whole project file: loaded, resolved against facts of media that need not
/// exist, printed.
struct FuzzProject {
  private let folder: String
  private let path: String

  /// Makes a folder for one input at a time.
  init() {
    folder = NSTemporaryDirectory() + "edl-fuzz-\(UUID().uuidString)"
    path = folder + "/f.yaml"
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  /// Removes the folder.
  func remove() { try? FileManager.default.removeItem(atPath: folder) }

  /// Loads and resolves the bytes; returns which promise they break.
  ///
  /// `sources` and `diagnostics` receive the texts and the findings.
  func firstBrokenPromise(
    of bytes: [UInt8], sources: inout SourceMap, diagnostics: inout DiagnosticList
  ) -> String? {
    guard FileManager.default.createFile(atPath: path, contents: Data(bytes)) else { return nil }
    // The folder is all that may be read, so that an input's paths lead to nothing on this machine.
    let options = Project.Options(root: folder)
    guard let project = Project.load(path: path, options: options, sources: &sources, diagnostics: &diagnostics)
    else { return diagnostics.hasErrors ? nil : "no project and no error" }
    var facts: [String: ProbeResult] = [:]
    for request in project.mediaRequests { facts[request.path] = Self.facts(of: request.path) }
    guard let timeline = project.resolve(media: facts, diagnostics: &diagnostics) else {
      return diagnostics.hasErrors ? nil : "no timeline and no error"
    }
    if diagnostics.hasErrors { return "a timeline in spite of an error" }
    // Printing looks at all that was resolved; of a short programme, since an input may ask for hours.
    guard timeline.root.frameCount < 100_000 else { return nil }
    return timeline.json.isEmpty || timeline.text.isEmpty ? "a timeline that prints nothing" : nil
  }

  /// Media of each kind, by the last letter of the name.
  private static func facts(of path: String) -> ProbeResult {
    let length = Time(seconds: Rational(4))
    let sound = AudioStreamInfo(
      codec: "pcm_s16le", sampleRate: 48000, channels: 2, layout: "stereo", start: .zero, duration: length)
    func picture(rate: Int?) -> VideoStreamInfo {
      VideoStreamInfo(
        codec: "h264", codedSize: PixelSize(width: 160, height: 120), frameRate: rate.map { Rational($0) },
        duration: rate.map { _ in length }, pixelFormat: "yuv420p")
    }
    switch path.utf8.last.map({ $0 % 8 }) {
    case 0: return .success(MediaInfo(kind: .audio, format: "wav", audio: [sound]))
    case 1: return .success(MediaInfo(kind: .still, format: "image2", video: [picture(rate: nil)]))
    case 2: return .failure(code: "media.not-found", message: "it does not exist")
    case 3: return .success(MediaInfo(kind: .video, format: "mov", video: [picture(rate: 25)]))
    default:
      return .success(
        MediaInfo(kind: .video, format: "mov", video: [picture(rate: 25)], audio: [sound], timecode: "01:00:00:00"))
    }
  }
}
