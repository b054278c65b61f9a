internal import AV
internal import EDL
internal import Foundation
internal import MediaTime

/// Packs what the workers make as a stream: each rendition and each sound in files of its own.
extension RenderRun {
  func write(_ stream: StreamPlan) throws(RenderError) {
    let folder: StreamFolder
    do throws(SystemError) {
      folder = try StreamFolder(stream, at: plan.output.path)
    } catch {
      throw RenderError(error, output: plan.output.path)
    }
    do throws(RenderError) {
      var pictures: [StreamTrack] = []
      if plan.picture != nil { pictures.append(try packPicture(stream.renditions[0], into: folder)) }
      for index in plan.others.indices {
        pictures.append(try rendition(index, name: stream.renditions[index + 1], into: folder))
      }
      var sounds: [StreamTrack] = []
      for (index, name) in stream.sounds.enumerated() { sounds.append(try packSound(index, name, into: folder)) }
      var captions: [CaptionTrack] = []
      for index in plan.output.subtitles.indices { captions.append(try pack(captions: index, stream, into: folder)) }
      try publish(pictures, sounds, captions, stream, folder)
    } catch {
      folder.discard()
      throw error
    }
  }

  /// A further rendition: one whose frames are made with this one's, or one that is rendered now.
  private func rendition(_ index: Int, name: String, into folder: StreamFolder) throws(RenderError) -> StreamTrack {
    if let follower = followers[index] {
      do throws(RenderError) {
        let track = try follower.packPicture(name, into: folder)
        work.join()
        return ended(follower, track)
      } catch {
        // What stopped this one, where that is the reason.
        throw work.state.firstFailure ?? error
      }
    }
    let done = plan.output.frameCount * (1 + rendered)
    rendered += 1
    let total = total
    let run = try RenderRun(plan.others[index], options, cancellation: cancellation) { [progress] part in
      progress(RenderProgress(done: done + part.done, total: total))
    }
    run.start()
    do throws(RenderError) {
      let track = try run.packPicture(name, into: folder)
      run.work.join()
      return ended(run, track)
    } catch {
      run.work.state.fail(error)
      run.work.join()
      _ = run.work.cache?.finish()
      throw error
    }
  }

  /// Notes what came of a further rendition.
  private func ended(_ run: RenderRun, _ track: StreamTrack) -> StreamTrack {
    notes += run.work.cache?.finish() ?? []
    reusedOfOthers.append(run.cachedFrames)
    return track
  }

  private func packPicture(_ name: String, into folder: StreamFolder) throws(RenderError) -> StreamTrack {
    guard let picture = plan.picture else { throw RenderError.interrupted }
    var alone = plan
    (alone.output.audio, alone.output.subtitles) = ([], [])
    let edges = edges { Int64(plan.output.cadence.pictures(of: 0..<$0).count) }
    return try pack(pictureFeed(picture), 0, name, edges, nil, alone, into: folder)
  }

  private func packSound(_ index: Int, _ name: String, into folder: StreamFolder) throws(RenderError) -> StreamTrack {
    let audio = plan.output.audio[index]
    var alone = plan
    (alone.output.video, alone.output.audio, alone.output.subtitles) = (nil, [audio], [])
    let rate = plan.canvas.frameRate
    let edges = edges { frame in
      (try? Time(frame: frame, at: rate).samples(at: audio.stream.sampleRate)).map(Int64.init) ?? .max
    }
    let place = index + (plan.output.video == nil ? 0 : 1)
    return try pack(soundFeed(index), place, name, edges, audio, alone, into: folder)
  }

  /// Where segments begin after the first one, counted from the start in another unit than frames.
  private func edges(_ convert: (_ frame: Int) -> Int64) -> [Int64] {
    guard let interval = plan.output.keyInterval else { return [] }
    return stride(from: interval, to: plan.output.frames.count, by: interval).map(convert)
  }

  /// Writes a stream as one file, checks that against the plan, and cuts it into its pieces.
  private func pack(
    _ feed: PacketFeed, _ place: Int, _ name: String, _ edges: [Int64], _ audio: AudioPlan?, _ alone: RenderPlan,
    into folder: StreamFolder
  ) throws(RenderError) -> StreamTrack {
    let path = "\(folder.staging)/\(name).mp4"
    let parameters = work.parameters[place]
    let layout = try FragmentFile(
      path: path, output: plan.output.path, parameters: parameters, edges: edges, audio: audio,
      labels: alone.output.labels
    )
    .write(feed, at: plan.origin)
    try FinishedFile(path: path, plan: alone).check()
    let codec = CodecName(initialization: path)?.text ?? ""
    let numbered = layout.fragments.enumerated().map { (String(format: "\(name)-%05d.m4s", $0 + 1), $1.bytes) }
    do throws(SystemError) {
      let names = try folder.cut(path, [("\(name).mp4", layout.header)] + numbered)
      var track = StreamTrack(
        name: name, codec: codec,
        initialization: .init(file: names[0], byteCount: layout.header.count, length: 0),
        segments: zip(names.dropFirst(), layout.fragments).map {
          .init(file: $0, byteCount: $1.bytes.count, length: $1.length)
        },
        tick: parameters.timeBase.0, timescale: parameters.timeBase.1)
      track.playlist = try folder.add(Playlists.media(track), name: "\(name).m3u8")
      return track
    } catch {
      throw RenderError(error, output: plan.output.path)
    }
  }

  /// Writes a stream of subtitles: whole, and in segments that begin where the picture's do.
  private func pack(
    captions index: Int, _ stream: StreamPlan, into folder: StreamFolder
  ) throws(RenderError) -> CaptionTrack {
    let (captions, name) = (plan.output.subtitles[index], stream.captions[index])
    let texts: CaptionTexts
    do throws(AVError) { texts = try CaptionTexts(captions) } catch {
      throw RenderError(.codec, error, doing: "write the subtitles")
    }
    let titles = StreamSound.names("Subtitles", plan.output.subtitles.map { ($0.label.title, $0.label.language) })
    let second = 1 / plan.canvas.frameRate.approximate
    let ends = edges { Int64($0) } + [Int64(plan.output.frames.count)]
    do throws(SystemError) {
      var track = CaptionTrack(
        name: name, title: titles[index], label: captions.label, file: try folder.add(texts.whole, name: "\(name).vtt"),
        playlist: "", byteCount: texts.whole.utf8.count,
        bandwidth: max(1, Int(Double(texts.whole.utf8.count * 8) / (Double(plan.output.frames.count) * second))))
      var segments: [(file: String, seconds: Double)] = []
      var start: Int64 = 0
      for (number, end) in ends.enumerated() {
        // To the nearest thousandth: what cues count in.
        let times = [start, end].map { Int64((Double($0) * second * 1000).rounded()) }
        let text = texts.segment(times[0]..<max(times[0], times[1]))
        let file = try folder.add(text, name: String(format: "\(name)-%05d.vtt", number + 1))
        segments.append((file, Double(end - start) * second))
        track.byteCount += text.utf8.count
        start = end
      }
      track.playlist = try folder.add(Playlists.captions(segments), name: "\(name).m3u8")
      return track
    } catch {
      throw RenderError(error, output: plan.output.path)
    }
  }

  private func publish(
    _ pictures: [StreamTrack], _ sounds: [StreamTrack], _ captions: [CaptionTrack], _ stream: StreamPlan,
    _ folder: StreamFolder
  ) throws(RenderError) {
    let outputs = [plan.output] + plan.others.map(\.output)
    let renditions = zip(pictures, outputs).compactMap { track, output in
      output.video.map { (track: track, picture: StreamPicture(output, $0)) }
    }
    let heard = zip(sounds, plan.output.audio).map { (track: $0, audio: $1) }
    let name = LocalFiles.split(stream.folder).name
    let base = (name.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? name) + "/"
    let lists = stream.manifests.map { manifest in
      switch manifest.kind {
      case .hls: Playlists(renditions: renditions, sounds: heard, captions: captions, base: base).master
      case .dash: Presentation(renditions: renditions, sounds: heard, captions: captions, base: base).text
      }
    }
    do throws(SystemError) { try folder.publish(lists) } catch { throw RenderError(error, output: plan.output.path) }
    streamed = StreamResult(
      manifests: stream.manifests.map(\.path),
      renditions: renditions.map { .init($0.track, stream.folder, size: $0.picture.size) },
      sounds: sounds.map { .init($0, stream.folder, size: nil) },
      subtitles: captions.map {
        .init(name: $0.name, playlist: "\(stream.folder)/\($0.playlist)", byteCount: $0.byteCount)
      })
  }
}
