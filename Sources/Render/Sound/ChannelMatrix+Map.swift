internal import AV
internal import EDL

extension ChannelMatrix {
  /// The matrix from a source's layout to another one, by the author's map where there is one.
  init(from source: String, to target: String, _ map: ChannelMap?) throws(AVError) {
    let channels = try AV.channelCount(ofLayout: source)
    switch map {
    case nil: try self.init(from: source, to: target)
    case .layout(let name):
      guard try AV.channelCount(ofLayout: name) == channels else {
        throw AVError(code: 0, operation: "channels", detail: "\(name) is not \(channels) channels")
      }
      try self.init(from: name, to: target)
    case .mono(let taps):
      self = try ChannelMatrix(from: "mono", to: target).after(Self.rows([taps], of: channels))
    case .list(let list):
      let rows = Self.rows(list, of: channels)
      let isWhole = try list.count == AV.channelCount(ofLayout: target)
      self = isWhole ? rows : try ChannelMatrix(from: "\(list.count)c", to: target).after(rows)
    }
  }

  /// The same with what goes to the centre of a layout on its left and on its right as well.
  func spread(in layout: String) throws(AVError) -> ChannelMatrix {
    let names = try channelNames(ofLayout: layout)
    guard let center = names.firstIndex(of: "FC") else { return self }
    let rows = weights.enumerated().map { row, weights in
      (names[row] == "FL" || names[row] == "FR" ? self.weights[center] : weights).enumerated().map {
        (channel: $0.offset, level: Double($0.element))
      }
    }
    return ChannelMatrix(rows: rows, inputChannels: inputChannels)
  }

  private static func rows(_ list: [[ChannelMap.Tap]], of channels: Int) -> ChannelMatrix {
    ChannelMatrix(rows: list.map { taps in taps.map { ($0.channel, $0.level) } }, inputChannels: channels)
  }
}
