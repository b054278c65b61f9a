internal import CFFmpeg

/// The words that options of libavfilter's filters take, by its own tables.
package enum FilterConstants {
  /// The names that stand for values of a filter's option, in libavfilter's order; empty when there is no such option.
  package static func names(filter: String, option: String) -> [String] {
    guard let filter = avfilter_get_by_name(filter), var entry = shim_class_options(filter.pointee.priv_class) else {
      return []
    }
    var unit: String?
    var constants: [(unit: String?, name: String)] = []
    while let name = entry.pointee.name {
      let own = entry.pointee.unit.map { String(cString: $0) }
      if entry.pointee.type == AV_OPT_TYPE_CONST {
        constants.append((own, String(cString: name)))
      } else if String(cString: name) == option {
        unit = own
      }
      entry += 1
    }
    return unit.map { unit in constants.filter { $0.unit == unit }.map(\.name) } ?? []
  }
}
