internal import AV

/// Finds the packet after which one encoding of a stream may go over into another.
///
/// AAC overlaps a frame with the next and cancels the alias of the one with that of the other. So
/// after the join nothing is left of it if both encodings have the same window there; only their
/// quantisation differs, as it does everywhere. The window is read from the packets, and the rest is
/// proved by decoding: the joined sound must not be farther from either encoding than they are from
/// each other.
struct PieceJoint {
  let parameters: StreamParameters
  let channels: Int
  let frameSize: Int

  /// The packets that are decoded before the join and behind it.
  private static let (before, behind) = (2, 2)

  /// Whether `first` up to and with a packet, and `second` from the next one on, decode without a seam.
  func holds(_ first: EncodedPiece, _ second: EncodedPiece, after packet: Int) throws(AVError) -> Bool {
    guard let left = try first.packet(packet), let right = try second.packet(packet) else { return false }
    guard let window = AACWindow(left.payload), window.endsLong, AACWindow(right.payload) == window else {
      return false
    }
    let numbers = packet - Self.before...packet + Self.behind
    guard let one = try decode(numbers, { (number) throws(AVError) in try first.packet(number) }),
      let other = try decode(numbers, { (number) throws(AVError) in try second.packet(number) }),
      let joined = try decode(
        numbers,
        { (number) throws(AVError) in
          try number <= packet ? first.packet(number) : second.packet(number)
        })
    else { return false }
    let seam = Self.before + 1
    return (0..<channels).allSatisfy { channel in
      let apart = (seam - 1...seam + 1).reduce(0) { $0 + difference(one, other, channel, frame: $1) }
      // A step of 24 bits a sample is the decoder's own rounding.
      let bound = apart + Double(frameSize) * 0x1p-46
      return difference(joined, one, channel, frame: seam) <= bound
        && difference(joined, other, channel, frame: seam) <= bound
    }
  }

  /// The frames of some packets, one after the other; nil if one is missing.
  private func decode(
    _ numbers: ClosedRange<Int>, _ packet: (Int) throws(AVError) -> Packet?
  ) throws(AVError) -> SampleBuffer? {
    let decoder = try Decoder(parameters, named: "aac_fixed")
    let samples = SampleBuffer(channels: channels, capacity: numbers.count * frameSize)
    var position = 0
    for number in numbers {
      guard let next = try packet(number), try decoder.send(next) else { return nil }
      while case .ready(let frame) = try decoder.receive() {
        let count = min(frame.sampleCount, samples.capacity - position)
        frame.copySamples(0..<count, into: samples.planes, at: position)
        position += count
      }
    }
    return position == samples.capacity ? samples : nil
  }

  /// The energy of the difference of two decodings in a frame.
  private func difference(_ one: SampleBuffer, _ other: SampleBuffer, _ channel: Int, frame: Int) -> Double {
    var sum = 0.0
    for index in frame * frameSize..<(frame + 1) * frameSize {
      let difference = Double(one.planes[channel][index]) - Double(other.planes[channel][index])
      sum += difference * difference
    }
    return sum
  }
}

/// The window of the first channel of an AAC packet, which mono and stereo share with the second.
struct AACWindow: Equatable {
  /// 0 long, 1 from long to short, 2 short, 3 from short to long.
  var sequence: Int
  /// Sine or Kaiser-Bessel.
  var shape: Int

  /// Whether the half that overlaps with the next frame is long.
  var endsLong: Bool { sequence == 0 || sequence == 3 }

  /// Reads a raw data block up to its first window; nil if it has none.
  init?(_ bytes: [UInt8]) {
    var position = 0
    func take(_ count: Int) -> Int? {
      guard position + count <= bytes.count * 8 else { return nil }
      var value = 0
      for _ in 0..<count {
        let bit = (bytes[position >> 3] >> UInt8(7 - position & 7)) & 1
        value = value << 1 | Int(bit)
        position += 1
      }
      return value
    }
    while let element = take(3) {
      switch element {
      case 6:  // Filling.
        guard var count = take(4) else { return nil }
        if count == 15 {
          guard let more = take(8) else { return nil }
          count += more - 1
        }
        guard take(count * 8) != nil else { return nil }
      case 0, 1, 3:  // One channel, a pair, the low-frequency channel.
        guard take(4) != nil, let isShared = element == 1 ? take(1) : 0 else { return nil }
        // Gain, then a reserved bit.
        guard take(isShared == 1 ? 1 : 9) != nil, let sequence = take(2), let shape = take(1) else { return nil }
        (self.sequence, self.shape) = (sequence, shape)
        return
      default: return nil
      }
    }
    return nil
  }
}
