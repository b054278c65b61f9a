internal import MediaTime

extension Resolver {
  /// How an output is encoded before its own `video` and `audio` change that.
  struct OutputProfile {
    var profile: Profile
    /// Whether the author asked for it by name; else it fills in for what is not described at all.
    var isWritten: Bool
  }

  /// The profile that an output names, or the one that its ending asks for; nil after a report.
  mutating func profile(of output: OutputDocument, path: String) -> OutputProfile? {
    guard let name = output.profile else {
      // `-o` of the command line means the only output; with several it needs a name that is not known here.
      let isOnly = document.outputs?.value.count == 1
      let path = isOnly ? options.outputPath ?? path : path
      return OutputProfile(profile: impliedProfile(ending: LocalFiles.ending(of: path)), isWritten: false)
    }
    return profile(named: name, within: []).map { OutputProfile(profile: $0, isWritten: true) }
  }

  /// Reports what is wrong with the project's own profiles, used or not.
  mutating func checkProfiles() {
    for own in document.profiles?.value ?? [] where !own.value.isFaulty {
      if Profile.builtIn.contains(where: { $0.name == own.name }) {
        diagnostics.append(
          Diagnostic(
            .error, code: "profile.built-in",
            "the profile \"\(own.name)\" is built in: call this one otherwise, and extend that one if it is near",
            at: own.nameRange))
      }
      if let base = own.value.base { _ = profile(named: base, within: [own.name]) }
    }
  }

  private mutating func profile(named name: Located<String>, within open: [String]) -> Profile? {
    if let known = Profile.builtIn.first(where: { $0.name == name.value }) { return adapted(known) }
    let own = document.profiles?.value ?? []
    guard let found = own.first(where: { $0.name == name.value }) else {
      let names = own.map(\.name) + Profile.builtIn.map(\.name)
      let close = closestMatch(to: name.value, in: names)
      diagnostics.append(
        Diagnostic(
          .error, code: "profile.unknown",
          "there is no profile \"\(name.value)\"" + (close.map { ": did you mean \"\($0)\"?" } ?? ""), at: name.range,
          notes: [.init("profiles are \(names.joined(separator: ", "))")],
          fixIts: close.map { [.init("write \"\($0)\"", replacing: name.range, with: $0)] } ?? []))
      return nil
    }
    guard !open.contains(name.value) else {
      diagnostics.append(
        Diagnostic(
          .error, code: "profile.recursion",
          "the profile \"\(name.value)\" extends itself, by way of \((open + [name.value]).joined(separator: ", "))",
          at: name.range))
      return nil
    }
    var base = Profile(
      name: name.value, summary: "", endings: [], video: Profile.Stream(), audio: Profile.Stream())
    if let written = found.value.base {
      guard let known = profile(named: written, within: open + [name.value]) else { return nil }
      base = known
    }
    return found.value.isFaulty ? nil : changed(base, by: found.value, name: name.value)
  }

  private func changed(_ base: Profile, by own: ProfileDocument, name: String) -> Profile {
    func stream(_ base: Profile.Stream?, _ setting: Located<StreamSetting>?) -> Profile.Stream? {
      switch setting?.value {
      case nil: base
      case .off?: nil
      case .encoder(let encoder)?: (base ?? Profile.Stream()).changed(by: encoder.stream)
      }
    }
    var profile = base
    profile.name = name
    profile.video = stream(base.video, own.video)
    profile.audio = stream(base.audio, own.audio)
    profile.largest = own.largest?.value ?? base.largest
    profile.fastest = own.fastest?.value ?? base.fastest
    return profile
  }

  /// A built-in profile as the canvas needs it.
  private func adapted(_ profile: Profile) -> Profile {
    var profile = profile
    // No player's hardware decodes H.264 of 10 bits, and every one that shows HDR decodes HEVC.
    if canvas.isHDR, profile.video?.codec == "h264" { profile.video?.codec = "hevc" }
    return profile
  }

  /// What the default output has.
  var defaultProfile: Profile { impliedProfile(ending: options.outputPath.map(LocalFiles.ending) ?? "mp4") }

  /// What a file gets that describes nothing itself.
  private func impliedProfile(ending: String) -> Profile {
    let name: String? =
      switch ending {
      case "mp4", "m4v", "mov", "mkv", "m3u8", "mpd": "web"
      case "webm": "vp9"
      case "gif", "webp": ending
      default: nil
      }
    if let name, var profile = Profile.builtIn.first(where: { $0.name == name }) {
      // Nobody asked for a smaller picture.
      (profile.largest, profile.fastest) = (nil, nil)
      return adapted(profile)
    }
    let isForSoundAlone = [
      "aac", "ac3", "aif", "aiff", "caf", "flac", "m4a", "mka", "mp2", "mp3", "oga", "ogg", "opus", "wav", "w64",
    ].contains(ending)
    return Profile(
      name: "", summary: "", endings: [], video: isForSoundAlone ? nil : Profile.Stream(), audio: Profile.Stream())
  }

  // MARK: An output's streams

  /// The picture that an output holds; nil for none.
  func video(of output: OutputDocument, _ base: OutputProfile, _ root: ResolvedSequence) -> VideoOutput? {
    switch output.video?.value {
    case .off?: nil
    case .encoder(let encoder)?:
      video(
        (base.isWritten ? base.profile.video?.placed(at: place(output)) : nil).changed(by: encoder.stream),
        at: encoder.codec?.range ?? encoder.range)
    case nil: root.hasPicture ? video(base.profile.video, at: place(output)) : nil
    }
  }

  /// The streams of sound that an output holds.
  mutating func audio(of output: OutputDocument, _ base: OutputProfile, _ root: ResolvedSequence) -> [AudioOutput] {
    guard let written = output.audio else {
      guard root.hasSound, let stream = base.profile.audio else { return [] }
      return [audio(stream, at: place(output))]
    }
    let chosen = written.value.filter { $0.isDefault?.value == true }
    if let second = chosen.dropFirst().first?.isDefault {
      diagnostics.append(
        Diagnostic(
          .error, code: "output.default-streams",
          "\(chosen.count) streams say \"default: true\", and a player chooses one: keep one", at: second.range))
    }
    let profile = base.isWritten ? base.profile.audio?.placed(at: place(output)) : nil
    return written.value.enumerated().map { index, encoder in
      let stream = profile.changed(by: encoder.stream)
      checkBus(encoder.bus)
      for names in [encoder.solo, encoder.without].compactMap(\.self) {
        for name in names.value { checkBus(Located(name, at: names.range)) }
      }
      return AudioOutput(
        bus: encoder.bus?.value ?? Bus.main, solo: encoder.solo?.value ?? [], without: encoder.without?.value ?? [],
        codec: stream.codec, channels: encoder.channels?.value,
        sampleRate: encoder.sampleRate?.value, width: encoder.width?.value,
        dither: encoder.dither?.value ?? .triangular,
        isDefault: encoder.isDefault?.value ?? (chosen.isEmpty && index == 0), language: encoder.language?.value,
        title: encoder.title?.value, options: stream.options, origin: encoder.codec?.range ?? encoder.range)
    }
  }

  /// A picture stream encoded in a profile's way.
  func video(_ stream: Profile.Stream?, at range: SourceRange) -> VideoOutput? {
    guard let stream = stream?.placed(at: range) else { return nil }
    return VideoOutput(
      codec: stream.codec, pixelFormat: stream.pixelFormat, options: stream.options, isTwoPass: stream.isTwoPass,
      origin: range)
  }

  /// A stream of sound encoded in a profile's way.
  func audio(_ stream: Profile.Stream, at range: SourceRange) -> AudioOutput {
    let stream = stream.placed(at: range)
    return AudioOutput(codec: stream.codec, isDefault: true, options: stream.options, origin: range)
  }

  /// The size and speed of an output where they are not the canvas's.
  mutating func framing(of output: OutputDocument, _ base: OutputProfile) -> Framing? {
    let (profile, canvas) = (base.profile, canvas)
    guard
      let rate = exactly(at: place(output), { _ throws(TimeOverflow) in try profile.rate(of: canvas.frameRate) })
    else { return nil }
    let framing = Framing(
      size: output.size?.value ?? profile.size(of: canvas.size), fit: output.fit?.value ?? .contain,
      frameRate: output.frameRate?.value ?? rate)
    return framing.size == canvas.size && framing.frameRate == canvas.frameRate ? nil : framing
  }

  /// Where to point at for what the profile says.
  private func place(_ output: OutputDocument) -> SourceRange { output.profile?.range ?? output.range }
}

extension Profile.Stream? {
  fileprivate func changed(by other: Profile.Stream) -> Profile.Stream {
    (self ?? Profile.Stream()).changed(by: other)
  }
}

extension EncoderDocument {
  /// What is written, as a way to encode.
  var stream: Profile.Stream {
    Profile.Stream(
      codec: codec?.value, pixelFormat: pixelFormat?.value, options: options, isTwoPass: isTwoPass?.value ?? false)
  }
}
