internal import AV

/// How far sound reaches in each column of a waveform: the least and the greatest sample of each channel.
struct WaveformColumns {
  let channels: Int
  /// For each column and in it each channel, least and greatest.
  var reaches: [Float]

  init(channels: Int, columns: Int) {
    self.channels = channels
    reaches = Array(repeating: 0, count: channels * columns * 2)
  }

  /// As bytes: the number of channels, then the reaches, little-endian.
  var bytes: [UInt8] {
    let words: [UInt32] = [UInt32(channels)] + reaches.map(\.bitPattern)
    return words.flatMap { word in withUnsafeBytes(of: word.littleEndian) { Array($0) } }
  }

  /// Reads them back.
  init?(bytes: [UInt8]) {
    guard bytes.count % 4 == 0 else { return nil }
    let words: [UInt32] = bytes.withUnsafeBytes { raw in
      stride(from: 0, to: raw.count, by: 4).map {
        UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: $0, as: UInt32.self))
      }
    }
    guard let first = words.first, first > 0, (words.count - 1) % (2 * Int(first)) == 0 else { return nil }
    channels = Int(first)
    reaches = words.dropFirst().map { Float(bitPattern: $0) }
  }
}

/// Looks at a stream of sound from its first sample to its last, and keeps how far each column reaches.
final class WaveformSink: SoundSink {
  private let index: Int
  private let length: Int
  private let columns: Int
  private let state: RenderState
  private let spool: PacketSpool
  private var position = 0
  private var found: WaveformColumns

  init(_ audio: AudioPlan, columns: Int, index: Int, state: RenderState, spool: PacketSpool) throws(AVError) {
    self.index = index
    length = max(1, audio.length)
    self.columns = columns
    self.state = state
    self.spool = spool
    let channels = EncoderCatalog.channelCount(ofLayout: audio.bus.layout) ?? 1
    found = WaveformColumns(channels: channels, columns: columns)
  }

  func take(_ planes: SamplePlanes, at sample: Int, count: Int) throws {
    var done = 0
    while done < count {
      let column = min((position + done) * columns / length, columns - 1)
      // Up to the first sample of the next column.
      let end = min(count, max(done + 1, ((column + 1) * length + columns - 1) / columns - position))
      for (channel, plane) in planes.enumerated() where channel < found.channels {
        let place = (column * found.channels + channel) * 2
        var (least, greatest) = (found.reaches[place], found.reaches[place + 1])
        for sample in done..<end {
          least = min(least, plane[sample])
          greatest = max(greatest, plane[sample])
        }
        (found.reaches[place], found.reaches[place + 1]) = (least, greatest)
      }
      done = end
    }
    position += count
  }

  func finish() throws { state.publish(sound: index, try spool.append(found.bytes), isFinished: true) }
}
