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
