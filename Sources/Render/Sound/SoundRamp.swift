internal import EDL
internal import MediaTime

/// How a strip's place in its source goes where the speed changes on the way.
package struct SoundRamp: Hashable, Sendable {
  /// The grid sample, with its fraction, by the programme's samples since the strip's origin.
  let times: TimeMap
  /// For each bend, whether the pitch follows it.
  let follows: [Bool]
  /// The programme's samples of the whole play.
  let length: Int

  /// Whether the pitch follows every change, so that the source is only resampled.
  func isResampled(_ strip: SoundStrip) -> Bool { strip.tempo == .one && follows.allSatisfy(\.self) }

  /// The grid samples that some samples of the programme use up, counted from the origin.
  func advance(at samples: Int) -> Double { abs(times.approximate(Double(samples)) - times.approximate(0)) }

  /// At most how many times as high the pitch is, give or take what eases overshoot.
  func highestPitch(varispeed: Double) -> Double {
    zip(times.bends, follows).reduce(varispeed) { pitch, bend in
      guard bend.1, let highest = bend.0.curve.keys.map(\.speed).max() else { return pitch }
      return pitch * highest.approximate * 1.5
    }
  }

  /// How many times as high the pitch is, some samples after the origin.
  func pitch(at samples: Double, varispeed: Double) -> Double {
    var (value, pitch) = (times.offset.approximate + samples * times.scale.approximate, varispeed)
    for (bend, follows) in zip(times.bends, follows) {
      if follows { pitch *= bend.curve.speed(at: value) }
      value = bend.offset.approximate + bend.curve.content(at: value) * bend.scale.approximate
    }
    return pitch
  }
}
