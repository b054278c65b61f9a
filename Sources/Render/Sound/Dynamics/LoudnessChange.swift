internal import EDL

/// How loud a bus was, and what was done to bring it to its `loudness`.
public struct LoudnessChange: Hashable, Sendable {
  /// The bus.
  public var bus = ""
  /// The loudness of its whole programme in LUFS; nil for silence, which is left alone.
  public var measured: Double?
  /// What it was raised by, in dB.
  public var gain = 0.0
  /// Whether a limiter keeps its peaks below the target's.
  public var isLimited = false

  init(measured: Double? = nil, gain: Double = 0) { (self.measured, self.gain) = (measured, gain) }

  /// Reads what ``text`` is.
  init?(_ text: String) {
    let parts = text.split(separator: " ").map(String.init)
    guard parts.count == 3, let gain = Double(parts[1]) else { return nil }
    self.init(measured: Double(parts[0]), gain: gain)
    isLimited = parts[2] == "limited"
  }

  /// All of it but the bus's name, exactly.
  var text: String { "\(measured.map { "\($0)" } ?? "silent") \(gain) \(isLimited ? "limited" : "free")" }
}

extension SoundNode {
  /// Does to a bus what a survey found out.
  mutating func apply(_ change: LoudnessChange, _ target: LoudnessTarget) {
    makeUp = Gain(decibels: change.gain).amplitude
    guard change.isLimited else { return }
    let peak = Gain(decibels: target.peak).amplitude
    ceiling = min(ceiling ?? peak, peak)
  }
}
