internal import AV
internal import EDL

extension OutputPlanner {
  /// How a sound stream is written; nil when a diagnostic says why it is not.
  func audioPlan(
    _ audio: AudioOutput, _ container: ContainerCatalog.Entry, samples: Int, _ diagnostics: inout DiagnosticList
  ) -> (AudioPlan, StreamParameters)? {
    let name = SampleWidths.codec(audio, in: container)
    guard let entry = encoder(name, container, isVideo: false, audio.origin, &diagnostics) else { return nil }
    let bus = SoundFormat(sampleRate: timeline.canvas.sampleRate, layout: timeline.layout(ofBus: audio.bus))
    guard let rate = sampleRate(audio, entry, &diagnostics),
      let layout = layout(audio, of: bus, entry, &diagnostics),
      let width = width(audio, entry, &diagnostics),
      let options = EncoderOptions(entry: entry, written: audio.options).checked(&diagnostics)
    else { return nil }
    let settings = EncoderSettings(
      encoder: entry.name, input: .audio(sampleRate: rate, layout: layout, format: width.format),
      options: options + width.options, hasGlobalHeader: container.hasGlobalHeader)
    guard let parameters = opens(settings, audio.origin, &diagnostics) else { return nil }
    if let remark = DelayRemark(entry: entry, container: container.name, parameters: parameters) {
      diagnostics.append(remark.diagnostic(at: audio.origin))
    }
    let plan = AudioPlan(
      settings: settings, outlet: SoundOutlet(audio), bus: bus, stream: SoundFormat(sampleRate: rate, layout: layout),
      samples: SampleFrameMaker(
        format: width.format, sampleRate: rate, layout: layout, bits: width.bits,
        dither: entry.isLossless && audio.dither == .triangular ? .triangular : .none),
      trimming: StreamTrim.Style(codec: entry.codec, container: container.name),
      length: (samples * rate + bus.sampleRate / 2) / bus.sampleRate, isDefault: audio.isDefault,
      language: audio.language, title: audio.title)
    return (plan, parameters)
  }

  /// The stream's own rate or the canvas's: nothing is converted unasked.
  private func sampleRate(
    _ audio: AudioOutput, _ entry: EncoderCatalog.Entry, _ diagnostics: inout DiagnosticList
  ) -> Int? {
    let rate = audio.sampleRate ?? timeline.canvas.sampleRate
    guard !entry.sampleRates.isEmpty, !entry.sampleRates.contains(rate) else { return rate }
    let near = entry.sampleRates.min { abs($0 - rate) < abs($1 - rate) } ?? rate
    let rates = entry.sampleRates.sorted().map(String.init).joined(separator: ", ")
    diagnostics.append(
      Diagnostic(
        .error, code: "output.sample-rate", "\(entry.name) cannot write \(rate) samples a second", at: audio.origin,
        notes: [.init("write \"sample_rate: \(near)\" in the stream; it takes \(rates)")]))
    return nil
  }

  /// The encoder's own name of the layout: surrounds at the sides and behind are one to players.
  private func layout(
    _ audio: AudioOutput, of bus: SoundFormat, _ entry: EncoderCatalog.Entry, _ diagnostics: inout DiagnosticList
  ) -> String? {
    let wanted = audio.channels ?? bus.layout
    if entry.layouts.isEmpty || entry.layouts.contains(wanted) { return wanted }
    let twins = ["5.1": "5.1(side)", "5.1(side)": "5.1", "5.0": "5.0(side)", "5.0(side)": "5.0"]
    if let twin = twins[wanted], entry.layouts.contains(twin) { return twin }
    diagnostics.append(
      Diagnostic(
        .error, code: "output.channels", "\(entry.name) cannot write the layout \"\(wanted)\"", at: audio.origin,
        notes: [.init("write \"channels\" in the stream; it takes \(entry.layouts.joined(separator: ", "))")]))
    return nil
  }

  private func width(
    _ audio: AudioOutput, _ entry: EncoderCatalog.Entry, _ diagnostics: inout DiagnosticList
  ) -> SampleWidths.Choice? {
    let widths = SampleWidths(entry: entry)
    if let choice = widths.choice(audio.width) { return choice }
    let known = AudioOutput.SampleWidth.allCases.filter { widths.choice($0) != nil }.map(\.rawValue)
    let takes = known.isEmpty ? "it stores no samples: leave \"bits\" out" : "it takes \(known.joined(separator: ", "))"
    let note = entry.codec.hasPrefix("pcm_") ? "\(takes); codec: pcm takes every width" : takes
    diagnostics.append(
      Diagnostic(
        .error, code: "output.bits", "\(entry.name) cannot store samples as \"\(audio.width?.rawValue ?? "")\"",
        at: audio.origin, notes: [.init(note)]))
    return nil
  }
}
