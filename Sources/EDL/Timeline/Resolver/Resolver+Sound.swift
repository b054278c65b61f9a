internal import MediaTime

extension Resolver {
  /// The sound fields as written, wherever they stand; nil for `audio: off`.
  func soundSetting(_ prepared: PreparedItem) -> SoundDocument? {
    guard prepared.kind == .video else { return prepared.document.ownSound }
    guard let audio = prepared.document.audio else { return SoundDocument(at: prepared.document.range) }
    guard case .fields(let fields) = audio.value else { return nil }
    return fields
  }

  /// Sets the sound of an item; false after a report.
  mutating func setSound(_ prepared: inout PreparedItem, sounds: Bool, name: String) -> Bool {
    guard let setting = soundSetting(prepared) else { return true }
    guard !setting.isFaulty else { return false }
    guard sounds else {
      if let range = setting.written {
        let reason = prepared.document.freeze == nil ? "\"\(name)\" has no sound" : "a frozen frame has no sound"
        diagnostics.append(
          Diagnostic(
            .warning, code: "clip.no-sound", "\(reason), so the sound fields do nothing: remove them", at: range))
      }
      return true
    }
    if let first = prepared.document.streams?.value.audio, let second = setting.stream, first.value != second.value {
      diagnostics.append(
        Diagnostic(
          .error, code: "clip.no-stream",
          "\"stream\" chooses audio stream \(first.value) and \"audio\" chooses \(second.value): remove one",
          at: second.range, notes: [.init("the other one is here", at: first.range)]))
      return false
    }
    prepared.sound = setting
    return true
  }

  /// The sound of an item whose length is known; nil when it is silent, or after a report.
  ///
  /// `fade` is that of the item's picture, which its sound follows where it has none of its own.
  mutating func soundFields(of prepared: PreparedItem, length: Time, fade: Fade?) -> SoundFields? {
    guard let setting = prepared.sound else { return nil }
    checkChannels(setting.mix.channels, of: prepared)
    var fields = SoundFields(mix: mix(setting.mix, length: length), pitch: setting.pitch?.value ?? .preserve)
    fields.fadeIn = self.fade(setting.fadeIn, of: prepared, length: length) ?? time(ofFrames: fade?.fadeIn)
    fields.fadeOut = self.fade(setting.fadeOut, of: prepared, length: length) ?? time(ofFrames: fade?.fadeOut)
    fields.fadeCurve = setting.fadeCurve?.value ?? .linear
    fields.declick = self.fade(setting.declick, of: prepared, length: length) ?? .zero
    if let delay = setting.delay {
      fields.delay = delay.value.evaluate(in: context(length: length), diagnostics: &diagnostics) ?? .zero
    }
    return fields
  }

  /// The fields that items, tracks and buses share, over a length.
  mutating func mix(_ written: MixDocument, length: Time) -> Mix {
    Mix(
      gain: curve(written.gain, length: length, default: .unit),
      pan: written.pan.flatMap { curve($0, length: length) { $0 } }, isMuted: written.isMuted?.value ?? false,
      channels: written.channels?.value, effects: effects(written.effects?.value, length: length))
  }

  /// Reports a channel that the source of an item does not have; what is put together of several
  /// items has those of its bus.
  private mutating func checkChannels(_ channels: Located<ChannelMap>?, of prepared: PreparedItem) {
    guard case .media(let position, _, let stream) = prepared.content else {
      return checkChannels(channels, of: "\"\(prepared.label)\"", onBus: nil)
    }
    guard let stream, media[position].info.audio.indices.contains(stream) else { return }
    let info = media[position].info.audio[stream]
    checkChannels(channels, of: "\"\(prepared.label)\"", count: info.channels, info.layout)
  }

  /// Reports a channel that a sum does not have: it has those of its bus, or of all buses where they are alike.
  mutating func checkChannels(_ channels: Located<ChannelMap>?, of what: String, onBus bus: String?) {
    guard channels != nil, let layout = layout(ofBus: bus), let count = Self.channelCounts[layout] else { return }
    checkChannels(channels, of: what, count: count, layout)
  }

  private mutating func checkChannels(
    _ channels: Located<ChannelMap>?, of what: String, count: Int, _ layout: String
  ) {
    guard let channels else { return }
    if let missing = channels.value.taps.map(\.channel).first(where: { $0 >= count }) {
      diagnostics.append(
        Diagnostic(
          .error, code: "clip.no-channel",
          "\(what) has no channel \(missing + 1): its sound has \(count) (\(layout))", at: channels.range))
    }
    if case .layout(let name) = channels.value, let named = Self.channelCounts[name], named != count {
      diagnostics.append(
        Diagnostic(
          .error, code: "clip.no-channel",
          "\"\(name)\" is \(named) channels, and the sound of \(what) has \(count) (\(layout))", at: channels.range))
    }
  }

  /// The channels of the layouts that a project may name.
  static let channelCounts = [
    "mono": 1, "stereo": 2, "2.1": 3, "3.0": 3, "4.0": 4, "quad": 4, "5.0": 5, "5.1": 6, "5.1(side)": 6, "6.1": 7,
    "7.1": 8,
  ]

  private func time(ofFrames frames: Int?) -> Time {
    guard let frames else { return .zero }
    return (try? Time(frame: frames, at: canvas.frameRate)) ?? .zero
  }

  /// A fade in frames; nil where none is written.
  mutating func fade(
    _ written: Located<TimeExpression>?, of prepared: PreparedItem, length: Time, frames: Int
  ) -> Int? {
    guard let written, let time = fade(written, of: prepared, length: length) else { return nil }
    let rate = canvas.frameRate
    let rounded = exactly(at: written.range) { _ throws(TimeOverflow) in try time.frames(at: rate) } ?? 0
    // A fade that was asked for is never rounded away.
    return min(max(rounded, time > .zero ? 1 : 0), frames)
  }

  /// A fade as it is written; nil where none is.
  private mutating func fade(
    _ written: Located<TimeExpression>?, of prepared: PreparedItem, length: Time
  ) -> Time? {
    guard let written else { return nil }
    guard let time = written.value.evaluate(in: context(length: length), diagnostics: &diagnostics) else {
      return .zero
    }
    guard time >= .zero, time <= length else {
      let reason = time < .zero ? "it is below 0" : "\"\(prepared.label)\" lasts only \(length)"
      diagnostics.append(
        Diagnostic(
          .error, code: "fade.too-long", "a fade of \"\(written.value.text)\" does not fit: \(reason)",
          at: written.range))
      return .zero
    }
    return time
  }
}
