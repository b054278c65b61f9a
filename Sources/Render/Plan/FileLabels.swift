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

  var chapters: [Chapter] = []
  var facts: [Fact] = []

  /// The facts that mp4 and its kin have a place for; others would be lost.
  private static let movFacts: Set<String> = [
    "title", "artist", "album_artist", "album", "composer", "grouping", "date", "comment", "genre", "copyright",
    "description", "synopsis", "show", "episode_id", "network", "lyrics", "track", "disc", "keywords",
  ]
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
      if !withChapters.contains(container.name) {
        diagnostics.append(
          Diagnostic(
            .error, code: "output.chapters", "\"\(container.name)\" holds no chapters", at: place,
            notes: [.init(".mp4, .mov, .m4a, .mkv, .webm, .mp3 and .ogg do")]))
      }
    }
    for fact in output.metadata {
      if ["mp4", "mov", "ipod"].contains(container.name), !movFacts.contains(fact.name) {
        diagnostics.append(
          Diagnostic(
            .error, code: "output.metadata", "\"\(container.name)\" has no place for \"\(fact.name)\"", at: fact.origin,
            notes: [.init("it has \(movFacts.sorted().joined(separator: ", "))")]))
      }
      labels.facts.append(Fact(name: fact.name, value: fact.value))
    }
    return labels
  }

  /// Puts them into a file before its header is written.
  func add(to muxer: Muxer, rate: Rational) throws(AVError) {
    for fact in facts { try muxer.addMetadata(fact.name, fact.value) }
    for chapter in chapters { try muxer.addChapter(chapter.title, frames: chapter.frames, rate: rate) }
  }
}
