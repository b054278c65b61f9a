package import EDL
package import MediaTime

/// Opens readers when they are needed and closes the longest unused ones, so that any number of
/// clips costs a bounded number of open files and decoders.
///
/// Few wait without a user, and no large ones, as opening a file again costs a millisecond and an open
/// one of 1080p some thirty megabytes. Those that layers of the piece at hand use stay open whatever their
/// size, up to the number of files: one that is closed decodes from a key picture again, for every frame.
///
/// Owned by one thread. What it hands out is a light handle; the reader behind it may be closed
/// and opened again between two pictures. A reader whose handle is gone waits for the next clip
/// of the same media and goes on from where it is if that suits.
package final class ReaderPool {
  fileprivate struct Key: Hashable {
    let source: Media.Source
    let proxy: Media.Proxy?
    let stream: Int
    let deinterlace: PictureFields.Deinterlace
  }

  private final class Entry {
    let key: Key
    let source: any PictureSource
    var user: Int?
    var lastTime: Time?
    var lastUse = 0

    init(_ key: Key, _ source: any PictureSource) {
      self.key = key
      self.source = source
    }
  }

  private let maxReaders: Int
  private let maxIdle: Int
  private let maxIdleBytes: Int
  private var entries: [Entry] = []
  private var useCount = 0
  private var handleCount = 0

  /// Makes an empty pool of so many readers at most, of which so many, and so large, may wait without a user.
  package init(maxReaders: Int = 24, maxIdle: Int = 1, maxIdleBytes: Int = 20 << 20) {
    self.maxReaders = max(1, maxReaders)
    (self.maxIdle, self.maxIdleBytes) = (maxIdle, maxIdleBytes)
  }

  /// A source of the pictures of one media entry. Opens nothing yet, but takes over the waiting
  /// reader that is nearest before a time, so that nobody closes it.
  package func source(
    for media: Media, videoStream: Int, deinterlace: PictureFields.Deinterlace, from time: Time? = nil
  ) -> any PictureSource {
    handleCount += 1
    let key = Key(source: media.source, proxy: media.proxy, stream: videoStream, deinterlace: deinterlace)
    if let time { bestFree(for: key, at: time)?.user = handleCount }
    return PooledSource(pool: self, key: key, media: media, number: handleCount)
  }

  fileprivate func picture(at time: Time, for handle: PooledSource) throws(MediaError) -> Picture {
    let entry = try entry(for: handle, at: time)
    useCount += 1
    entry.lastUse = useCount
    let picture = try entry.source.picture(at: time)
    entry.lastTime = time
    trim(keeping: entry)
    return picture
  }

  fileprivate func release(_ handle: Int) {
    for entry in entries where entry.user == handle { entry.user = nil }
  }

  fileprivate func bytes(of handle: Int) -> Int {
    entries.first { $0.user == handle }?.source.estimatedBytes ?? 0
  }

  private func entry(for handle: PooledSource, at time: Time) throws(MediaError) -> Entry {
    if let own = entries.first(where: { $0.user == handle.number }) { return own }
    if let free = bestFree(for: handle.key, at: time) {
      free.user = handle.number
      return free
    }
    let entry = Entry(handle.key, try Self.open(handle.media, handle.key))
    entry.user = handle.number
    entries.append(entry)
    return entry
  }

  /// The unused reader that is nearest before a time, or any unused one.
  private func bestFree(for key: Key, at time: Time) -> Entry? {
    let free = entries.filter { $0.user == nil && $0.key == key }
    let behind = free.filter { $0.lastTime.map { $0 <= time } ?? true }
    return behind.max { $0.lastTime ?? .zero < $1.lastTime ?? .zero } ?? free.first
  }

  private func trim(keeping current: Entry) {
    func isOver(_ idle: [Entry]) -> Bool {
      idle.count > maxIdle || idle.reduce(0) { $0 + $1.source.estimatedBytes } > maxIdleBytes
        || entries.count > maxReaders
    }
    while entries.count > 1 {
      let idle = entries.filter { $0.user == nil }
      guard isOver(idle) else { return }
      // Layers take turns: of those in use the one that waits longest for its next turn goes, so that
      // only what is too many is opened again for every frame.
      let closed =
        idle.min { $0.lastUse < $1.lastUse } ?? entries.filter { $0 !== current }.max { $0.lastUse < $1.lastUse }
      guard let closed else { return }
      entries.removeAll { $0 === closed }
    }
  }

  private static func open(_ media: Media, _ key: Key) throws(MediaError) -> any PictureSource {
    switch media.source {
    case .stills(let stills, _): return SequenceSource(stills, name: media.name)
    case .file(let path):
      if media.info.kind == .still { return StillSource(path: path) }
      guard media.info.video.indices.contains(key.stream) else {
        throw MediaError(reading: path, at: nil, "it has no video stream \(key.stream)")
      }
      if let proxy = media.proxy, proxy.isRead, key.stream == 0 {
        return try ProxySource(proxy, of: media, deinterlace: key.deinterlace)
      }
      return try VideoReader(
        path: path, stream: key.stream, info: media.info.video[key.stream], deinterlace: key.deinterlace)
    }
  }
}

/// A pool's promise of a reader.
private final class PooledSource: PictureSource {
  let pool: ReaderPool
  let key: ReaderPool.Key
  let media: Media
  let number: Int

  init(pool: ReaderPool, key: ReaderPool.Key, media: Media, number: Int) {
    self.pool = pool
    self.key = key
    self.media = media
    self.number = number
  }

  deinit { pool.release(number) }

  func picture(at time: Time) throws(MediaError) -> Picture { try pool.picture(at: time, for: self) }

  var estimatedBytes: Int { pool.bytes(of: number) }
}
