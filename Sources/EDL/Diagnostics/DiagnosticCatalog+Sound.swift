extension DiagnosticCatalog {
  /// Buses and channels.
  static let soundEntries: [Entry] = [
    Entry(
      "bus.circle",
      "Every bus goes to another one, and in the end to main or to nothing, and it may give way to one (duck). Here the "
        + "way leads back to where it began.",
      wrong: "buses: {a: {to: b}, b: {to: a}}",
      right: "buses: {a: {to: b}, b: {to: main}}"),
    Entry(
      "bus.main",
      "The bus main is the last one: outputs take it. It cannot go to another bus.",
      wrong: "buses: {main: {to: music}, music: {}}",
      right: "buses: {main: {gain: -3dB}, music: {}}"),
    Entry(
      "bus.unknown",
      "A track, a bus or an output names a bus that is not under buses.",
      wrong: "buses: {music: {to: mian}}",
      right: "buses: {music: {to: main}}"),
    Entry(
      "clip.no-channel",
      "channels asks for a channel that the clip's sound does not have. Channels count from 1.",
      wrong: "{clip: a.mov, audio: {channels: 3}}",
      right: "{clip: a.mov, audio: {channels: 1}}"),
    Entry(
      "duck.time",
      "The attack, hold and release of duck are times from 0 to a minute.",
      wrong: "buses: {music: {duck: {under: voice, attack: -1s}}, voice: {}}",
      right: "buses: {music: {duck: {under: voice, attack: 20ms}}, voice: {}}"),
    Entry(
      "value.channels",
      "Channels are numbers from 1: one (1), one for each output channel ([2, 1]), or some with their levels "
        + "({1: 0dB, 3: -3dB}); or the name of the layout that they are in (5.1).",
      wrong: "{clip: a.mov, audio: {channels: 0}}",
      right: "{clip: a.mov, audio: {channels: 1}}"),
  ]
}
