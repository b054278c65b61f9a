internal import AV
internal import EDL
internal import MediaTime

/// Puts the facts of one video stream together.
struct PictureFacts {
  let path: String
  let demuxer: Demuxer
  let facts: StreamFacts
  let survey: PacketSurvey

  func info() throws(MediaError) -> VideoStreamInfo {
    let track = survey.tracks[facts.index] ?? PacketSurvey.Track()
    // Without presentation times pictures are as far apart as decoding times, if not where they are.
    let first =
      if track.lacksTimes, let earliest = track.times.min() { earliest } else { try survey.firstPicture(of: facts) }
    let runs = track.runs.map { run in run.filter { $0 >= first } }
    let rate = FrameRate(facts: facts, runs: runs, demuxer: demuxer, isWhole: survey.isWhole)
    let sample = try decodeIfNeeded()
    var size = PixelSize(width: facts.width, height: facts.height)
    if size.width <= 0 || size.height <= 0, let sample { size = sample.size }
    guard size.width > 0, size.height > 0 else {
      throw MediaError(reading: path, at: nil, "its picture has no size")
    }
    let orientation = facts.displayMatrix.map { Orientation.exif(displayMatrix: $0) } ?? 1
    let aspect = facts.sampleAspect ?? .one
    return VideoStreamInfo(
      codec: facts.codec, codedSize: size,
      displaySize: Orientation.displaySize(of: size, sampleAspect: aspect, orientation: orientation),
      sampleAspectRatio: aspect, orientation: orientation, frameRate: rate.rate, isVariableRate: rate.isVariable,
      duration: try duration(from: first, track: track, rate: rate),
      pixelFormat: sample?.pixelFormat.name ?? facts.pixelFormat?.name ?? "unknown",
      hasAlpha: (sample?.pixelFormat ?? facts.pixelFormat)?.hasAlpha ?? false,
      fieldOrder: fieldOrder(sample),
      color: ColorTags(
        space: facts.colorSpace, primaries: facts.colorPrimaries, transfer: Self.transfer(facts),
        range: facts.colorRange
      ))
  }

  /// The transfer by its tag, unless that is known to say little: FFmpeg and others write "linear"
  /// into every DPX file.
  static func transfer(_ facts: StreamFacts) -> String? {
    facts.codec == "dpx" && facts.colorTransfer == "linear" ? nil : facts.colorTransfer
  }

  /// From the first displayed picture to the end of the last one; exact on the grid of a constant rate.
  private func duration(from first: Int64, track: PacketSurvey.Track, rate: FrameRate) throws(MediaError) -> Time {
    do {
      if demuxer.lacksTimestamps {
        return try Time(frame: track.packetCount, at: rate.rate)
      }
      guard let end = track.end?.ticks, let last = track.times.max() else {
        throw MediaError(reading: path, at: nil, "it has no pictures")
      }
      let raw = try Rational(end - first, over: 1) * facts.timeBase
      let beforeLast = try Rational(max(0, last - first), over: 1) * facts.timeBase
      guard !rate.isVariable else {
        let frame = try Rational.one / rate.rate
        let told = try (raw - beforeLast) * Rational(4)
        return Time(seconds: track.endIsTold && told >= frame ? raw : try beforeLast + frame)
      }
      // A last frame that says nothing, or nonsense, about its length lasts as long as all others.
      let frames = max(try (raw * rate.rate).rounded, try (beforeLast * rate.rate).rounded + 1)
      let exact = try Rational(frames, over: 1) / rate.rate
      let distance = try exact - raw
      let limit = try facts.timeBase * Rational(2)
      let isRounding = max(distance, try -distance) <= limit
      return Time(seconds: isRounding || exact > raw || !track.endIsTold ? exact : raw)
    } catch let error as MediaError {
      throw error
    } catch {
      throw MediaError(overflow: path)
    }
  }

  /// What only a decoded picture tells.
  private struct Sample {
    let size: PixelSize
    let pixelFormat: PixelFormat
    let fieldOrder: VideoStreamInfo.FieldOrder
  }

  /// Decodes a picture where the container leaves a doubt: transparency in a second stream,
  /// interlacing, an unknown format.
  private func decodeIfNeeded() throws(MediaError) -> Sample? {
    let trusted: Set<String> = ["h264", "hevc", "vp8", "vp9", "av1", "mpeg4", "mjpeg", "prores", "png"]
    let isPlain = facts.fieldOrder == .progressive || (facts.fieldOrder == .unknown && trusted.contains(facts.codec))
    if isPlain, facts.pixelFormat != nil, !facts.hasAlphaMode, facts.width > 0 { return nil }
    let frame = try FirstPicture.decodedFrame(path: path, stream: facts.index)
    return Sample(
      size: PixelSize(width: frame.width, height: frame.height), pixelFormat: frame.pixelFormat,
      fieldOrder: frame.isInterlaced ? (frame.isTopFieldFirst ? .topFirst : .bottomFirst) : .progressive)
  }

  private func fieldOrder(_ sample: Sample?) -> VideoStreamInfo.FieldOrder {
    if let sample, sample.fieldOrder != .progressive { return sample.fieldOrder }
    return switch facts.fieldOrder {
    case .topFirst: .topFirst
    case .bottomFirst: .bottomFirst
    case .progressive, .unknown: .progressive
    }
  }
}
