internal import AV
internal import Draw
internal import EDL
internal import Foundation
internal import MediaTime

/// The engine's own version: raised by every change that can change a picture or a sample.
let engineVersion = 1

/// What a media file is known by while a project is open: its path, size and time of change.
enum MediaIdentity {
  /// One line for a media entry.
  ///
  /// With the tags of colour: the project may correct what the file says.
  static func text(_ media: Media) -> String {
    let tags = media.info.video.map { stream in
      let tags = [stream.color.space, stream.color.primaries, stream.color.transfer, stream.color.range]
      return tags.map { $0 ?? "" }.joined(separator: ",")
    }
    return "\(files(media)) \(tags.joined(separator: ";"))"
  }

  private static func files(_ media: Media) -> String {
    switch media.source {
    case .file(let path): file(path)
    case .stills(let frames, let end):
      frames.map { "\(file($0.path))@\($0.time.seconds)" }.joined(separator: ",") + "-\(end.seconds)"
    }
  }

  /// One line for a file.
  static func file(_ path: String) -> String {
    var status = stat()
    guard stat(path, &status) == 0 else { return path }
    #if canImport(Darwin)
    let time = status.st_mtimespec
    #else
    let time = status.st_mtim
    #endif
    return "\(path)#\(status.st_size)#\(time.tv_sec).\(time.tv_nsec)"
  }
}

/// Digests of all that can change what is rendered.
enum ContentKey {
  /// The key of a segment of picture: content, canvas, encoder, libraries and engine, not its place.
  static func segment(
    _ segment: Segment, _ identities: [String], _ output: OutputPlan, _ video: VideoPlan
  ) throws(TimeOverflow) -> String {
    guard var digest = try? Digest() else { throw TimeOverflow() }
    digest.update("edlrender picture \(engineVersion)\n\(Libraries.versions)\n\(DrawLibraries.versions)\n")
    let color = output.canvas.color
    digest.update("\(output.canvas.size) \(output.canvas.pixelFormat) \(color.stream) \(color.toneMap) \(color.white)")
    digest.update(" \(output.canvas.background)\n\(video.settings)\n\(video.conversion)\n")
    for piece in segment.pieces { digest.update(piece.contentText(identities) + "\n") }
    return digest.finish()
  }
}
