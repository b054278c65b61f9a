internal import AV

/// The samples of a piece, on their way to be encoded.
///
/// @unchecked: written by the mixing thread until it is handed over, and only read from then on.
final class PieceInput: @unchecked Sendable {
  /// The samples' frames, of the whole stream.
  let frames: Range<Int>
  private let frameSize: Int
  private let buffer: SampleBuffer
  private(set) var count = 0
  /// The stream's sample at which it ends, if that is within the piece.
  private let end: Int

  init(frames: Range<Int>, frameSize: Int, channels: Int, end: Int = .max) {
    self.frames = frames
    self.end = end
    self.frameSize = frameSize
    buffer = SampleBuffer(channels: channels, capacity: frames.count * frameSize)
  }

  /// The stream's samples that it takes.
  var range: Range<Int> { frames.lowerBound * frameSize..<frames.upperBound * frameSize }
  /// What has been taken.
  var planes: SamplePlanes { buffer.planes }

  /// Takes what it wants of samples that begin at a position of the stream.
  func take(_ samples: SamplePlanes, at position: Int, count: Int) {
    let wanted = range.clamped(to: position..<position + count)
    guard !wanted.isEmpty else { return }
    buffer.planes(from: wanted.lowerBound - range.lowerBound, count: wanted.count)
      .copy(from: samples.slices(from: wanted.lowerBound - position, count: wanted.count), count: wanted.count)
    self.count = wanted.upperBound - range.lowerBound
  }

  /// Takes silence up to a sample of the stream, or to its end.
  func pad(to position: Int) { count = max(count, min(position, end, range.upperBound) - range.lowerBound) }

  /// This piece and the next one as a single one.
  func joined(with next: PieceInput) -> PieceInput {
    let whole = PieceInput(
      frames: frames.lowerBound..<next.frames.upperBound, frameSize: frameSize, channels: buffer.planes.count,
      end: next.end)
    for part in [self, next] { whole.take(part.planes, at: part.range.lowerBound, count: part.count) }
    return whole
  }
}

/// What came of a piece: the packets from one of the stream's frames on.
struct EncodedPiece: Sendable {
  /// The number of the first packet in the stream.
  var first: Int
  /// The packets as plain bytes.
  var packets: [[UInt8]]

  /// A packet by its number in the stream; nil outside the piece.
  func packet(_ number: Int) throws(AVError) -> Packet? {
    guard packets.indices.contains(number - first) else { return nil }
    let packet = try Packet()
    var offset = 0
    guard try packet.decode(packets[number - first], at: &offset) else { return nil }
    return packet
  }

  /// Encodes a piece by itself: a function of its samples and the settings alone.
  static func encode(
    _ input: PieceInput, _ audio: AudioPlan, whileGoingOn check: () throws(RenderError) -> Void
  ) throws -> EncodedPiece {
    let encoder = try Encoder(audio.settings)
    var packets: [[UInt8]] = []
    func drain() throws {
      while case .ready(let packet) = try encoder.receive() {
        var bytes: [UInt8] = []
        packet.encode(into: &bytes)
        packets.append(bytes)
      }
    }
    var position = 0
    while position < input.count {
      try check()
      let count = min(encoder.frameSize, input.count - position)
      let planes = input.planes.slices(from: position, count: count)
      try encoder.send(
        try audio.samples.frame(of: planes, count: count, pts: Int64(input.range.lowerBound + position)))
      position += count
      try drain()
    }
    try encoder.finish()
    try drain()
    return EncodedPiece(first: input.frames.lowerBound, packets: packets)
  }
}
