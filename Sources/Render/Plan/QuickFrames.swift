internal import AV
internal import EDL
internal import MediaTime

/// Chooses frames that are found quickly: where a decoder can begin, or soon after.
///
/// A function of the media and the timeline alone.
struct QuickFrames {
  private let timeline: Timeline
  private let pieces: [Piece]
  private let frames: Range<Int>

  init(_ timeline: Timeline, _ output: OutputPlan) throws(TimeOverflow) {
    self.timeline = timeline
    frames = output.frames
    pieces = try PicturePlan.pieces(timeline, canvas: output.canvas, frames: output.frames)
  }

  /// One frame of each of so many equal parts; fewer parts where there are not as many frames.
  func frames(parts: Int) throws(TimeOverflow) -> [Int] {
    let count = min(parts, frames.count)
    let keys = KeyTimes(timeline.media)
    var (index, first) = (0, frames.lowerBound)
    var found: [Int] = []
    for part in 0..<count {
      let start = frames.lowerBound + part * frames.count / count
      let end = frames.lowerBound + (part + 1) * frames.count / count
      while first + pieces[index].count <= start {
        first += pieces[index].count
        index += 1
      }
      var best: (cost: Double, frame: Int)?
      var (next, from) = (index, first)
      while next < pieces.count, from < end {
        let span = max(start, from) - from..<min(end, from + pieces[next].count) - from
        if let choice = try cheapest(pieces[next], span, keys), choice.cost < best?.cost ?? .infinity {
          best = (choice.cost, from + choice.frame)
        }
        from += pieces[next].count
        next += 1
      }
      found.append(best?.frame ?? start)
    }
    return found
  }

  /// The frame of a stretch of a piece before which the least has to be decoded, and how many seconds that is.
  private func cheapest(
    _ piece: Piece, _ span: Range<Int>, _ keys: KeyTimes
  ) throws(TimeOverflow) -> (cost: Double, frame: Int)? {
    let films = piece.layers.compactMap { layer -> (layer: Layer, media: Int, stream: Int)? in
      guard case .media(let media, let stream) = layer.source, timeline.media[media].info.kind != .still else {
        return nil
      }
      return (layer, media, stream)
    }
    // Of several films one is enough to go by: the undermost is the largest, as a rule.
    guard let film = films.first else { return (0, span.lowerBound) }
    let (start, end) = (try film.layer.time(at: span.lowerBound), try film.layer.time(at: span.upperBound - 1))
    guard let key = keys.last(atOrBefore: max(start, end), in: film.media, film.stream) else {
      return (0, span.lowerBound)
    }
    guard key > start, end > start else {
      let before = keys.last(atOrBefore: start, in: film.media, film.stream) ?? .zero
      return (try (start - before).seconds.approximate, span.lowerBound)
    }
    // The first frame that shows the key picture or a later one; played forward, times only grow.
    var (low, high) = (span.lowerBound, span.upperBound - 1)
    while low < high {
      let middle = (low + high) / 2
      if try film.layer.time(at: middle) < key { low = middle + 1 } else { high = middle }
    }
    return (0, low)
  }
}

/// Where films can be decoded from, as far as their files list it.
private final class KeyTimes {
  private let media: [Media]
  private var known: [Int: Source?] = [:]

  private struct Source {
    let demuxer: Demuxer
    let stream: Int
    let clock: FrameClock
    /// How much later a picture may be seen than its place in the index says: that counts when it is decoded.
    let lead: Time
  }

  /// More than encoders put between the decoding and the display of a picture; as many more to decode cost little.
  private static let leadFrames = 4

  init(_ media: [Media]) { self.media = media }

  /// The last such time at or before a time of the source, at which its picture is surely on display;
  /// nil where nothing tells.
  func last(atOrBefore time: Time, in index: Int, _ stream: Int) -> Time? {
    guard let source = source(index, stream), let ticks = try? source.clock.ticks(at: time - source.lead),
      let key = source.demuxer.indexedKey(stream: source.stream, before: ticks)
    else { return nil }
    return try? source.clock.time(key.timestamp) + source.lead
  }

  private func source(_ index: Int, _ stream: Int) -> Source? {
    if let known = known[index] { return known }
    // A few dozen open files are enough for a sheet; beyond, what is known goes.
    if known.count >= 32 { known.removeAll() }
    let found = open(media[index], stream)
    known[index] = .some(found)
    return found
  }

  private func open(_ media: Media, _ stream: Int) -> Source? {
    guard case .file(let path) = media.source, media.info.video.indices.contains(stream),
      let demuxer = try? SourceFile.open(path), let zero = try? SourceClock.zero(ofPicturesIn: path),
      demuxer.pictureStreams.indices.contains(stream)
    else { return nil }
    let facts = demuxer.pictureStreams[stream]
    guard let clock = try? FrameClock(info: media.info.video[stream], timeBase: facts.timeBase, zero: zero) else {
      return nil
    }
    let rate = media.info.video[stream].frameRate ?? Rational(25)
    guard let lead = try? Time(frame: Self.leadFrames, at: rate) else { return nil }
    return Source(demuxer: demuxer, stream: facts.index, clock: clock, lead: lead)
  }
}
