internal import CFFmpeg

/// The filters of the linked libavfilter.
package enum FilterCatalog {
  /// A filter as far as planning needs it.
  package struct Entry: Sendable {
    package var name: String
    package var summary: String
    /// What goes in and what comes out.
    package var pads: Pads
    package var options: OptionTable
    /// Whether it takes `enable`, an expression of the time.
    package var hasTimeline: Bool
  }

  /// The shapes of a filter.
  package enum Pads: Hashable, Sendable {
    /// One picture in, one picture out.
    case picture
    /// Nothing in, one picture out.
    case source
    /// One sound in, one sound out.
    case sound
    /// Anything else, in words: `2 inputs and 1 output`.
    case other(String)
  }

  /// The filter of a name; nil when there is none.
  package static func find(_ name: String) -> Entry? {
    guard let filter = avfilter_get_by_name(name) else { return nil }
    return Entry(
      name: name, summary: filter.pointee.description.map { String(cString: $0) } ?? "", pads: pads(filter),
      options: OptionTable(filter: name), hasTimeline: filter.pointee.flags & AVFILTER_FLAG_SUPPORT_TIMELINE != 0)
  }

  /// The names of all filters of a kind, for suggestions.
  package static func names(_ wanted: Pads = .picture) -> [String] {
    var names: [String] = []
    var cursor: UnsafeMutableRawPointer?
    while let filter = av_filter_iterate(&cursor) {
      if pads(filter) == wanted { names.append(String(cString: filter.pointee.name)) }
    }
    return names.sorted()
  }

  private static func pads(_ filter: UnsafePointer<AVFilter>) -> Pads {
    let (inputs, outputs) = (avfilter_filter_pad_count(filter, 0), avfilter_filter_pad_count(filter, 1))
    let isDynamic = filter.pointee.flags & (AVFILTER_FLAG_DYNAMIC_INPUTS | AVFILTER_FLAG_DYNAMIC_OUTPUTS) != 0
    guard !isDynamic else { return .other("a number of pads that its options decide") }
    func kind(_ pads: OpaquePointer?) -> AVMediaType { avfilter_pad_get_type(pads, 0) }
    let out = outputs == 1 ? kind(filter.pointee.outputs) : AVMEDIA_TYPE_UNKNOWN
    if inputs == 0, out == AVMEDIA_TYPE_VIDEO { return .source }
    if inputs == 1, out == kind(filter.pointee.inputs) {
      if out == AVMEDIA_TYPE_VIDEO { return .picture }
      if out == AVMEDIA_TYPE_AUDIO { return .sound }
    }
    func count(_ number: UInt32, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
    return .other("\(count(inputs, "input")) and \(count(outputs, "output"))")
  }
}
