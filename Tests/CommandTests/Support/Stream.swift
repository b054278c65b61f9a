internal import Foundation

/// A finished stream, read by its lists as a player does.
struct Stream {
  /// A list of segments.
  struct Track {
    let path: String
    var initialization = ""
    var segments: [(file: String, seconds: Double)] = []
    var target = 0

    /// Reads a media playlist.
    init(_ path: String) throws {
      self.path = path
      let folder = URL(filePath: path).deletingLastPathComponent().path
      var seconds = 0.0
      for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
        if line.hasPrefix("#EXTINF:") { seconds = Double(line.dropFirst(8).dropLast()) ?? 0 }
        if line.hasPrefix("#EXT-X-TARGETDURATION:") { target = Int(line.dropFirst(22)) ?? 0 }
        if line.hasPrefix("#EXT-X-MAP:URI=\"") { initialization = "\(folder)/\(line.dropFirst(16).dropLast())" }
        if !line.hasPrefix("#") { segments.append(("\(folder)/\(line)", seconds)) }
      }
    }

    var files: [String] { [path, initialization].filter { !$0.isEmpty } + segments.map(\.file) }
    /// When each segment starts.
    var starts: [Double] { segments.indices.map { index in segments[..<index].reduce(0) { $0 + $1.seconds } } }
  }

  /// The variants in the order of the list, each with its attributes.
  var variants: [(attributes: [String: String], track: Track)] = []
  /// The sounds.
  var sounds: [(attributes: [String: String], track: Track)] = []
  /// The subtitles.
  var subtitles: [(attributes: [String: String], track: Track)] = []
  let path: String

  /// Reads a master playlist, and all that it names.
  init(_ path: String) throws {
    self.path = path
    let folder = URL(filePath: path).deletingLastPathComponent().path
    var attributes: [String: String]?
    for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
      if line.hasPrefix("#EXT-X-MEDIA:") {
        let found = Self.attributes(line.dropFirst(13))
        let track = try Track("\(folder)/\(found["URI"] ?? "")")
        if found["TYPE"] == "SUBTITLES" { subtitles.append((found, track)) } else { sounds.append((found, track)) }
      } else if line.hasPrefix("#EXT-X-STREAM-INF:") {
        attributes = Self.attributes(line.dropFirst(18))
      } else if !line.hasPrefix("#"), let found = attributes {
        variants.append((found, try Track("\(folder)/\(line)")))
      }
    }
  }

  /// Every file that the stream needs.
  var files: [String] { [path] + (variants + sounds + subtitles).map(\.track).flatMap(\.files) }

  /// The bytes of every file that it needs, by their paths; a missing one throws.
  func contents() throws -> [String: Data] {
    var found: [String: Data] = [:]
    for file in Set(files) { found[file] = try Data(contentsOf: URL(filePath: file)) }
    return found
  }

  private static func attributes(_ text: Substring) -> [String: String] {
    var found: [String: String] = [:]
    for match in text.matches(of: /([A-Z-]+)=("[^"]*"|[^,]*)/) {
      found[String(match.output.1)] = String(match.output.2.filter { $0 != "\"" })
    }
    return found
  }
}
