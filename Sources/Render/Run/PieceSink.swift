internal import AV

/// Encodes one stream of sound in pieces, side by side, and joins them where no seam is heard.
///
/// Where the pieces are depends on the stream's length alone, and each is a function of its samples:
/// the packets are the same for any number of threads. Owned by the mixing thread.
final class PieceSink: SoundSink {
  private let index: Int
  private let audio: AudioPlan
  private let state: RenderState
  private let pool: PiecePool
  private let conversion: StreamConversion
  private let layout: PieceLayout
  private let joint: PieceJoint
  private let frameSize: Int
  private var trim: StreamTrim
  private var writer: PacketWriter
  /// Pieces that still want samples.
  private var open: [PieceInput] = []
  /// Pieces that are being encoded, in order.
  private var running: [(input: PieceInput, promise: PiecePool.Promise)] = []
  /// The piece that waits for its successor.
  private var last: (input: PieceInput, encoded: EncodedPiece)?
  private var nextPiece = 0
  /// Pieces that have been joined or are about to be: those before `last`.
  private var joinedPieces = 0
  /// The stream's next packet to be written.
  private var nextPacket = 0
  private var position = 0

  /// Opens the stream, and publishes what the muxer must know of it; `offset` counts the output's
  /// streams before the first of sound.
  init(_ audio: AudioPlan, index: Int, offset: Int, pool: PiecePool, state: RenderState, spool: PacketSpool) throws {
    let encoder = try Encoder(audio.settings)
    let parameters = try encoder.streamParameters()
    self.index = index
    self.audio = audio
    self.state = state
    self.pool = pool
    conversion = try StreamConversion(from: audio.bus, to: audio.stream)
    trim = StreamTrim(encoder, style: audio.trimming, length: audio.length)
    frameSize = encoder.frameSize
    layout = PieceLayout(frames: (trim.lead + audio.length + trim.tail + frameSize - 1) / frameSize)
    joint = PieceJoint(parameters: parameters, channels: conversion.channelCount, frameSize: frameSize)
    writer = PacketWriter(spool)
    state.publish(parameters, index: index + offset)
    try silence(trim.lead)
  }

  /// Whether the packets of an encoder can be joined.
  static func canJoin(_ settings: EncoderSettings) -> Bool {
    // What predicts a frame from those before it depends on where it was begun.
    let predicting = ["aac_pred", "aac_ltp", "profile"]
    return settings.encoder == "aac" && !settings.options.contains { predicting.contains($0.name) }
  }

  func take(_ planes: SamplePlanes, count: Int) throws { try conversion.push(planes, count: count, into: gather) }

  func finish() throws {
    try conversion.finish(into: gather)
    try silence(trim.tail)
    try submitAll()
    while !running.isEmpty { try joinNext() }
    if let last { try write(last.encoded, through: .max) }
    state.publish(sound: index, try writer.flush(), isFinished: true)
  }

  private func silence(_ count: Int) throws {
    let zeros = SampleBuffer(channels: conversion.channelCount, capacity: frameSize)
    var left = count
    while left > 0 {
      let step = min(left, frameSize)
      try gather(zeros.planes, count: step)
      left -= step
    }
  }

  /// Gives samples to the pieces that want them, and hands over those that are full.
  private func gather(_ planes: SamplePlanes, count: Int) throws {
    while nextPiece < layout.bodies.count, layout.fed(nextPiece).lowerBound * frameSize < position + count {
      open.append(
        PieceInput(frames: layout.fed(nextPiece), frameSize: frameSize, channels: conversion.channelCount))
      nextPiece += 1
    }
    for piece in open { piece.take(planes, at: position, count: count) }
    position += count
    while let piece = open.first, piece.range.upperBound <= position { try submit(open.removeFirst()) }
  }

  private func submitAll() throws {
    while !open.isEmpty { try submit(open.removeFirst()) }
  }

  private func submit(_ input: PieceInput) throws {
    let promise = pool.submit { [audio, state] in
      try EncodedPiece.encode(input, audio) { () throws(RenderError) in try state.checkGoingOn() }
    }
    running.append((input, promise))
    // No more at a time than the threads need: every piece holds its samples.
    while running.count > pool.size + 1 { try joinNext() }
    while running.first?.promise.isReady == true { try joinNext() }
  }

  /// Takes the next finished piece and joins it to the one before it.
  private func joinNext() throws {
    let (input, promise) = running.removeFirst()
    let encoded = try promise.get()
    defer { joinedPieces += 1 }
    guard let last else {
      self.last = (input, encoded)
      return
    }
    let place = try layout.candidates(after: joinedPieces - 1).first {
      try joint.holds(last.encoded, encoded, after: $0)
    }
    if let place {
      try write(last.encoded, through: place)
      self.last = (input, encoded)
    } else {
      // Nowhere alike: both as one.
      let whole = last.input.joined(with: input)
      let again = try EncodedPiece.encode(whole, audio) { () throws(RenderError) in try state.checkGoingOn() }
      self.last = (whole, again)
    }
  }

  private func write(_ piece: EncodedPiece, through end: Int) throws {
    while nextPacket <= end, let packet = try piece.packet(nextPacket) {
      nextPacket += 1
      guard try trim.fit(packet) else { continue }
      if let extent = try writer.add(packet) { state.publish(sound: index, extent, isFinished: false) }
    }
  }
}
