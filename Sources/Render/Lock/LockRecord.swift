internal import AV
internal import Draw
public import EDL
internal import Foundation

/// All that a project's films depend on outside of its text: files by content, libraries by version.
public struct LockRecord: Hashable, Sendable {
  /// A file that the project reads.
  public struct File: Hashable, Sendable {
    /// Where it is, as the project's timeline has it.
    public var path: String
    /// The SHA-256 of its bytes.
    public var digest: String
    /// Its size.
    public var byteCount: Int
    /// What probing found, a stream each: codec, size, rate, length; none for a LUT or a font.
    public var facts: [String]

    /// Creates a file.
    public init(path: String, digest: String, byteCount: Int, facts: [String]) {
      self.path = path
      self.digest = digest
      self.byteCount = byteCount
      self.facts = facts
    }

    /// The size and digest of a file as it is now; nil where it cannot be read.
    public init?(reading path: String, facts: [String] = []) {
      guard let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int,
        let digest = FileNames.digest(path)
      else { return nil }
      self.init(path: path, digest: digest, byteCount: size, facts: facts)
    }
  }

  /// The libraries with their versions, one a line.
  public var libraries: [String]
  /// The files, by path.
  public var files: [File]

  /// Creates a record.
  public init(libraries: [String], files: [File]) {
    self.libraries = libraries
    self.files = files
  }
}

extension Renderer {
  /// Reads every file that a timeline's pictures and sound are made of; one that cannot be read is left out.
  public static func lockRecord(_ timeline: Timeline, options: RenderOptions = RenderOptions()) -> LockRecord {
    Libraries.prepare()
    var ignored = DiagnosticList()
    let prepared = EffectPreparation.prepared(timeline, options, &ignored)
    var facts: [String: [String]] = [:]
    for media in timeline.media {
      if case .file(let path) = media.source { facts[path] = media.info.lockedFacts }
    }
    var paths = prepared.contentFiles.union(ProjectFiles.besideStreams(of: timeline))
    prepared.root.forEachItem { item in
      if case .drawing(.title(let title)) = item.content { paths.formUnion(TextFindings.of(title).fontFiles) }
    }
    let libraries = "FFmpeg \(Libraries.release), \(Libraries.versions), \(DrawLibraries.versions)"
    return LockRecord(
      libraries: libraries.split(separator: ",").map { String($0.drop { $0 == " " }) },
      files: paths.sorted().compactMap { LockRecord.File(reading: $0, facts: facts[$0] ?? []) })
  }
}

extension MediaInfo {
  /// A line a stream.
  fileprivate var lockedFacts: [String] {
    video.map { stream in
      var parts = [stream.codec, "\(stream.codedSize)", stream.pixelFormat]
      if let rate = stream.frameRate { parts.append("\(rate) fps\(stream.isVariableRate ? " on average" : "")") }
      if let duration = stream.duration { parts.append("\(duration)") }
      return parts.joined(separator: " ")
    }
      + audio.map { stream in
        "\(stream.codec) \(stream.sampleRate) Hz \(stream.layout) \(stream.duration)"
      }
  }
}
