internal import AV
internal import EDL
internal import MediaTime

/// What a file says of itself: chapters and facts about the whole.
struct FileLabels: Hashable, Sendable {
  /// A named stretch, in frames of the canvas from the file's first.
  struct Chapter: Hashable, Sendable {
    var title: String
    var frames: Range<Int>
  }

  /// One fact.
  struct Fact: Hashable, Sendable {
    var name: String
    var value: String
  }

  /// The EXIF orientation of pictures, and the size that they are stored in.
  struct Turn: Hashable, Sendable {
    var orientation: Int
    var stored: PixelSize
  }

  var chapters: [Chapter] = []
  var facts: [Fact] = []
  /// The timecode of the first picture.
  var timecode: String?
  /// How its pictures are to be turned.
  var turn: Turn?
  /// What displays are told of HDR.
  var hdr: HDRMetadata?
  /// The picture that stands for the file.
  var cover: CoverPicture?

  /// The facts that containers have a place for, where not for any; others would be lost.
  private static let held: [String: Set<String>] = {
    let film: Set<String> = [
      "title", "artist", "album_artist", "album", "composer", "grouping", "date", "comment", "genre", "copyright",
      "description", "synopsis", "show", "episode_id", "network", "lyrics", "track", "disc", "keywords",
    ]
    let few: Set<String> = ["title", "artist", "date", "comment", "genre", "copyright"]
    var held = ["mp4": film, "ipod": film, "mov": few.union(["album"]), "wav": few.union(["album", "track"])]
    held["avi"] = few.union(["track"])
    held["mpegts"] = ["service_name", "service_provider"]
    for bare in ["adts", "ac3", "eac3", "gif", "webp", "apng", "h264", "hevc", "mp2", "m4v", "mpeg", "dts"] {
      held[bare] = []
    }
    return held
  }()
  /// Vorbis comments call a comment "description", so there is one of the two.
  private static let withComments: Set<String> = ["flac", "ogg", "oga", "ogv", "opus"]
  private static let withChapters: Set<String> = [
    "mp4", "mov", "ipod", "matroska", "webm", "mp3", "ogg", "opus", "nut",
  ]

  /// The labels of an output; reports those that its container would lose.
  static func make(
    _ output: Output, _ timeline: Timeline, _ container: ContainerCatalog.Entry, _ diagnostics: inout DiagnosticList
  ) -> FileLabels {
    var labels = FileLabels()
    if let place = output.chapters {
      let inside = timeline.markers.filter { output.frames.contains($0.frame) }
      let starts = inside.map { $0.frame - output.frames.lowerBound }
      for (index, marker) in inside.enumerated() {
        let end = index + 1 < starts.count ? starts[index + 1] : output.frames.count
        // Of several markers at one frame the last one names it.
        if starts[index] < end { labels.chapters.append(Chapter(title: marker.name, frames: starts[index]..<end)) }
      }
      if ["mp4", "mov", "ipod"].contains(container.name), let first = labels.chapters.first,
        first.frames.lowerBound > 0
      {
        diagnostics.append(
          Diagnostic(
            .warning, code: "output.first-chapter",
            "\"\(container.name)\" begins its first chapter with the film: \"\(first.title)\" is shown from the start",
            at: place, notes: [.init("put another marker at the start, or write .mkv")]))
      }
      if !withChapters.contains(container.name) {
        diagnostics.append(
          Diagnostic(
            .error, code: "output.chapters", "\"\(container.name)\" holds no chapters", at: place,
            notes: [.init(".mp4, .mov, .m4a, .mkv, .webm, .mp3 and .ogg do")]))
      }
    }
    for fact in output.metadata {
      labels.report(fact, container, &diagnostics)
      labels.facts.append(Fact(name: fact.name, value: fact.value))
    }
    if let timecode = output.timecode {
      labels.timecode = timecode.text
      if output.video == nil || !["mp4", "mov", "matroska"].contains(container.name) {
        diagnostics.append(
          Diagnostic(
            .error, code: "output.timecode",
            output.video == nil
              ? "timecode counts pictures, and there are none" : "\"\(container.name)\" holds no timecode",
            at: timecode.origin, notes: [.init("films in .mp4, .mov and .mkv do")]))
      }
    }
    if output.video != nil { labels.hdr = timeline.canvas.hdr }
    if let place = output.orientationOrigin { labels.addTurn(output, timeline, container, at: place, &diagnostics) }
    labels.cover = output.cover.flatMap { CoverPlan(cover: $0).picture(in: container, &diagnostics) }
    return labels
  }

  private mutating func addTurn(
    _ output: Output, _ timeline: Timeline, _ container: ContainerCatalog.Entry, at place: SourceRange,
    _ diagnostics: inout DiagnosticList
  ) {
    guard ["mp4", "mov"].contains(container.name) else {
      diagnostics.append(
        Diagnostic(
          .error, code: "output.orientation", "\"\(container.name)\" cannot tell players to turn the picture",
          at: place,
          notes: [.init(".mp4 and .mov can; orientation: bake stores it upright")]))
      return
    }
    guard output.orientation != 1 else {
      diagnostics.append(
        Diagnostic(
          .note, code: "output.orientation", "the first clip was shot upright: there is nothing to tell players",
          at: place))
      return
    }
    let size = output.framing?.size ?? timeline.canvas.size
    let stored = output.orientation > 4 ? PixelSize(width: size.height, height: size.width) : size
    turn = Turn(orientation: output.orientation, stored: stored)
  }

  /// Reports a fact that the container would lose.
  private func report(
    _ fact: Output.Metadata, _ container: ContainerCatalog.Entry, _ diagnostics: inout DiagnosticList
  ) {
    var note: String?
    if let held = Self.held[container.name], !held.contains(fact.name) {
      note = held.isEmpty ? "it holds no facts: .mp4 and .mkv do" : "it has \(held.sorted().joined(separator: ", "))"
    } else if Self.withComments.contains(container.name), fact.name == "description" {
      note = "it has comment for it"
    }
    guard let note else { return }
    diagnostics.append(
      Diagnostic(
        .error, code: "output.metadata", "\"\(container.name)\" has no place for \"\(fact.name)\"", at: fact.origin,
        notes: [.init(note)]))
  }

  /// Puts them into a file before its header is written.
  func add(to muxer: Muxer, rate: Rational) throws(AVError) {
    if let timecode { try muxer.addTimecode(timecode) }
    if let turn {
      try muxer.setOrientation(turn.orientation, width: turn.stored.width, height: turn.stored.height)
    }
    if let hdr {
      if let luminance = hdr.luminance { try muxer.setMasteringDisplay(hdr.display.chromaticities, luminance) }
      if let pixel = hdr.brightestPixel { try muxer.setLightLevel(pixel: pixel, frame: hdr.brightestFrame) }
    }
    for fact in facts { try muxer.addMetadata(fact.name, fact.value) }
    for chapter in chapters { try muxer.addChapter(chapter.title, frames: chapter.frames, rate: rate) }
    if let cover { try muxer.addCover(cover) }
  }
}
