internal import AV
internal import EDL
internal import MediaTime

/// What a canvas source is made of.
struct SourceKey: Hashable {
  var media: Int
  var stream: Int
  var varispeed: Rational
  var layout: String
  var channels: ChannelMap?
  /// Whether what is in the centre is on the left and on the right too, to be moved between them.
  var isSpread = false
}

/// The open sources that nobody reads at the moment, kept for the next strip of the same media.
///
/// A strip takes a source out and gives it back. No more than `limit` wait here, the one that
/// was used longest ago is closed first; so files stay open by the layers of one moment, not by
/// the number of clips.
final class SourcePool {
  /// A source and where its last reading ended.
  struct Entry {
    let source: CanvasSource
    var end: Int
  }

  private let limit: Int
  private let open: (SourceKey) throws -> CanvasSource
  /// Waiting sources, the most recently used last.
  private var waiting: [(key: SourceKey, entry: Entry)] = []

  init(limit: Int = 16, open: @escaping (SourceKey) throws -> CanvasSource) {
    self.limit = limit
    self.open = open
  }

  /// A source to be read from a position on: one that stands there already if there is one.
  func take(_ key: SourceKey, at position: Int) throws -> CanvasSource {
    let index =
      waiting.lastIndex { $0.key == key && $0.entry.end == position } ?? waiting.lastIndex { $0.key == key }
    guard let index else { return try open(key) }
    return waiting.remove(at: index).entry.source
  }

  /// Gives a source back that was read up to a position.
  func giveBack(_ source: CanvasSource, for key: SourceKey, at position: Int) {
    waiting.append((key, Entry(source: source, end: position)))
    if waiting.count > limit { waiting.removeFirst() }
  }

  /// Closes the waiting sources of a key that nobody will ask for again.
  func close(_ key: SourceKey) { waiting.removeAll { $0.key == key } }
}
