internal import MediaTime

/// What an output says of itself.
extension Resolver {
  /// The picture that stands for an output; nil where none is asked for, or after a report.
  mutating func cover(of output: OutputDocument) -> CoverArt? {
    guard let written = output.cover else { return nil }
    let path = sources.path(written.value, writtenAt: written.range)
    guard isReadable(path, written, as: "a JPEG or PNG") else { return nil }
    return CoverArt(path: path, origin: written.range)
  }

  /// The orientation of the first clip that shows; nil where there is none.
  func orientationAsShot(_ sequence: Sequence) -> Int? {
    for item in sequence.tracks.lazy.filter({ $0.kind == .video }).flatMap(\.items) {
      switch item.content {
      case .clip(let index, let stream?, _):
        return item.picture.orientation ?? media[index].info.video[stream].orientation
      case .sequence(let inner): if let found = orientationAsShot(inner) { return found }
      case .clip, .solid, .drawing, .generator, .subtitles, .adjustment: continue
      }
    }
    return nil
  }

  /// The timecode of an output's first picture, counted at the output's own rate.
  mutating func timecode(of output: OutputDocument, _ framing: Framing?) -> StartTimecode? {
    guard let written = output.timecode else { return nil }
    let rate = framing?.frameRate ?? canvas.frameRate
    guard let timecode = Timecode(written.value), timecode.hours < 24 else {
      diagnostics.append(
        Diagnostic(
          .error, code: "value.timecode",
          "\"\(written.value)\" is no timecode: write hh:mm:ss:ff, or hh:mm:ss;ff for drop-frame, below 24 hours",
          at: written.range))
      return nil
    }
    do throws(TimecodeError) {
      _ = try timecode.frameNumber(at: rate)
    } catch {
      diagnostics.append(TimeEvaluationError(error, of: timecode, at: rate).diagnostic(at: written.range))
      return nil
    }
    return StartTimecode(text: timecode.description, origin: written.range)
  }
}
