internal import AV
internal import Draw
internal import EDL
internal import MediaTime

/// What files and media are called in the texts that say what a piece shows: by their content, so
/// that neither a path, nor an age, nor a place in a list is among it.
///
/// Notes on the way what else a text depends on. Used by one thread, while planning.
final class ContentNames {
  /// What a segment depends on beside its text.
  struct Needs: Hashable, Sendable {
    /// The files that it reads, each once, in order of first mention.
    var files: [String] = []
    /// Whether its pictures may differ from one kind of processor to another.
    var processor = false
    /// Whether it may use any of the installed fonts.
    var fonts = false
    /// Whether it reads what cannot be known before: then it is never kept.
    var unknown = false
  }

  private(set) var needs = Needs()
  private var mentioned: Set<String> = []
  private let media: [Media]
  private let book: FileBook
  private var mediaTexts: [Int: (text: String, files: [String])] = [:]

  init(_ media: [Media], _ book: FileBook) {
    self.media = media
    self.book = book
  }

  /// Forgets what was noted.
  func reset() {
    needs = Needs()
    mentioned = []
  }

  /// A media entry: its files, and the facts that the project may have corrected.
  ///
  /// Of an image sequence only the stills on show between two times, if these are told.
  func medium(_ index: Int, showing times: @autoclosure () -> ClosedRange<Time>? = nil) -> String {
    if case .stills(let stills, _) = media[index].source, let times = times() {
      return sequence(index, stills, times)
    }
    let known = mediaTexts[index] ?? text(of: media[index])
    mediaTexts[index] = known
    known.files.forEach(note)
    if media[index].info.format == "svg" { needs.fonts = true }
    return known.text
  }

  private func sequence(_ index: Int, _ stills: [Media.StillFrame], _ times: ClosedRange<Time>) -> String {
    // Before the first one's time that one shows.
    let first = stills.lastIndex { $0.time <= times.lowerBound } ?? 0
    let shown = stills[first...].prefix { $0.time <= times.upperBound || $0.time == stills[first].time }
    shown.forEach { note($0.path) }
    // How long the sequence is, and with that its rate, no picture shows.
    var info = media[index].info
    for stream in info.video.indices { (info.video[stream].duration, info.video[stream].frameRate) = (nil, nil) }
    if info.format == "svg" { needs.fonts = true }
    return shown.map { "\(book.sample($0.path))@\($0.time.seconds)" }.joined(separator: ",")
      + " \(ContentDump().text(info))"
  }

  /// A file.
  func file(_ path: String) -> String {
    note(path)
    return book.sample(path)
  }

  /// The files of a folder.
  func folder(_ path: String) -> String {
    (LocalFiles.names(in: path) ?? []).map { "\($0) \(file("\(path)/\($0)"))" }.joined(separator: " ")
  }

  /// Notes what filters need.
  func note(_ filters: [String]) {
    for filter in filters {
      if FilterTraits.dependsOnProcessor(filter) { needs.processor = true }
      if FilterTraits.drawsText(filter) { needs.fonts = true }
      if FilterPolicy.refusal(filter) != nil { needs.unknown = true }
    }
  }

  /// Notes that fonts are used.
  func noteFonts() { needs.fonts = true }

  private func note(_ path: String) {
    if mentioned.insert(path).inserted { needs.files.append(path) }
  }

  private func text(of media: Media) -> (text: String, files: [String]) {
    let facts = ContentDump().text(media.info)
    switch media.source {
    case .file(let path):
      guard let proxy = media.proxy, proxy.isRead else { return ("\(book.sample(path)) \(facts)", [path]) }
      return (
        "\(book.sample(path)) proxy \(book.sample(proxy.path)) \(proxy.orientation) \(facts)", [path, proxy.path]
      )
    case .stills(let frames, let end):
      let stills = frames.map { "\(book.sample($0.path))@\($0.time.seconds)" }.joined(separator: ",")
      return ("\(stills)-\(end.seconds) \(facts)", frames.map(\.path))
    }
  }
}

/// A value of plain data as text: every stored property, whatever its type says of itself, and
/// nothing of where it is written.
struct ContentDump {
  /// What stands for certain texts: paths, by what lies there.
  var replacements: [String: String] = [:]

  func text(_ value: Any) -> String {
    var result = ""
    add(value, to: &result)
    return result
  }

  private func add(_ value: Any, to result: inout String) {
    switch value {
    case is Origin, is SourceRange, is Layer.Note: return
    case let text as String: result += (replacements[text] ?? text).debugDescription
    case let format as PixelFormat: result += format.name
    case let number as Rational: result += "\(number)"
    default: addParts(of: value, to: &result)
    }
  }

  private func addParts(of value: Any, to result: inout String) {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional where mirror.children.isEmpty: result += "nil"
    case .dictionary, .set: result += "{\(mirror.children.map { text($0.value) }.sorted().joined(separator: ","))}"
    case _ where mirror.children.isEmpty: result += "\(value)"
    default:
      result += "("
      for child in mirror.children {
        // Where an effect is written only matters for its paths, which are absolute by now.
        if child.label == "folder", value is Effect { continue }
        if let label = child.label, !label.hasPrefix(".") { result += "\(label):" }
        add(child.value, to: &result)
        result += ","
      }
      result += ")"
    }
  }
}
