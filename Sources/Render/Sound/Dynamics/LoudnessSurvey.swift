internal import AV
internal import EDL

/// Works out the gains that `loudness` of buses asks for: the first of two passes.
///
/// Each such bus is mixed over the whole programme and measured by BS.1770, those that go to it before
/// it. It gets one gain, the same for every sample. Only where that would take the wave above the
/// peak does a limiter follow; what the limiter takes away is then made up for, by measuring what it
/// gives. A silent bus is left alone.
enum LoudnessSurvey {
  /// How near the target is near enough, in LU.
  private static let tolerance = 0.05
  /// Each pass behind a limiter comes nearer by a multiple; more than these change nothing that can be heard.
  private static let mostPasses = 4

  /// The plan with gains in place of targets, and what was found out of each bus; unchanged where
  /// there are none. `memory` knows what an earlier run found.
  static func complete(
    _ plan: SoundPlan, media: [Media], memory: RenderCache? = nil, checkGoingOn: () throws -> Void
  ) throws -> (plan: SoundPlan, changes: [LoudnessChange]) {
    var plan = plan
    var changes: [LoudnessChange] = []
    for index in plan.nodes.indices {
      guard let target = plan.nodes[index].loudness else { continue }
      plan.nodes[index].loudness = nil
      var change: LoudnessChange
      if let known = memory?.note(.loudness(index)).flatMap(LoudnessChange.init) {
        change = known
      } else {
        change = try survey(index, target, of: plan, media, checkGoingOn)
        memory?.keep(.loudness(index), note: change.text)
      }
      plan.nodes[index].apply(change, target)
      change.bus = plan.nodes[index].name
      changes.append(change)
    }
    return (plan, changes)
  }

  /// What a bus needs to come to its target.
  private static func survey(
    _ index: Int, _ target: LoudnessTarget, of plan: SoundPlan, _ media: [Media], _ checkGoingOn: () throws -> Void
  ) throws -> LoudnessChange {
    let reading = try measure(index, of: plan, media, checkGoingOn)
    guard let integrated = reading.integrated else { return LoudnessChange() }
    var change = LoudnessChange(measured: integrated, gain: target.integrated - integrated)
    let peak = Gain(decibels: target.peak).amplitude
    change.isLimited = reading.truePeak * Gain(decibels: change.gain).amplitude > peak
    guard change.isLimited else { return change }
    var plan = plan
    for _ in 0..<mostPasses {
      plan.nodes[index].apply(change, target)
      guard let limited = try measure(index, of: plan, media, checkGoingOn).integrated,
        abs(target.integrated - limited) > tolerance
      else { break }
      change.gain += target.integrated - limited
    }
    return change
  }

  private static func measure(
    _ node: Int, of plan: SoundPlan, _ media: [Media], _ checkGoingOn: () throws -> Void
  ) throws -> LoudnessReading {
    let mixer = try Mixer(plan.whole(from: node), media: media)
    let meter = try LoudnessMeter(sampleRate: plan.sampleRate, layout: plan.nodes[node].layout)
    while true {
      try checkGoingOn()
      let count = try mixer.next(MixNode.blockLength) { _, samples in
        meter.add(samples, count: samples.first?.count ?? 0)
      }
      guard count > 0 else { return meter.finish() }
    }
  }
}
