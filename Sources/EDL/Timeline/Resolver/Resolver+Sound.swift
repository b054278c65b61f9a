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
  mutating func soundFields(of prepared: PreparedItem, length: Time, frames: Int, fade: Fade?) -> SoundFields? {
    guard let setting = prepared.sound else { return nil }
    let fadeIn = self.fade(setting.fadeIn, of: prepared, length: length, frames: frames) ?? fade?.fadeIn ?? 0
    let fadeOut = self.fade(setting.fadeOut, of: prepared, length: length, frames: frames) ?? fade?.fadeOut ?? 0
    return SoundFields(
      gain: setting.gain?.value ?? .zero, isMuted: setting.isMuted?.value ?? false, fadeIn: fadeIn, fadeOut: fadeOut,
      pitch: setting.pitch?.value ?? .preserve)
  }

  /// A fade in frames; nil where none is written.
  mutating func fade(
    _ written: Located<TimeExpression>?, of prepared: PreparedItem, length: Time, frames: Int
  ) -> Int? {
    guard let written else { return nil }
    guard let time = written.value.evaluate(in: context(length: length), diagnostics: &diagnostics) else { return 0 }
    guard time >= .zero, time <= length else {
      let reason = time < .zero ? "it is below 0" : "\"\(prepared.label)\" lasts only \(length)"
      diagnostics.append(
        Diagnostic(
          .error, code: "fade.too-long", "a fade of \"\(written.value.text)\" does not fit: \(reason)",
          at: written.range))
      return 0
    }
    let rate = canvas.frameRate
    let rounded = exactly(at: written.range) { _ throws(TimeOverflow) in try time.frames(at: rate) } ?? 0
    // A fade that was asked for is never rounded away.
    return min(max(rounded, time > .zero ? 1 : 0), frames)
  }
}
