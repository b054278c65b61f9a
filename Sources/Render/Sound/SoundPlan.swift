package import EDL
package import MediaTime

/// What is heard of a programme, sample by sample: nested sequences flattened, nothing left to round.
///
/// All positions are samples of the programme's clock, whose zero is the programme's first frame
/// even when only a part of it is rendered.
package struct SoundPlan: Hashable, Sendable {
  /// Samples a second.
  package var sampleRate: Int
  /// libavutil's name of the channel layout.
  package var layout: String
  /// The samples that are rendered.
  package var samples: Range<Int>
  /// What sounds, in the order in which it is summed: tracks bottom first, a nested sequence's
  /// tracks where its item stands.
  package var strips: [SoundStrip]

  /// Creates a plan.
  package init(sampleRate: Int, layout: String, samples: Range<Int>, strips: [SoundStrip]) {
    self.sampleRate = sampleRate
    self.layout = layout
    self.samples = samples
    self.strips = strips
  }
}

/// One source stream, heard without a break from a hard cut to the next.
///
/// The source is first brought to the canvas's layout and onto a grid: grid sample *m* is the
/// source at *m* × ``varispeed`` / sample rate on its own clock. At the canvas's rate and
/// varispeed 1 that grid is the file's own samples. Then, with ``tempo`` 1,
///
///     forward    programme sample n plays grid sample position + (n − origin)
///     backwards  programme sample n plays grid sample position − 1 − (n − origin)
///
/// `position − origin` comes from one rounding of the exact offset between the two clocks, so the
/// parts of a split clip play exactly what the whole did. With another tempo the grid samples from
/// ``position`` on are stretched, beginning at ``origin``.
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
  /// Gain in decibels, the gains of the sequences around it added.
  package var gain: Rational
  /// Its fades and those of the sequences around it; they multiply.
  package var fades: [SoundFade]
  /// The item in the project: for messages, it changes no sample.
  package var place: SourceRange

  /// Creates a strip.
  package init(
    samples: Range<Int>, media: Int, stream: Int, varispeed: Rational = .one, tempo: Rational = .one,
    isReversed: Bool = false, origin: Int, stretchedLength: Int = 0, position: Int, gain: Rational = .zero,
    fades: [SoundFade] = [], place: SourceRange
  ) {
    self.samples = samples
    self.media = media
    self.stream = stream
    self.varispeed = varispeed
    self.tempo = tempo
    self.isReversed = isReversed
    self.origin = origin
    self.stretchedLength = stretchedLength
    self.position = position
    self.gain = gain
    self.fades = fades
    self.place = place
  }
}

/// A ramp in amplitude between silence and full level, held on both sides.
package struct SoundFade: Hashable, Sendable {
  /// How it rises.
  package enum Shape: Hashable, Sendable {
    /// In a straight line: two that cross add up to 1.
    case linear
    /// As a quarter of a sine: the squares of two that cross add up to 1.
    case equalPower
  }

  /// The programme's sample edge of silence.
  package var silent: Int
  /// The programme's sample edge of full level: after ``silent`` fades in, before it fades out.
  package var full: Int
  /// How it rises.
  package var shape: Shape

  /// Creates a fade.
  package init(silent: Int, full: Int, shape: Shape = .linear) {
    self.silent = silent
    self.full = full
    self.shape = shape
  }

  /// The amplitude at a sample.
  package func amplitude(at sample: Int) -> Double {
    let share = min(max(Double(sample - silent) / Double(full - silent), 0), 1)
    return shape == .linear ? share : PortableMath.sine(turns: share / 4)
  }
}
