internal import AV
internal import EDL
internal import MediaTime

extension PacketSurvey {
  /// The container's time of the source's zero, in seconds.
  func zero() throws(MediaError) -> Rational {
    if let picture = demuxer.pictureStreams.first {
      return try seconds(firstPicture(of: picture), picture.timeBase)
    }
    guard let sound = demuxer.soundStreams.first, let start = tracks[sound.index]?.sound.origin else { return .zero }
    return try soundStart(sound, start)
  }

  /// The timestamp of the first displayed picture of a stream, in ticks.
  func firstPicture(of facts: StreamFacts) throws(MediaError) -> Int64 {
    if demuxer.lacksTimestamps { return 0 }
    if let proven = tracks[facts.index]?.first.provenTicks { return proven }
    return try FirstPicture.firstDecoded(path: path, stream: facts.index)
  }

  /// The facts of a stream of sound.
  func sound(_ facts: StreamFacts, zero: Rational) throws(MediaError) -> AudioStreamInfo {
    guard let track = tracks[facts.index], let first = track.sound.origin, let end = track.end else {
      throw MediaError(
        code: "media.unreadable", path: path,
        message: "\"\(path)\" has a sound stream (\(facts.codec)) without any sound in it")
    }
    do {
      let begin = try soundStart(facts, first)
      let padding = try Rational(Int64(end.padding), over: Int64(facts.sampleRate))
      let stop = try soundEnd(facts, seconds(end.ticks, facts.timeBase) - padding, from: begin)
      guard stop > begin else { throw silent(facts) }
      var start = try begin - zero
      // Where the container rounds, a start within a tick of the zero is the zero.
      let sample = try Rational(1, over: Int64(facts.sampleRate))
      if facts.timeBase > sample, max(start, try -start) <= facts.timeBase { start = .zero }
      return AudioStreamInfo(
        codec: facts.codec, sampleRate: facts.sampleRate, channels: facts.channels, layout: facts.layout,
        start: Time(seconds: start), duration: Time(seconds: try stop - begin))
    } catch let error as MediaError {
      throw error
    } catch {
      throw MediaError(overflow: path)
    }
  }

  private func silent(_ facts: StreamFacts) -> MediaError {
    MediaError(
      code: "media.unreadable", path: path,
      message: "\"\(path)\" has a sound stream (\(facts.codec)) without any sound in it")
  }

  private func soundStart(_ facts: StreamFacts, _ start: (ticks: Int64, skipped: Int)) throws(MediaError) -> Rational {
    let first = try seconds(start.ticks, facts.timeBase)
    guard let result = try? first + Rational(Int64(start.skipped), over: Int64(facts.sampleRate)) else {
      throw MediaError(overflow: path)
    }
    return result
  }

  /// An edit list ends in the middle of the last packet: where the header's length falls into that
  /// packet it tells the exact end.
  private func soundEnd(_ facts: StreamFacts, _ end: Rational, from begin: Rational) throws -> Rational {
    guard demuxer.formatName.hasPrefix("mov"), let ticks = facts.duration, facts.frameSize > 1 else { return end }
    let told = try begin + Rational(ticks, over: 1) * facts.timeBase
    let lastPacket = try end - Rational(Int64(facts.frameSize), over: Int64(facts.sampleRate))
    return told < end && told > lastPacket ? told : end
  }

  func seconds(_ ticks: Int64, _ timeBase: Rational) throws(MediaError) -> Rational {
    guard let result = try? Rational(ticks, over: 1) * timeBase else { throw MediaError(overflow: path) }
    return result
  }
}
