package import EDL
package import MediaTime

/// Shows stills one after the other, each from its own time on until the next one's.
package final class SequenceSource: PictureSource {
  private let stills: [Media.StillFrame]
  private let name: String
  /// The newest pictures by number: enough for going on, and for a step back.
  private var decoded: [(number: Int, picture: Picture)] = []
  private static let kept = 3

  /// Takes stills in order of time; `name` is for messages.
  package init(_ stills: [Media.StillFrame], name: String) {
    self.stills = stills
    self.name = name
  }

  package func picture(at time: Time) throws(MediaError) -> Picture {
    guard !stills.isEmpty else { throw MediaError(reading: name, at: time, "the sequence holds no pictures") }
    let number = max(0, countUpTo(time) - 1)
    if let known = decoded.first(where: { $0.number == number }) { return known.picture }
    let still = stills[number]
    let picture = Picture(frame: try StillSource.decode(path: still.path), time: still.time)
    decoded.append((number, picture))
    if decoded.count > Self.kept { decoded.removeFirst() }
    return picture
  }

  /// How many stills have appeared by a time.
  private func countUpTo(_ time: Time) -> Int {
    var (low, high) = (0, stills.count)
    while low < high {
      let middle = (low + high) / 2
      if stills[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    return low
  }

  package var estimatedBytes: Int { Self.kept * (decoded.last?.picture.byteCount ?? 32 << 20) }
}
