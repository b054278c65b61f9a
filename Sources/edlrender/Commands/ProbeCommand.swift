internal import EDL

/// `edlrender probe PATH...`: what media files are, and what folders of them hold.
enum ProbeCommand {
  static let each = OptionSpec(
    "--each", help: "lists every file of a folder by itself, in the folder's order")

  static let spec = CommandSpec(
    "probe", summary: "tells what media files are: kind, streams, size, rate, length, timecode, colour, sound",
    operands: [.several("PATH", help: "files, or folders, which are listed as a catalogue by kind")],
    options: [each, ProjectOptions.root],
    discussion: [
      """
      The size is that of the upright picture with square pixels; "stored" and "turned" tell what the file says \
      otherwise. A rate with "~" is the average of frames that last differently long. Colour is \
      matrix/primaries/transfer/range as the file tags it, "-" where it says nothing.
      """,
      """
      In a folder, numbered stills that are alike are one sequence, by the pattern that "media" takes, and files of \
      one picture stand together, indented: raw (a camera's raw file beside its JPEG), heif, proxy (the same, \
      smaller), copy (the same in another format). What is no media is passed over with a note.
      """,
    ],
    examples: ["probe clip.mov music.wav", "probe media/", "probe media/ --json"],
    run: run)

  private static func run(_ invocation: Invocation) -> ExitStatus {
    let reporter = Reporter(invocation)
    let library = MediaLibrary(
      paths: invocation.operands, root: invocation.value(of: ProjectOptions.root), isFlat: invocation.has(each))
    for folder in library.emptyFolders { skip("\"\(folder)\" has no files", reporter) }
    for file in library.damaged { skip(file.message, reporter) }
    tellStrangers(library.strangers, reporter)
    for failure in library.failures { reporter.fail(failure.code, failure.message, blame: .media) }
    if reporter.isJSON {
      for entry in library.entries { reporter.answer("media", MediaFacts(entry: entry).json, text: "") }
    } else if library.hasFolder, !invocation.has(each) {
      for kind in LibraryEntry.Kind.allCases { shelve(library.entries(of: kind), kind, reporter) }
    } else if !library.entries.isEmpty {
      let rows = library.entries.flatMap { MediaFacts(entry: $0).rows }
      reporter.answer("media", [], text: TextTable(titles: MediaFacts.titles, rows: rows).text)
    }
    return reporter.finish()
  }

  /// Prints one kind of a catalogue: how much there is, then each.
  private static func shelve(_ entries: [LibraryEntry], _ kind: LibraryEntry.Kind, _ reporter: Reporter) {
    guard !entries.isEmpty else { return }
    let rows = entries.flatMap { MediaFacts(entry: $0).rows }
    let bytes = entries.reduce(Int64(0)) { $0 + $1.info.byteCount }
    let seconds = entries.compactMap(\.info.approximateDuration).reduce(0, +)
    let length = seconds > 0 ? ", \(MediaFacts.clock(seconds))" : ""
    let title = "\(heading(kind)): \(entries.count)\(length), \(Measures.bytes(bytes))"
    let table = TextTable(titles: MediaFacts.titles, rows: rows, hidesEmptyColumns: true)
    reporter.answer("media", [], text: "\(title)\n\(table.text)\n")
  }

  private static func heading(_ kind: LibraryEntry.Kind) -> String {
    switch kind {
    case .video: "VIDEO"
    case .sequence: "IMAGE SEQUENCES"
    case .still: "IMAGES"
    case .audio: "SOUND"
    }
  }

  private static func tellStrangers(_ files: [Variants.Unread], _ reporter: Reporter) {
    guard let first = files.first else { return }
    let more = files.count > 1 ? " and \(Measures.count(files.count - 1, "other file")) that are" : " is"
    skip("\"\(first.path)\"\(more) no media", reporter)
  }

  /// Tells of a file that is passed over: what is no media in a folder is no mistake.
  private static func skip(_ message: String, _ reporter: Reporter) {
    reporter.report(Diagnostic(.note, code: "probe.skipped", message))
  }
}
