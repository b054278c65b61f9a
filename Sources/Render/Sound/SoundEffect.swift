internal import AV
internal import EDL
internal import MediaTime

/// A filter, or a graph of them, that samples go through: all that a mixer must know of it.
package struct SoundEffect: Hashable, Sendable {
  /// An option that changes while the filter runs.
  package struct Tuned: Hashable, Sendable {
    /// The filter's name in the graph.
    package var instance: String
    /// Every option that gets the value.
    package var names: [String]
    package var isWhole: Bool
    package var curve: SampleCurve<Double>
  }

  /// libavfilter's text from `[in0]` to `[out]`, with the first value of what changes.
  package var text: String
  package var tuned: [Tuned]
  /// The samples by which its result is late; it is taken as many later.
  package var latency: Int
  /// The filters that run.
  package var filters: [String]
  /// The files that they read, by absolute paths; the text has them too.
  package var files: [String]
}

/// What samples go through from the first one of a stretch to its last.
///
/// It is heard as if silence were around the stretch; what rings on after it is cut.
package struct SoundChain: Hashable, Sendable {
  package var effects: [SoundEffect]
  /// The programme's samples of the whole stretch: of a play, or of the programme.
  package var range: Range<Int>
}

extension SoundEffect {
  /// A prepared effect, whose keyframes `sample` brings to the programme's samples.
  init(_ effect: Effect, sample: (Time) throws(TimeOverflow) -> Int) throws(TimeOverflow) {
    let written = EffectText(effect, index: 0)
    text = written.closed
    latency = effect.latency
    filters = FilterFiles.filters([effect])
    files = FilterFiles.paths([effect])
    tuned = []
    guard case .filter(_, let options) = effect.action else { return }
    for option in written.tuned {
      guard case .number(let curve) = options[option.index].value else { continue }
      tuned.append(
        Tuned(
          instance: option.instance, names: option.names, isWhole: option.isWhole,
          curve: try SampleCurve(curve) { key throws(TimeOverflow) in try sample(key.time) }))
    }
  }

  /// Effects of a mix over a stretch; nil where there are none.
  static func chain(
    _ effects: [Effect], over range: Range<Int>, sample: (Time) throws(TimeOverflow) -> Int
  ) throws(TimeOverflow) -> SoundChain? {
    guard !effects.isEmpty else { return nil }
    var chain = SoundChain(effects: [], range: range)
    for effect in effects { chain.effects.append(try SoundEffect(effect, sample: sample)) }
    return chain
  }

  /// One line for people.
  var words: String {
    let values = tuned.flatMap(\.names).map { "\($0) keyframed" }
    let late = latency == 0 ? [] : ["\(latency) samples of delay made up for"]
    let notes = (values + late).joined(separator: ", ")
    let body = text.hasPrefix("[in0]") && text.hasSuffix("[out]") ? String(text.dropFirst(5).dropLast(5)) : text
    return body.replacing("@e0", with: "") + (notes.isEmpty ? "" : " (\(notes))")
  }

  /// The samples at which a running filter is told new values, within a range.
  ///
  /// Every keyframe at its own sample, and while a value moves every 64 from there on.
  func changes(after position: Int, before end: Int) -> Int {
    tuned.reduce(end) { min($0, $1.curve.nextChange(after: position, every: 64)) }
  }
}

extension SoundChain {
  /// The same stretch elsewhere on the programme.
  func moved(by distance: Int) -> SoundChain {
    var chain = self
    chain.range = range.lowerBound + distance..<range.upperBound + distance
    for effect in effects.indices {
      for index in effects[effect].tuned.indices {
        chain.effects[effect].tuned[index].curve = effects[effect].tuned[index].curve.moved(by: distance)
      }
    }
    return chain
  }
}
