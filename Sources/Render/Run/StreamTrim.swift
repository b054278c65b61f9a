internal import AV

/// Puts a stream's packets where its samples belong, and marks what is not of the sound.
///
/// An encoder with a delay gives frames whose decoded samples begin `padding` before the first one
/// of the programme:
///
///     fed               |lead| programme ................. |tail|
///     decoded   |padding|lead| programme ................. |
///     packets   |    k frames  |       |       |       |rest|
///
/// Edit lists and gapless tags say how much to leave out in front, and lead is 0. Matroska can only
/// leave out the end of a frame: there the lead fills padding up to k whole frames, which are all
/// left out.
struct StreamTrim {
  /// How a container says what is not of the sound.
  enum Style: Hashable, Sendable {
    /// An edit list or a gapless tag, made of the stream's delay.
    case delay
    /// A delay of the codec's own, and times from the first coded sample: Opus in Matroska.
    case preSkip
    /// The end of any frame: Matroska's DiscardPadding.
    case discard
    /// None: the first frames are not written, which costs the first fade of the codec's window.
    case drop

    /// The way of a codec in a container.
    init(codec: String, container: String) {
      guard ["matroska", "webm"].contains(container) else {
        self = .delay
        return
      }
      self =
        switch codec {
        case "opus": .preSkip
        // libavformat takes these apart anew when it reads them, and loses what their packets say.
        case "ac3", "eac3": .drop
        default: .discard
        }
    }
  }

  /// Samples of silence to encode before the first.
  let lead: Int
  /// Samples of silence to encode after the last, so that the last one comes out.
  let tail: Int
  private let style: Style
  private let length: Int
  private let padding: Int
  /// The samples of a frame; 0 where they vary.
  private let frame: Int
  /// The stream's sample at which the next frame begins.
  private var start: Int

  /// Lays out a stream of `length` samples.
  init(_ encoder: Encoder, style: Style, length: Int) {
    self.style = style
    self.length = length
    padding = encoder.initialPadding
    // libvorbis is fed in small frames that have nothing to do with its packets.
    frame = encoder.settings.encoder.contains("vorbis") ? 0 : encoder.frameSize
    let fillsFrames = frame > 0 && padding > 0 && (style == .discard || style == .drop)
    lead = fillsFrames ? (frame - padding % frame) % frame : 0
    tail = encoder.givesTail ? 0 : padding
    start = -padding - lead
  }

  /// Gives the next packet its place; false when nothing of it is heard and it is to be left out.
  mutating func fit(_ packet: borrowing Packet) throws(AVError) -> Bool {
    guard frame > 0, padding > 0 else {
      // Such an encoder ends exactly, or marks what is not of the sound itself; only its first packet may be early.
      if style != .delay { place(packet, at: max(Int(packet.pts ?? 0), 0)) }
      return true
    }
    defer { start += frame }
    guard start < length else { return false }
    let heard = min(frame, length - start)
    switch style {
    case .delay:
      packet.duration = min(packet.duration, Int64(heard))
    case .preSkip:
      place(packet, at: start + padding)
    case .discard, .drop:
      let isHidden = start < 0
      if isHidden, style == .drop { return false }
      place(packet, at: max(start, 0))
      packet.duration = isHidden ? 0 : Int64(heard)
      if isHidden || heard < frame { try packet.skipSamples(end: isHidden ? frame : frame - heard) }
    }
    return true
  }

  private func place(_ packet: borrowing Packet, at sample: Int) {
    packet.pts = Int64(sample)
    packet.dts = packet.pts
  }
}
