internal import AV
internal import EDL

/// Measures by how many samples a filter is late for its own reasons.
///
/// A delay that is the filter's purpose (`adelay`, `aecho`, `haas`) stays. Which filters are late
/// without telling was measured with a burst of noise through all that libavfilter 8 has; by how much
/// follows from their options and the rate, so each is measured as it will run.
enum LatencyProbe {
  /// Filters that window, look ahead or convolve, and whose result stands later than what went in.
  private static let late: Set<String> = [
    "afftdn", "afftfilt", "alimiter", "anlmdn", "apsyclip", "arnndn", "dialoguenhance", "firequalizer",
    "superequalizer", "surround",
  ]

  /// The delay of a prepared effect; 0 for a graph with branches, whose ways may differ.
  static func latency(of effect: Effect, sampleRate: Int, layout: String) -> Int {
    switch effect.action {
    case .filter(let name, _):
      return late.contains(name) ? measure(EffectText(effect, index: 0).closed, sampleRate, layout) : 0
    case .graph(let text):
      guard let chains = try? FilterText.parse(text), chains.count == 1 else { return 0 }
      return chains[0].filter { late.contains($0.name) }.reduce(0) { sum, call in
        var call = call
        (call.inputs, call.outputs) = (["in0"], ["out"])
        return sum + measure(call.text, sampleRate, layout)
      }
    }
  }

  /// Where clicks of either sign at uneven distances come out, as one shift of all of them.
  private static func measure(_ text: String, _ sampleRate: Int, _ layout: String) -> Int {
    guard let channels = try? channelCount(ofLayout: layout),
      let response = try? response(text, sampleRate, layout, channels)
    else { return 0 }
    var best = (lag: 0, power: 0.0)
    for lag in 0..<max(0, response[0].count - lead - clicks.length) {
      let power = response.reduce(0.0) { sum, channel in
        let match = clicks.places.reduce(0.0) { $0 + $1.sign * Double(channel[lead + $1.place + lag]) }
        return sum + match * match
      }
      if power > best.power * 1.000001 { best = (lag, power) }
    }
    return best.lag
  }

  /// Silence before the clicks, in which windows fill.
  private static let lead = 16384
  /// The silence after them: the longest delay that is found.
  private static let tail = 1 << 17
  private static let clicks: (places: [(place: Int, sign: Double)], length: Int) = {
    var (places, state, place) = ([(place: Int, sign: Double)](), UInt64(1), 0)
    for _ in 0..<24 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      place += 40 + Int(state >> 57)
      places.append((place, state >> 40 & 1 == 0 ? 1 : -1))
    }
    return (places, place + 1)
  }()

  private static func response(
    _ text: String, _ sampleRate: Int, _ layout: String, _ channels: Int
  ) throws -> [[Float]] {
    let graph = try FilterGraph.forSound(text, sampleRate: sampleRate, layout: layout)
    let maker = SampleFrameMaker(format: .planarFloat, sampleRate: sampleRate, layout: layout)
    let buffer = SampleBuffer(channels: channels, capacity: 1024)
    var response = [[Float]](repeating: [], count: channels)
    func drain() throws {
      while case .ready(let frame) = try graph.pull() {
        let count = frame.sampleCount
        let samples = SampleBuffer(channels: channels, capacity: count)
        frame.copySamples(0..<count, into: samples.planes, at: 0)
        for channel in 0..<channels { response[channel] += samples.planes[channel][..<count] }
      }
    }
    for start in stride(from: 0, to: lead + tail, by: buffer.capacity) {
      buffer.planes.clear(buffer.capacity)
      for click in clicks.places {
        let index = lead + click.place - start
        guard (0..<buffer.capacity).contains(index) else { continue }
        for plane in buffer.planes { plane[index] = Float(click.sign) / 2 }
      }
      try graph.push(try maker.frame(of: buffer.planes, count: buffer.capacity, pts: Int64(start)))
      try drain()
    }
    return response
  }
}
