package import EDL
package import MediaTime

/// The stills of an image sequence, each on display from its time until the next one's.
package final class SequenceSource: PictureSource {
  private let frames: [Media.StillFrame]
  private var current: (index: Int, picture: Picture)?

  /// Makes a source of stills in order of time.
  package init(_ frames: [Media.StillFrame]) { self.frames = frames }

  package func picture(at time: Time) throws(MediaError) -> Picture {
    let index = max(0, frames.partitioningIndex { $0.time > time } - 1)
    if let current, current.index == index { return current.picture }
    let picture = try StillSource(path: frames[index].path).picture(at: .zero)
    current = (index, picture)
    return picture
  }

  package var estimatedBytes: Int { current?.picture.byteCount ?? 0 }
}

extension Array {
  /// The first index whose element meets a condition that all later ones meet too.
  fileprivate func partitioningIndex(where isAfter: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
