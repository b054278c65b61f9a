internal import CFFmpeg

/// A channel layout of libavutil. Move-only, since a custom one owns memory.
struct ChannelLayout: ~Copyable {
  var raw = AVChannelLayout()

  /// The layout of that name; one without a speaker for each channel gets the usual ones.
  init(named name: String) throws(AVError) {
    try check("av_channel_layout_from_string(\(name))", av_channel_layout_from_string(&raw, name))
    if raw.order == AV_CHANNEL_ORDER_UNSPEC { av_channel_layout_default(&raw, raw.nb_channels) }
  }

  deinit {
    var copy = raw
    av_channel_layout_uninit(&copy)
  }

  var channelCount: Int { Int(raw.nb_channels) }

  /// Fills a frame's or a codec's layout.
  borrowing func copy(to target: inout AVChannelLayout) throws(AVError) {
    var copy = raw
    try check("av_channel_layout_copy", av_channel_layout_copy(&target, &copy))
  }

  mutating func isSame(as other: inout ChannelLayout) -> Bool {
    av_channel_layout_compare(&raw, &other.raw) == 0
  }
}

/// The number of channels of a layout by libavutil's name.
package func channelCount(ofLayout name: String) throws(AVError) -> Int { try ChannelLayout(named: name).channelCount }

/// libavutil's names of a layout's channels: `FL`, `LFE` …; empty for one that has none.
package func channelNames(ofLayout name: String) throws(AVError) -> [String] {
  var layout = try ChannelLayout(named: name)
  return (0..<layout.channelCount).map { index in
    var text = [CChar](repeating: 0, count: 16)
    let channel = av_channel_layout_channel_from_index(&layout.raw, UInt32(index))
    guard av_channel_name(&text, text.count, channel) > 0 else { return "" }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// The side that each channel of a layout is on: -1 left, 1 right, 0 neither.
package func channelSides(ofLayout name: String) throws(AVError) -> [Int] {
  try channelNames(ofLayout: name).map { name in
    // FL, BL, SL, FLC, TFL … and the same with R.
    let end = name.hasSuffix("C") ? name.dropLast() : name[...]
    return end.hasSuffix("L") ? -1 : end.hasSuffix("R") ? 1 : 0
  }
}
