internal import AV
internal import EDL

/// An encoder's options as the author wrote them, checked against libavcodec's own tables.
struct EncoderOptions {
  let entry: EncoderCatalog.Entry
  /// What is set for the author.
  var given: [EncoderSettings.Option] = []
  let written: [EncoderOption]

  /// Our names for options that every encoder has under a shorter one.
  private static let aliases = ["bitrate": "b", "gop": "g", "keyframe_interval": "g"]
  /// Options that are edlrender's own business.
  private static let reserved: Set<String> = [
    "threads", "time_base", "video_size", "pixel_format", "pix_fmt", "ar", "ac", "channel_layout", "ch_layout",
    "color_primaries", "color_trc", "colorspace", "color_range", "strict", "debug", "flags2", "pass", "passlogfile",
    "stats",
  ]

  /// All options to set, those that keep the bytes the same first; nil when one is wrong.
  func checked(_ diagnostics: inout DiagnosticList) -> [EncoderSettings.Option]? {
    let table = OptionTable(encoder: entry.name)
    var options = EncoderFacts.exactOptions(entry.name).filter { table.entries[$0.name] != nil }
    for option in given where table.entries[option.name] != nil { add(option.name, option.value, to: &options) }
    var isFine = true
    for option in written {
      let name = Self.aliases[option.name] ?? option.name
      if Self.reserved.contains(name) {
        isFine = false
        diagnostics.append(
          Diagnostic(
            .error, code: "encoder.reserved-option", "\"\(option.name)\" is set by edlrender itself",
            at: option.nameRange))
        continue
      }
      if name == "qscale" || name == "q", table.entries[name] == nil {
        guard let scale = Self.fixedScale(option, entry, &diagnostics) else {
          isFine = false
          continue
        }
        for part in scale { add(part.name, part.value, to: &options) }
        continue
      }
      switch table.check(name: name, value: option.value) {
      case .fine: add(name, option.value, to: &options)
      case .unknownName:
        isFine = false
        let close = closestMatch(to: option.name, in: Array(table.entries.keys) + Array(Self.aliases.keys))
        diagnostics.append(
          Diagnostic(
            .error, code: "encoder.unknown-option", "\(entry.name) has no option \"\(option.name)\"",
            at: option.nameRange, notes: close.map { [.init("did you mean \"\($0)\"?")] } ?? []))
      case .outOfRange, .wrongType:
        isFine = false
        diagnostics.append(
          Diagnostic(
            .error, code: "encoder.option-value",
            "\"\(option.value)\" is not a value of \(entry.name)'s option \"\(option.name)\"", at: option.valueRange,
            notes: table.entries[name].map { [.init(Self.describe($0))] } ?? []))
      }
    }
    return isFine ? options + bufferModel(options, table) : nil
  }

  /// A constant quantiser, as FFmpeg's own tool takes it: from 1, the best, to 31.
  private static func fixedScale(
    _ option: EncoderOption, _ entry: EncoderCatalog.Entry, _ diagnostics: inout DiagnosticList
  ) -> [EncoderSettings.Option]? {
    guard let value = Int(option.value), (1...31).contains(value) else {
      diagnostics.append(
        Diagnostic(
          .error, code: "encoder.option-value",
          "\"\(option.value)\" is not a value of \(entry.name)'s option \"\(option.name)\"", at: option.valueRange,
          notes: [.init("it takes a whole number from 1 (the best) to 31")]))
      return nil
    }
    return [.init(name: "flags", value: "+qscale"), .init(name: "global_quality", value: "\(value * 118)")]
  }

  /// For an average bitrate the buffer of a decoder, which keeps its peaks near it: half more at
  /// most, over a buffer of two seconds.
  private func bufferModel(_ options: [EncoderSettings.Option], _ table: OptionTable) -> [EncoderSettings.Option] {
    guard entry.isVideo, EncoderFacts.buffered.contains(entry.name),
      let written = options.first(where: { $0.name == "b" }), let rate = table.number(name: "b", value: written.value),
      rate > 0, !options.contains(where: { $0.name == "crf" })
    else { return [] }
    let model = [("maxrate", rate * 3 / 2), ("bufsize", rate * 2)]
    return model.filter { name, _ in !options.contains { $0.name == name } }
      .map { EncoderSettings.Option(name: $0, value: "\($1)") }
  }

  /// Adds an option; parameter lists that both sides set are joined, the author's last.
  private func add(_ name: String, _ value: String, to options: inout [EncoderSettings.Option]) {
    if name.hasSuffix("-params"), let index = options.firstIndex(where: { $0.name == name }) {
      options[index].value += ":" + value
    } else {
      options.removeAll { $0.name == name }
      options.append(EncoderSettings.Option(name: name, value: value))
    }
  }

  private static func describe(_ entry: OptionTable.Entry) -> String {
    if !entry.constants.isEmpty {
      return "it takes \(entry.constants.prefix(12).joined(separator: ", "))\(entry.isNumeric ? ", or a number" : "")"
    }
    guard entry.isNumeric else { return "it takes \(entry.type)" }
    return "it takes \(entry.type) from \(number(entry.minimum)) to \(number(entry.maximum))"
  }

  private static func number(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : "\(value)"
  }
}
