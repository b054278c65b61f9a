internal import CFFmpeg

/// The kinds of transition that libavfilter's `xfade` knows by name.
package enum CrossfadeKinds {
  /// Their names, in libavfilter's order; without `custom`, which needs an expression.
  package static let names: [String] = {
    guard let filter = avfilter_get_by_name("xfade"), var option = shim_class_options(filter.pointee.priv_class) else {
      return []
    }
    var names: [String] = []
    while let name = option.pointee.name {
      if option.pointee.type == AV_OPT_TYPE_CONST, option.pointee.unit.map({ String(cString: $0) }) == "transition" {
        names.append(String(cString: name))
      }
      option += 1
    }
    return names.filter { $0 != "custom" }
  }()
}
