public import MediaTime

/// What makes a bus softer while another one sounds.
public struct Ducking: Hashable, Sendable {
  /// The bus that is listened to.
  public var under: String
  /// How many decibels softer.
  public var depth: Double
  /// The level in decibels above which a sample of the other bus counts.
  public var threshold: Double
  /// How long it takes to become softer.
  public var attack: Time
  /// How long it stays soft after the last sample that counts.
  public var hold: Time
  /// How long it takes to come back.
  public var release: Time
}

/// How loud the whole of a bus is made.
public struct LoudnessTarget: Hashable, Sendable {
  /// LUFS.
  public var integrated: Double
  /// dBTP that nothing exceeds.
  public var peak: Double
}
