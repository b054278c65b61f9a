internal import AV
internal import EDL

/// How an encoder can store samples.
struct SampleWidths {
  let entry: EncoderCatalog.Entry

  /// A width as libavcodec has it.
  struct Choice {
    var format: SampleFormat
    /// The bits that count; nil for floats.
    var bits: Int?
    var options: [EncoderSettings.Option] = []
  }

  /// The encoder's way to a width, or its usual one; nil when it has none.
  func choice(_ width: AudioOutput.SampleWidth?) -> Choice? {
    guard entry.isLossless else {
      // What is thrown away is the encoder's to choose, so it gets the mix as it is.
      guard width == nil, let format = format(["fltp", "flt", "s16", "s16p", "s32", "s32p"]) else { return nil }
      return Choice(format: format, bits: format.isFloat ? nil : format.byteCount * 8)
    }
    if let own = ownWidth { return width == nil || width == own ? choice(exactly: own) : nil }
    guard let width else {
      return [.sixteen, .twentyFour, .thirtyTwo, .float, .eight].lazy.compactMap { choice(exactly: $0) }.first
    }
    return choice(exactly: width)
  }

  private func choice(exactly width: AudioOutput.SampleWidth) -> Choice? {
    switch width {
    case .eight: format(["u8", "u8p"]).map { Choice(format: $0, bits: 8) }
    case .sixteen: format(["s16", "s16p"]).map { Choice(format: $0, bits: 16) }
    case .twentyFour:
      format(["s32", "s32p"]).map {
        // The PCM of 24 bits says so by its name.
        let options = ownWidth == nil ? [EncoderSettings.Option(name: "bits_per_raw_sample", value: "24")] : []
        return Choice(format: $0, bits: 24, options: options)
      }
    case .thirtyTwo:
      // libavcodec stores FLAC and ALAC of 32 bits as 24.
      ["flac", "alac"].contains(entry.codec) ? nil : format(["s32", "s32p"]).map { Choice(format: $0, bits: 32) }
    case .float: format(["flt", "fltp", "dbl", "dblp"]).map { Choice(format: $0, bits: nil) }
    }
  }

  /// The width that the name of a PCM codec says.
  private var ownWidth: AudioOutput.SampleWidth? {
    guard entry.codec.hasPrefix("pcm_") else { return nil }
    let name = entry.codec.dropFirst(4)
    if name.hasPrefix("f32") || name.hasPrefix("f64") { return .float }
    if name.hasPrefix("s24") || name.hasPrefix("u24") { return .twentyFour }
    if name.hasPrefix("s32") || name.hasPrefix("u32") { return .thirtyTwo }
    if name.hasPrefix("s8") || name.hasPrefix("u8") { return .eight }
    return .sixteen
  }

  private func format(_ names: [String]) -> SampleFormat? {
    names.lazy.compactMap { SampleFormat(named: $0) }.first {
      entry.sampleFormats.isEmpty || entry.sampleFormats.contains($0)
    }
  }

  /// The codec of a stream: what it names, `pcm` in the container's byte order, or the container's choice.
  static func codec(_ audio: AudioOutput, in container: ContainerCatalog.Entry) -> String? {
    let own = container.audioCodec
    let isPlain = own?.hasPrefix("pcm_") == true
    guard audio.codec == "pcm" || audio.codec == nil && isPlain && audio.width != nil else { return audio.codec ?? own }
    let order = isPlain && own?.hasSuffix("be") == true ? "be" : "le"
    return switch audio.width ?? .sixteen {
    // Files of big-endian samples are Apple's, whose bytes are signed.
    case .eight: order == "be" ? "pcm_s8" : "pcm_u8"
    case .sixteen: "pcm_s16\(order)"
    case .twentyFour: "pcm_s24\(order)"
    case .thirtyTwo: "pcm_s32\(order)"
    case .float: "pcm_f32\(order)"
    }
  }
}
