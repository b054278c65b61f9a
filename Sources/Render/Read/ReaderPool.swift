package import EDL

/// The open sources of one worker: a bounded number, least recently used closed first.
///
/// Opening costs some 10 ms and a busy 1080p decoder 15 MB, so as many stay open as the budget
/// allows, whatever the number of clips. Owned by one thread.
package final class ReaderPool {
  private struct Key: Hashable {
    var source: Media.Source
    var stream: Int
    var deinterlace: PictureFields.Deinterlace
  }

  private struct Entry {
    var source: any PictureSource
    var lastUse: Int
  }

  private var entries: [Key: Entry] = [:]
  private var useCount = 0
  private let byteBudget: Int
  private let countLimit: Int

  /// Creates a pool that holds about `byteBudget` bytes in at most `countLimit` sources.
  package init(byteBudget: Int = 128 << 20, countLimit: Int = 24) {
    self.byteBudget = byteBudget
    self.countLimit = countLimit
  }

  /// The source of a media entry's pictures, opened if it is not.
  package func source(
    for media: Media, videoStream: Int, deinterlace: PictureFields.Deinterlace
  ) throws(MediaError) -> any PictureSource {
    let key = Key(source: media.source, stream: videoStream, deinterlace: deinterlace)
    useCount += 1
    if let known = entries[key] {
      entries[key]?.lastUse = useCount
      return known.source
    }
    makeRoom()
    let source = try open(media, videoStream, deinterlace)
    entries[key] = Entry(source: source, lastUse: useCount)
    return source
  }

  private func open(
    _ media: Media, _ stream: Int, _ deinterlace: PictureFields.Deinterlace
  ) throws(MediaError) -> any PictureSource {
    switch media.source {
    case .stills(let frames, _): SequenceSource(frames)
    case .file(let path) where media.info.kind == .still: StillSource(path: path)
    case .file(let path):
      try VideoReader(path: path, stream: stream, info: media.info.video[stream], deinterlace: deinterlace)
    }
  }

  /// Closes what was used longest ago until one more fits.
  private func makeRoom() {
    var bytes = entries.values.reduce(0) { $0 + $1.source.estimatedBytes }
    while entries.count >= countLimit || (bytes > byteBudget && entries.count > 1) {
      guard let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return }
      bytes -= oldest.value.source.estimatedBytes
      entries[oldest.key] = nil
    }
  }
}
