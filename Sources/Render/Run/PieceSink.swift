internal import AV

/// Encodes one stream of sound in pieces, side by side, and joins them where no seam is heard.
///
/// Where the pieces are depends on the stream's length alone, and each is a function of its samples:
/// the packets are the same for any number of threads, and whether a piece is encoded now or was
/// kept. What was kept is not even mixed. Owned by the mixing thread.
final class PieceSink: SoundSink {
  /// Mixes some of the programme's samples once more.
  typealias Remix = (_ samples: Range<Int>, _ take: (SamplePlanes, _ position: Int, _ count: Int) throws -> Void) throws
    -> Void

  /// A piece on its way, or several that became one; the samples only of what was mixed.
  private struct Piece {
    var frames: Range<Int>
    var input: PieceInput?
    var encoded: EncodedPiece
  }

  private let index: Int
  private let audio: AudioPlan
  private let state: RenderState
  private let pool: PiecePool
  private let conversion: StreamConversion
  private let pieces: PiecePlan
  private let joint: PieceJoint
  private let store: PieceStore?
  private let remix: Remix
  private var trim: StreamTrim
  private var writer: PacketWriter
  /// The pieces that the store has.
  private let kept: Set<Int>
  /// Pieces that still want samples.
  private var open: [PieceInput] = []
  /// Pieces that are being encoded or are there, in order.
  private var running: [(number: Int, input: PieceInput?, promise: PiecePool.Promise)] = []
  /// The piece that waits for its successor.
  private var last: Piece?
  private var nextPiece = 0
  /// The next one to be encoded or fetched.
  private var nextRunning = 0
  /// The stream's next packet to be written.
  private var nextPacket = 0
  private var position: Int
  /// What clipped in each piece's own frames, where pieces are kept.
  private var clippings: [Int: Mixer.Clipping] = [:]

  private var layout: PieceLayout { pieces.layout }

  /// Opens the stream, and publishes what the muxer must know of it; `offset` counts the output's
  /// streams before the first of sound.
  init(
    _ audio: AudioPlan, index: Int, offset: Int, programme: Range<Int>, pool: PiecePool, state: RenderState,
    spool: PacketSpool, store: PieceStore?, remix: @escaping Remix
  ) throws {
    let encoder = try Encoder(audio.settings)
    let parameters = try encoder.streamParameters()
    self.index = index
    self.audio = audio
    self.state = state
    self.pool = pool
    self.store = store
    self.remix = remix
    conversion = try StreamConversion(from: audio.bus, to: audio.stream)
    trim = StreamTrim(encoder, style: audio.trimming, length: audio.length)
    let pieces = PiecePlan(audio, encoder, trim, programme: programme)
    self.pieces = pieces
    kept = Set(pieces.layout.bodies.indices.filter { store?.has($0) ?? false })
    joint = PieceJoint(parameters: parameters, channels: conversion.channelCount, frameSize: pieces.frameSize)
    writer = PacketWriter(spool)
    position = trim.lead
    state.publish(parameters, index: index + offset)
  }

  /// Whether the packets of an encoder can be joined.
  static func canJoin(_ settings: EncoderSettings) -> Bool {
    // What predicts a frame from those before it depends on where it was begun.
    let predicting = ["aac_pred", "aac_ltp", "profile"]
    return settings.encoder == "aac" && !settings.options.contains { predicting.contains($0.name) }
  }

  var wanted: [Range<Int>]? {
    guard store != nil else { return nil }
    return layout.bodies.indices.filter { !kept.contains($0) }.map { pieces.samples(layout.fed($0)) }
  }

  var clipping: Mixer.Clipping? {
    guard store != nil else { return nil }
    return clippings.sorted { $0.key < $1.key }.reduce(Mixer.Clipping()) { $0 + $1.value }
  }

  // MARK: Samples

  func take(_ planes: SamplePlanes, at sample: Int, count: Int) throws {
    if store != nil {
      position = pieces.position(of: sample)
      countClipping(planes, at: sample, count: count)
    }
    try conversion.push(planes, count: count, into: gather)
    try runReady()
  }

  func finish() throws {
    try conversion.finish(into: gather)
    for piece in open { piece.pad(to: .max) }
    position = .max
    try runReady()
    while !running.isEmpty { try joinNext() }
    if let last { try write(last.encoded, through: .max) }
    state.publish(sound: index, try writer.flush(), isFinished: true)
  }

  /// Gives samples to the pieces that want them.
  private func gather(_ planes: SamplePlanes, count: Int) {
    while nextPiece < layout.bodies.count, layout.fed(nextPiece).lowerBound * pieces.frameSize < position + count {
      if !kept.contains(nextPiece) { open.append(input(of: layout.fed(nextPiece))) }
      nextPiece += 1
    }
    for piece in open { piece.take(planes, at: position, count: count) }
    position += count
  }

  private func countClipping(_ planes: SamplePlanes, at sample: Int, count: Int) {
    for (number, body) in layout.bodies.enumerated() where !kept.contains(number) {
      let part = pieces.samples(body).clamped(to: sample..<sample + count)
      guard !part.isEmpty else { continue }
      clippings[number, default: .init()].add(
        planes.slices(from: part.lowerBound - sample, count: part.count), from: part.lowerBound, count: part.count)
    }
  }

  private func input(of frames: Range<Int>) -> PieceInput {
    // Silence comes before the programme and after it: what nothing is put into.
    PieceInput(
      frames: frames, frameSize: pieces.frameSize, channels: conversion.channelCount,
      end: frames.upperBound == layout.bodies.last?.upperBound ? trim.lead + audio.length + trim.tail : .max)
  }

  /// Samples that were not mixed, or are gone.
  private func remixed(_ frames: Range<Int>) throws -> PieceInput {
    let input = input(of: frames)
    let conversion = try StreamConversion(from: audio.bus, to: audio.stream)
    try remix(pieces.samples(frames)) { planes, sample, count in
      try conversion.push(planes, count: count) { planes, count in
        input.take(planes, at: pieces.position(of: sample), count: count)
      }
    }
    input.pad(to: .max)
    return input
  }

  // MARK: Pieces

  /// Fetches and has encoded what is there, in order.
  private func runReady() throws {
    while nextRunning < layout.bodies.count {
      let frames = layout.fed(nextRunning)
      if kept.contains(nextRunning) {
        if let (encoded, clipping) = store?.load(nextRunning, from: frames.lowerBound) {
          clippings[nextRunning] = clipping
          running.append((nextRunning, nil, PiecePool.Promise(encoded)))
        } else {
          // Damaged, or pruned by somebody else since the start.
          try encode(try remixed(frames))
        }
      } else if let piece = open.first, piece.frames == frames, frames.upperBound * pieces.frameSize <= position {
        try encode(open.removeFirst())
      } else {
        break
      }
      nextRunning += 1
      // No more at a time than the threads need: every piece holds its samples.
      while running.count > pool.size + 1 { try joinNext() }
      while running.first?.promise.isReady == true { try joinNext() }
    }
  }

  private func encode(_ input: PieceInput) throws {
    let promise = pool.submit { [audio, state] in
      try EncodedPiece.encode(input, audio) { () throws(RenderError) in try state.checkGoingOn() }
    }
    running.append((nextRunning, input, promise))
  }

  /// Takes the next finished piece and joins it to the one before it.
  private func joinNext() throws {
    let (number, input, promise) = running.removeFirst()
    let next = Piece(frames: layout.fed(number), input: input, encoded: try promise.get())
    if input != nil { try store?.keep(number, next.encoded, clippings[number] ?? .init()) }
    guard let last else {
      self.last = next
      return
    }
    let place = try layout.candidates(after: number - 1).first {
      try joint.holds(last.encoded, next.encoded, after: $0)
    }
    if let place {
      try write(last.encoded, through: place)
      self.last = next
    } else {
      self.last = try asOne(last, next)
    }
  }

  /// Two pieces that have nowhere anything alike.
  private func asOne(_ first: Piece, _ second: Piece) throws -> Piece {
    let frames = first.frames.lowerBound..<second.frames.upperBound
    let input: PieceInput
    if let one = first.input, let other = second.input {
      input = one.joined(with: other)
    } else {
      input = try remixed(frames)
    }
    let encoded = try EncodedPiece.encode(input, audio) { () throws(RenderError) in try state.checkGoingOn() }
    return Piece(frames: frames, input: input, encoded: encoded)
  }

  private func write(_ piece: EncodedPiece, through end: Int) throws {
    while nextPacket <= end, let packet = try piece.packet(nextPacket) {
      nextPacket += 1
      guard try trim.fit(packet) else { continue }
      if let extent = try writer.add(packet) { state.publish(sound: index, extent, isFinished: false) }
    }
  }
}
