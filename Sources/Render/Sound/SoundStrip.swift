package import EDL
package import MediaTime

/// One source stream, heard without a break from a hard cut to the next.
///
/// The source is first brought to the node's layout and onto a grid: grid sample *m* is the
/// source at *m* × ``varispeed`` / sample rate on its own clock. At the canvas's rate and
/// varispeed 1 that grid is the file's own samples. Then, with ``tempo`` 1,
///
///     forward    programme sample n plays grid sample position + (n − origin)
///     backwards  programme sample n plays grid sample position − 1 − (n − origin)
///
/// `position − origin` comes from one rounding of the exact offset between the two clocks, so the
/// parts of a split clip play exactly what the whole did. With another tempo the grid samples from
/// ``position`` on are stretched, beginning at ``origin``. With a ``ramp`` the grid is the source at
/// the canvas's rate, and the ramp says where on it the samples lie.
package struct SoundStrip: Hashable, Sendable {
  /// The programme's samples that it covers.
  package var samples: Range<Int>
  /// The media entry.
  package var media: Int
  /// The audio stream among the media's.
  package var stream: Int
  /// Source seconds for a second of the grid: a change of speed that the pitch follows.
  package var varispeed: Rational
  /// Grid samples for a sample of the programme: a change of speed that leaves the pitch.
  package var tempo: Rational
  /// Whether the source runs backwards.
  package var isReversed: Bool
  /// The programme's sample edge at which the play begins; at or before the first sample.
  package var origin: Int
  /// Where it is stretched, the grid samples of the whole play; else 0.
  package var stretchedLength: Int
  /// The edge of the grid that is at ``origin``.
  package var position: Int
  /// libavutil's name of the layout that it is brought to.
  package var layout: String
  /// Which channels of the source are heard where; nil: as their layout says.
  package var channels: ChannelMap?
  /// Where the speed changes.
  package var ramp: SoundRamp?
  /// What is summed in it, where it is a group or a track inside one with effects of its own; it has
  /// no media then, and the parts' levels end there.
  package var parts: [SoundStrip] = []
  /// The effects, which it goes through before its level.
  package var chain: SoundChain?
  /// Its level, those of the sequences around it in it.
  package var level: SoundLevel
  /// The item in the project: for messages, it changes no sample.
  package var place: SourceRange

  /// Creates a strip.
  package init(
    samples: Range<Int>, media: Int, stream: Int, varispeed: Rational = .one, tempo: Rational = .one,
    isReversed: Bool = false, origin: Int, stretchedLength: Int = 0, position: Int, layout: String,
    channels: ChannelMap? = nil, level: SoundLevel = SoundLevel(), ramp: SoundRamp? = nil, place: SourceRange
  ) {
    self.ramp = ramp
    self.samples = samples
    self.media = media
    self.stream = stream
    self.varispeed = varispeed
    self.tempo = tempo
    self.isReversed = isReversed
    self.origin = origin
    self.stretchedLength = stretchedLength
    self.position = position
    self.layout = layout
    self.channels = channels
    self.level = level
    self.place = place
  }

  /// The strips of media in it: itself, or those that it sums.
  var leaves: [SoundStrip] { parts.isEmpty ? [self] : parts.flatMap(\.leaves) }
}
