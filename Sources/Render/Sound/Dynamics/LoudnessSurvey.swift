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

  /// The plan with gains in place of targets; unchanged where there are none.
  static func complete(
    _ plan: SoundPlan, media: [Media], checkGoingOn: () throws -> Void
  ) throws -> SoundPlan {
    var plan = plan
    for index in plan.nodes.indices {
      guard let target = plan.nodes[index].loudness else { continue }
      plan.nodes[index].loudness = nil
      let reading = try measure(index, of: plan, media, checkGoingOn)
      guard let integrated = reading.integrated else { continue }
      plan.nodes[index].makeUp = Gain(decibels: target.integrated - integrated).amplitude
      let peak = Gain(decibels: target.peak).amplitude
      guard reading.truePeak * plan.nodes[index].makeUp > peak else { continue }
      plan.nodes[index].ceiling = min(plan.nodes[index].ceiling ?? peak, peak)
      for _ in 0..<mostPasses {
        guard let limited = try measure(index, of: plan, media, checkGoingOn).integrated,
          abs(target.integrated - limited) > tolerance
        else { break }
        plan.nodes[index].makeUp *= Gain(decibels: target.integrated - limited).amplitude
      }
    }
    return plan
  }

  private static func measure(
    _ node: Int, of plan: SoundPlan, _ media: [Media], _ checkGoingOn: () throws -> Void
  ) throws -> LoudnessReading {
    var heard = plan.heard(from: node)
    (heard.samples, heard.begin) = (plan.programme, plan.programme.lowerBound)
    let mixer = try Mixer(heard, media: media)
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
