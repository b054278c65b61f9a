internal import CFFmpeg

/// An encoder's options as libavcodec's own tables have them.
package struct OptionTable {
  /// One option.
  package struct Entry: Hashable, Sendable {
    package var name: String
    package var help: String
    /// What kind of value it takes, in words: `a whole number`, `one of …`.
    package var type: String
    package var minimum: Double
    package var maximum: Double
    package var isNumeric: Bool
    /// The names that stand for values.
    package var constants: [String]
  }

  /// The outcome of trying a value.
  package enum Verdict: Hashable, Sendable {
    case fine
    case unknownName
    case outOfRange
    case wrongType
  }

  /// The options by name, an encoder's own before the general ones.
  package let entries: [String: Entry]
  private let encoder: String

  /// The table of an encoder.
  package init(encoder: String) {
    self.encoder = encoder
    var entries: [String: Entry] = [:]
    if let codec = avcodec_find_encoder_by_name(encoder) {
      let isVideo = codec.pointee.type == AVMEDIA_TYPE_VIDEO
      let kind = isVideo ? AV_OPT_FLAG_VIDEO_PARAM : AV_OPT_FLAG_AUDIO_PARAM
      for table in [avcodec_get_class(), codec.pointee.priv_class] {
        Self.read(table, kind: kind, into: &entries)
      }
    }
    self.entries = entries
  }

  /// Tries a value on a context that is thrown away.
  package func check(name: String, value: String) -> Verdict {
    guard entries[name] != nil else { return .unknownName }
    var context = avcodec_alloc_context3(avcodec_find_encoder_by_name(encoder))
    defer { avcodec_free_context(&context) }
    LibraryLog.begin()
    defer { _ = LibraryLog.end() }
    let result = av_opt_set(context, name, value, AV_OPT_SEARCH_CHILDREN)
    switch result {
    case 0...: return .fine
    case shim_averror(ERANGE): return .outOfRange
    case SHIM_OPTION_NOT_FOUND: return .unknownName
    default: return .wrongType
    }
  }

  private static func read(_ table: UnsafePointer<AVClass>?, kind: Int32, into entries: inout [String: Entry]) {
    guard var option = shim_class_options(table) else { return }
    var units: [String: [String]] = [:]
    var owners: [(name: String, unit: String)] = []
    while let name = option.pointee.name {
      defer { option += 1 }
      let flags = option.pointee.flags
      guard flags & AV_OPT_FLAG_ENCODING_PARAM != 0, flags & AV_OPT_FLAG_READONLY == 0 else { continue }
      let unit = option.pointee.unit.map { String(cString: $0) }
      if option.pointee.type == AV_OPT_TYPE_CONST {
        if let unit { units[unit, default: []].append(String(cString: name)) }
        continue
      }
      // A private table's options carry the kind; the general ones belong to one kind or to both.
      let kinds = flags & (AV_OPT_FLAG_VIDEO_PARAM | AV_OPT_FLAG_AUDIO_PARAM)
      guard kinds == 0 || kinds & kind != 0 else { continue }
      let text = String(cString: name)
      let (type, isNumeric) = describe(option.pointee.type)
      entries[text] = Entry(
        name: text, help: option.pointee.help.map { String(cString: $0) } ?? "", type: type,
        minimum: option.pointee.min, maximum: option.pointee.max, isNumeric: isNumeric, constants: [])
      if let unit { owners.append((text, unit)) }
    }
    for owner in owners { entries[owner.name]?.constants = units[owner.unit] ?? [] }
  }

  private static func describe(_ type: AVOptionType) -> (String, isNumeric: Bool) {
    switch type {
    case AV_OPT_TYPE_INT, AV_OPT_TYPE_INT64, AV_OPT_TYPE_UINT64: ("a whole number", true)
    case AV_OPT_TYPE_DOUBLE, AV_OPT_TYPE_FLOAT: ("a number", true)
    case AV_OPT_TYPE_BOOL: ("true or false", false)
    case AV_OPT_TYPE_RATIONAL, AV_OPT_TYPE_VIDEO_RATE: ("a fraction such as 30000/1001", false)
    case AV_OPT_TYPE_FLAGS: ("flags joined by +", false)
    case AV_OPT_TYPE_DICT: ("key=value pairs joined by :", false)
    default: ("text", false)
    }
  }
}
