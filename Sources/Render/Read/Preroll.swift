/// What codecs and containers of sound need for an exact jump.
enum Preroll {
  /// Samples to decode before the wanted one so that it comes out as in a run from the start.
  static func samples(codec: String, sampleRate: Int) -> Int {
    if codec.hasPrefix("pcm_") || ["flac", "alac", "wavpack", "tta"].contains(codec) { return 0 }
    // Overlapping transforms need one packet, bit reservoirs some, parametric tools and
    // predictors more.
    return ["ac3", "eac3", "mp2", "vorbis"].contains(codec) ? sampleRate / 4 : sampleRate
  }

  /// Whether a decoder forgets the past within the lead-in. Predictive and old codecs do not: their
  /// sound is decoded from the start.
  static func canJump(codec: String) -> Bool {
    if codec.hasPrefix("pcm_") || codec.hasPrefix("dsd_") { return true }
    return [
      "aac", "aac_latm", "ac3", "eac3", "alac", "amr_nb", "amr_wb", "dts", "flac", "mlp", "mp1", "mp2", "mp3", "opus",
      "truehd", "tta", "vorbis", "wavpack", "adpcm_ima_wav", "adpcm_ms",
    ].contains(codec)
  }

  /// Whether a container's timestamps can be trusted after a seek. Bare streams of frames have
  /// none, and Ogg's are derived from those before: their packets are walked through from the
  /// start, which costs no decoding.
  static func canSeek(format: String) -> Bool {
    ![
      "mp3", "aac", "ac3", "eac3", "dts", "dtshd", "truehd", "mlp", "amr", "loas", "gsm", "tak", "ape", "mpc", "mpc8",
      "ogg",
    ].contains(format)
  }
}
