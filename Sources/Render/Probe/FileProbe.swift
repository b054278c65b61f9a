internal import AV
internal import EDL
internal import MediaTime

/// Probes one file: opens it, surveys its packets at both ends, and puts the facts together.
struct FileProbe {
  let path: String
  private let demuxer: Demuxer

  init(path: String) throws(MediaError) {
    self.path = path
    do throws(AVError) {
      demuxer = try SourceFile.analyse(path)
    } catch {
      throw MediaError(opening: path, error, log: LibraryLog.end())
    }
  }

  func facts() throws(MediaError) -> MediaInfo {
    defer { _ = LibraryLog.end() }
    try checkStreams()
    let header = ImageHeader(path: path)
    if demuxer.isStillFormat { return try StillProbe(path: path, demuxer: demuxer, header: header).facts() }
    var survey = PacketSurvey(path: path, demuxer: demuxer)
    try survey.run()
    // A GIF, APNG or AVIF with one picture is a still like any other.
    if demuxer.mayBeAnimation || header.isBoxedPicture, let picture = demuxer.pictureStreams.first,
      survey.isSinglePicture(picture.index)
    {
      return try StillProbe(path: path, demuxer: demuxer, header: header).facts()
    }
    try survey.checkCompleteness()
    return try info(from: survey)
  }

  /// Something to see or hear, and a decoder for it.
  private func checkStreams() throws(MediaError) {
    let pictures = demuxer.streams.filter { $0.kind == .video && !$0.isAttachedPicture }
    let sounds = demuxer.streams.filter { $0.kind == .audio }
    if pictures.isEmpty && sounds.isEmpty {
      throw MediaError(code: "media.unsupported", path: path, message: "\"\(path)\" has neither picture nor sound")
    }
    if !pictures.isEmpty, demuxer.pictureStreams.isEmpty {
      throw undecodable("picture", pictures)
    }
    if !sounds.isEmpty, demuxer.soundStreams.isEmpty {
      throw undecodable("sound", sounds)
    }
  }

  private func undecodable(_ what: String, _ streams: [StreamFacts]) -> MediaError {
    let names = Set(streams.map(\.codec)).sorted().joined(separator: ", ")
    let codec = names == "none" ? "of an unknown codec" : "(\(names))"
    return MediaError(
      code: "media.unsupported", path: path,
      message: "\"\(path)\" cannot be used: its \(what) \(codec) cannot be decoded")
  }

  private func info(from survey: PacketSurvey) throws(MediaError) -> MediaInfo {
    let zero = try survey.zero()
    if !demuxer.pictureStreams.isEmpty { SourceClock.remember(zero, for: path) }
    var video: [VideoStreamInfo] = []
    for facts in demuxer.pictureStreams {
      video.append(try PictureFacts(path: path, demuxer: demuxer, facts: facts, survey: survey).info())
    }
    var audio: [AudioStreamInfo] = []
    for facts in demuxer.soundStreams { audio.append(try survey.sound(facts, zero: zero)) }
    return MediaInfo(
      kind: video.isEmpty ? .audio : .video, format: demuxer.formatName, video: video, audio: audio,
      timecode: startTimecode, byteCount: demuxer.byteCount)
  }

  /// Of the pictures, of a timecode track, of the container: the first one that there is.
  private var startTimecode: String? {
    demuxer.pictureStreams.first?.timecode ?? demuxer.streams.lazy.compactMap(\.timecode).first ?? demuxer.timecode
  }
}

extension Demuxer {
  /// Formats that hold one picture.
  var isStillFormat: Bool { formatName.hasSuffix("_pipe") || formatName == "image2" }

  /// Formats of pictures that move when they hold several.
  var mayBeAnimation: Bool {
    guard soundStreams.isEmpty else { return false }
    return formatName == "gif" || formatName == "apng"
  }
}
