import EDL
import Testing

@Suite struct ResolveBusTests {
  private func buses(_ text: String) -> String { video("- {clip: a.mov}", more: "buses: \(text)") }

  @Test func everyBusStandsAfterItsSources() throws {
    let outcome = try resolved(buses("{a: {to: b}, b: {channels: mono}, c: {to: none, gain: 50%}, main: {gain: -1dB}}"))
    let found = try #require(outcome.timeline?.buses)
    #expect(found.map(\.name) == ["a", "b", "c", "main"])
    #expect(found.map(\.to) == ["b", "main", nil, nil])
    // What goes to a mono bus is mono unless it says otherwise.
    #expect(found.map(\.layout) == ["mono", "mono", "stereo", "stereo"])
    #expect(found[2].mix.gain == Curve(Gain(factor: 0.5)))
    #expect(try resolved(video("- {clip: a.mov}")).timeline?.buses.map(\.name) == ["main"])
  }

  @Test func mistakesOfBuses() throws {
    try expectFindings(buses("{a: {to: ▸b}}"), "bus.unknown")
    try expectFindings(buses("{main: {to: ▸a}, a: {}}"), "bus.main")
    try expectFindings(buses("{a: {gain: ▸-6, pan: ▸2}}"), "value.gain", "value.number")
    try expectFindings(video("- {clip: a.mov, audio: {channels: ▸3}}"), "clip.no-channel")
    try expectFindings(video("- {clip: a.mov, audio: {channels: ▸0}}"), "value.channels")
    // A sum has the channels of its bus: of a track of two, of a mono bus one; also in a group, and in a circle.
    func track(_ fields: String, _ buses: String) -> String {
      buses.isEmpty
        ? video("- {clip: a.mov}").replacing("kind: video", with: "kind: video\n    \(fields)")
        : self.buses(buses).replacing("kind: video", with: "kind: video\n    \(fields)")
    }
    try expectFindings(track("audio: {channels: ▸5.1}", ""), "clip.no-channel")
    try expectFindings(track("audio: {channels: [1, 2]}", ""))
    try expectFindings(track("audio: {channels: ▸2}\n    bus: a", "{a: {channels: mono}}"), "clip.no-channel")
    try expectFindings(track("audio: {channels: 6}\n    bus: a", "{a: {to: b}, b: {channels: 5.1}}"))
    try expectFindings(video("- {group: [clip: a.mov], audio: {channels: ▸3}}"), "clip.no-channel")
    let circle = try TestProject(buses("{a: {to: b}, b: {to: a}}")).run()
    #expect(circle.findings.map(\.code) == ["bus.circle"])
    // b goes to a, and a to b.
    #expect(circle.findings.first?.message.contains("\"b\" → \"a\" → \"b\"") == true)
    let near = try TestProject(buses("{music: {}}").replacing("kind: video", with: "kind: video\n    bus: musik")).run()
    #expect(near.findings.map(\.code) == ["bus.unknown"])
    #expect(near.findings.first?.fixIts.map(\.replacement) == ["music"])
  }
}
