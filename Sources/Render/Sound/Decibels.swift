internal import MediaTime

/// The amplitude factor of a gain in decibels: 10^(gain/20), with the same bits on every processor.
///
/// The C library's `pow` is not used: its last bits depend on the processor. Here
/// 10^(gain/20) = 2^(whole + fraction), the fraction at most a half, as e^(fraction × ln 2) by
/// Taylor's sum to the 16th term: the error stays below 1e-14 of the value, times the gain's
/// own rounding (1e-16 × |gain|). Exactly 1 for 0 dB, and 0 below -600 dB.
func amplitude(ofDecibels gain: Rational) -> Double {
  guard !gain.isZero else { return 1 }
  let octaves = Double(gain.numerator) / Double(gain.denominator) * 0.16609640474436811739
  guard octaves > -100 else { return 0 }
  let bounded = min(octaves, 100)
  let whole = Int(bounded < 0 ? bounded - 0.5 : bounded + 0.5)
  let exponent = (bounded - Double(whole)) * 0.69314718055994530942
  var sum = 1.0
  for term in stride(from: 16.0, to: 0, by: -1) { sum = 1 + sum * exponent / term }
  return sum * Double(sign: .plus, exponent: whole, significand: 1)
}
