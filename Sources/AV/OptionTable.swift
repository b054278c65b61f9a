internal import CFFmpeg

/// An encoder's or a filter's options as libav's own tables have them.
package struct OptionTable: Sendable {
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
    /// The first name of the same option: `luma_msize_x` for `lx`.
    package var canonicalName = ""
    /// Whether a running filter takes new values of it.
    package var isTunable = false
    /// Whether values are rounded to whole numbers.
    package var isWhole = false
    /// Whether it takes a text of its own, which may be an expression.
    package var isText = false
    /// Whether it takes a colour.
    package var isColor = false
    /// The default as a number; nil for texts.
    package var defaultNumber: Double?
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
  /// The names of the options in the table's order, each option once.
  package let order: [String]
  private let subject: Subject

  private enum Subject { case encoder(String), filter(String) }

  /// The table of an encoder.
  package init(encoder: String) {
    subject = .encoder(encoder)
    var reader = TableReader(flag: AV_OPT_FLAG_ENCODING_PARAM)
    if let codec = avcodec_find_encoder_by_name(encoder) {
      let isVideo = codec.pointee.type == AVMEDIA_TYPE_VIDEO
      reader.kind = isVideo ? AV_OPT_FLAG_VIDEO_PARAM : AV_OPT_FLAG_AUDIO_PARAM
      for table in [avcodec_get_class(), codec.pointee.priv_class] { reader.read(table) }
    }
    (entries, order) = (reader.entries, reader.order)
  }

  /// The table of a filter's own options.
  package init(filter: String) {
    subject = .filter(filter)
    var reader = TableReader(flag: AV_OPT_FLAG_FILTERING_PARAM)
    if let known = avfilter_get_by_name(filter) { reader.read(known.pointee.priv_class) }
    (entries, order) = (reader.entries, reader.order)
  }

  /// Tries a value on a context that is thrown away.
  package func check(name: String, value: String) -> Verdict {
    guard entries[name] != nil else { return .unknownName }
    LibraryLog.begin()
    defer { _ = LibraryLog.end() }
    let result = set(name, value)
    switch result {
    case 0...: return .fine
    case shim_averror(ERANGE): return .outOfRange
    case SHIM_OPTION_NOT_FOUND: return .unknownName
    default: return .wrongType
    }
  }

  /// A value of an encoder's option as a whole number: `8M` is 8,000,000; nil when it is none.
  package func number(name: String, value: String) -> Int? {
    guard case .encoder(let encoder) = subject else { return nil }
    var context = avcodec_alloc_context3(avcodec_find_encoder_by_name(encoder))
    defer { avcodec_free_context(&context) }
    var number: Int64 = 0
    guard av_opt_set(context, name, value, AV_OPT_SEARCH_CHILDREN) >= 0,
      av_opt_get_int(context, name, AV_OPT_SEARCH_CHILDREN, &number) >= 0
    else { return nil }
    return Int(number)
  }

  private func set(_ name: String, _ value: String) -> Int32 {
    switch subject {
    case .encoder(let encoder):
      var context = avcodec_alloc_context3(avcodec_find_encoder_by_name(encoder))
      defer { avcodec_free_context(&context) }
      return av_opt_set(context, name, value, AV_OPT_SEARCH_CHILDREN)
    case .filter(let filter):
      // Allocating runs no code of the filter that opens anything.
      var graph = avfilter_graph_alloc()
      defer { avfilter_graph_free(&graph) }
      guard let context = avfilter_graph_alloc_filter(graph, avfilter_get_by_name(filter), "check"),
        let options = context.pointee.priv
      else { return SHIM_OPTION_NOT_FOUND }
      return av_opt_set(options, name, value, 0)
    }
  }
}

/// Gathers the options of one or more tables.
private struct TableReader {
  /// The flag that every option must have.
  let flag: Int32
  /// Where options carry what they are for: picture or sound; 0 takes all.
  var kind: Int32 = 0
  var entries: [String: OptionTable.Entry] = [:]
  var order: [String] = []

  init(flag: Int32) { self.flag = flag }

  mutating func read(_ table: UnsafePointer<AVClass>?) {
    guard var option = shim_class_options(table) else { return }
    var units: [String: [String]] = [:]
    var owners: [(name: String, unit: String)] = []
    var last: (offset: Int32, name: String)?
    while let name = option.pointee.name {
      defer { option += 1 }
      let flags = option.pointee.flags
      guard flags & flag != 0, flags & AV_OPT_FLAG_READONLY == 0 else { continue }
      let unit = option.pointee.unit.map { String(cString: $0) }
      if option.pointee.type == AV_OPT_TYPE_CONST {
        if let unit { units[unit, default: []].append(String(cString: name)) }
        continue
      }
      // A private table's options carry the kind; the general ones belong to one kind or to both.
      let kinds = flags & (AV_OPT_FLAG_VIDEO_PARAM | AV_OPT_FLAG_AUDIO_PARAM)
      guard kind == 0 || kinds == 0 || kinds & kind != 0 else { continue }
      let text = String(cString: name)
      var entry = Self.entry(option, named: text)
      if let last, last.offset == option.pointee.offset {
        entry.canonicalName = last.name
      } else {
        last = (option.pointee.offset, text)
        order.append(text)
      }
      entries[text] = entry
      if let unit { owners.append((text, unit)) }
    }
    for owner in owners { entries[owner.name]?.constants = units[owner.unit] ?? [] }
  }

  private static func entry(_ option: UnsafePointer<AVOption>, named name: String) -> OptionTable.Entry {
    let type = option.pointee.type
    let (words, isNumeric) = describe(type)
    var entry = OptionTable.Entry(
      name: name, help: option.pointee.help.map { String(cString: $0) } ?? "", type: words,
      minimum: option.pointee.min, maximum: option.pointee.max, isNumeric: isNumeric, constants: [],
      canonicalName: name)
    entry.isTunable = option.pointee.flags & AV_OPT_FLAG_RUNTIME_PARAM != 0
    entry.isWhole = [AV_OPT_TYPE_INT, AV_OPT_TYPE_INT64, AV_OPT_TYPE_UINT64, AV_OPT_TYPE_BOOL].contains { $0 == type }
    entry.isText = type == AV_OPT_TYPE_STRING
    entry.isColor = type == AV_OPT_TYPE_COLOR
    switch type {
    case AV_OPT_TYPE_INT, AV_OPT_TYPE_INT64, AV_OPT_TYPE_UINT64, AV_OPT_TYPE_BOOL, AV_OPT_TYPE_FLAGS:
      entry.defaultNumber = Double(shim_option_default_i64(option))
    case AV_OPT_TYPE_DOUBLE, AV_OPT_TYPE_FLOAT: entry.defaultNumber = shim_option_default_double(option)
    default: break
    }
    return entry
  }

  private static func describe(_ type: AVOptionType) -> (String, isNumeric: Bool) {
    switch type {
    case AV_OPT_TYPE_INT, AV_OPT_TYPE_INT64, AV_OPT_TYPE_UINT64: ("a whole number", true)
    case AV_OPT_TYPE_DOUBLE, AV_OPT_TYPE_FLOAT: ("a number", true)
    case AV_OPT_TYPE_BOOL: ("true or false", false)
    case AV_OPT_TYPE_RATIONAL, AV_OPT_TYPE_VIDEO_RATE: ("a fraction such as 30000/1001", false)
    case AV_OPT_TYPE_FLAGS: ("flags joined by +", false)
    case AV_OPT_TYPE_DICT: ("key=value pairs joined by :", false)
    case AV_OPT_TYPE_COLOR: ("a colour such as red or 0xff8800", false)
    case AV_OPT_TYPE_DURATION: ("a duration such as 1.5 (seconds)", false)
    case AV_OPT_TYPE_IMAGE_SIZE: ("a size such as 640x360", false)
    case AV_OPT_TYPE_PIXEL_FMT: ("a pixel format such as yuv420p", false)
    default: ("text", false)
    }
  }
}
