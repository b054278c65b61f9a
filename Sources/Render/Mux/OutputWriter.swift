internal import AV
internal import EDL
internal import Foundation
internal import MediaTime

/// Writes an output beside its final name and puts it there by one atomic rename when complete.
struct OutputWriter {
  let plan: OutputPlan
  /// What the frames of the plan count by.
  let canvasRate: Rational
  let origin: SourceRange

  /// The name while it is being written: hidden, in the same folder so that the rename is atomic.
  private var partPath: String {
    let url = URL(fileURLWithPath: plan.path)
    return url.deletingLastPathComponent().appendingPathComponent(".\(url.lastPathComponent).part").path
  }

  /// Muxes the streams in order of decoding time.
  ///
  /// `parameters` and `feeds` have one entry a stream: the picture, sound, subtitles. `verify` looks at the
  /// complete file before it gets its name.
  func write(
    parameters: [StreamParameters], feeds: [PacketFeed], verify: (_ path: String) throws(RenderError) -> Void
  ) throws(RenderError) {
    do throws(RenderError) {
      try mux(parameters: parameters, feeds: feeds)
      try verify(partPath)
      guard rename(partPath, plan.path) == 0 else { throw failure(AVError(code: -errno, operation: "rename")) }
    } catch {
      unlink(partPath)
      throw error
    }
  }

  private func mux(parameters: [StreamParameters], feeds: [PacketFeed]) throws(RenderError) {
    let muxer: Muxer
    do throws(AVError) {
      muxer = try Muxer(path: partPath, format: plan.container.name)
      for (stream, label) in zip(parameters, plan.streamLabels) {
        try muxer.addStream(
          stream, language: label.language, title: label.title, isDefault: label.isDefault, isForced: label.isForced)
      }
      try plan.labels.add(to: muxer, rate: canvasRate)
      try muxer.start(options: plan.muxerOptions)
    } catch {
      throw failure(error)
    }
    while let stream = try nextStream(feeds, parameters) {
      guard let packet = feeds[stream].take() else { break }
      do throws(AVError) { try muxer.write(packet, stream: stream) } catch { throw failure(error) }
    }
    do throws(AVError) { try muxer.finish() } catch { throw failure(error) }
  }

  /// The stream whose next packet is due first; ties go to the picture.
  private func nextStream(_ feeds: [PacketFeed], _ parameters: [StreamParameters]) throws(RenderError) -> Int? {
    var best: (stream: Int, time: Int64)?
    for (index, feed) in feeds.enumerated() {
      guard let time = try feed.nextTime() else { continue }
      guard let current = best else {
        best = (index, time)
        continue
      }
      let (base, bestBase) = (parameters[index].timeBase, parameters[current.stream].timeBase)
      let left = Int128(time) * Int128(base.0) * Int128(bestBase.1)
      let right = Int128(current.time) * Int128(bestBase.0) * Int128(base.1)
      if left < right { best = (index, time) }
    }
    return best?.stream
  }

  private func failure(_ error: AVError) -> RenderError {
    RenderError(
      kind: error.isSystem ? .media : .codec,
      diagnostic: Diagnostic(
        .error, code: error.isSystem ? "output.write" : "output.mux", "cannot write \"\(plan.path)\": \(error)",
        at: origin, blame: .media))
  }
}
