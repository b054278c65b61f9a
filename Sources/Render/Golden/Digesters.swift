internal import AV
internal import Synchronization

/// Where the digests of one run are gathered, whichever thread makes them.
final class DigestShelf: Sendable {
  /// By segment, and by stream of sound.
  struct Content: Sendable {
    var segments: [Int: [Fingerprint]] = [:]
    var sound: [Int: [Fingerprint]] = [:]
  }

  private let content = Mutex(Content())

  func put(segment index: Int, _ digests: [Fingerprint]) { content.withLock { $0.segments[index] = digests } }
  func put(sound index: Int, _ digests: [Fingerprint]) { content.withLock { $0.sound[index] = digests } }
  var all: Content { content.withLock { $0 } }
}

/// Digests the pictures of a segment.
final class FrameDigester: SegmentSink {
  private let index: Int
  private let shelf: DigestShelf
  private var digests: [Fingerprint] = []
  /// Holds the buffers of the picture before: the same ones again are the same picture.
  private var last: Frame?

  init(segment index: Int, shelf: DigestShelf) {
    self.index = index
    self.shelf = shelf
  }

  func take(_ picture: borrowing Frame) throws(RenderError) {
    do throws(AVError) {
      if let digest = digests.last, last?.sharesAllPlanes(with: picture) == true {
        digests.append(digest)
      } else {
        digests.append(try Fingerprint(picture: picture))
        last = try picture.copyReference()
      }
    } catch {
      throw RenderError(.codec, error, doing: "digest a frame")
    }
  }

  func finish() { shelf.put(segment: index, digests) }
}

/// Digests a stream of sound as its encoder would get it, a thousand samples at a time, as
/// interleaved 32-bit floats.
final class SampleDigester: SoundSink {
  private let index: Int
  private let shelf: DigestShelf
  private var digests: [Fingerprint] = []
  private let conversion: StreamConversion
  private var block: [Float] = []
  private var blockCount = 0

  init(_ audio: AudioPlan, stream index: Int, shelf: DigestShelf) throws {
    self.index = index
    self.shelf = shelf
    conversion = try StreamConversion(from: audio.bus, to: audio.stream)
  }

  func take(_ planes: SamplePlanes, at sample: Int, count: Int) throws {
    try conversion.push(planes, count: count, into: digest)
  }

  private func digest(_ planes: SamplePlanes, count: Int) throws {
    for position in 0..<count {
      for plane in planes { block.append(plane[position]) }
      blockCount += 1
      if blockCount == GoldenRecord.blockLength { try close() }
    }
  }

  func finish() throws {
    try conversion.finish(into: digest)
    if blockCount > 0 { try close() }
    shelf.put(sound: index, digests)
  }

  private func close() throws(AVError) {
    digests.append(try Fingerprint(samples: block))
    block.removeAll(keepingCapacity: true)
    blockCount = 0
  }
}
