internal import AV
internal import EDL
internal import MediaTime

/// What a render will do, before it does it: pure data, printable.
public struct RenderPlan: Sendable {
  let media: [Media]
  let canvas: Canvas
  var output: OutputPlan
  let origin: SourceRange
  let picture: PicturePlan?
  let sound: SoundPlan?
  /// For each stream of sound what it is known by.
  let soundKeys: [ContentKey]
  /// The further sizes and qualities of a stream's picture.
  let others: [RenderPlan]
  /// For each bus whose loudness is set, by its node, what that is known by.
  let loudnessKeys: [Int: ContentKey]
  /// The files that are read, as they were when the plan was made.
  let files: FileBook

  init(_ timeline: Timeline, output: OutputPlan, origin: SourceRange, files: FileBook) throws(TimeOverflow) {
    self.files = files
    let names = ContentNames(timeline.media, files)
    media = timeline.media
    canvas = timeline.canvas
    var output = output
    if case .sheet(let sheet)? = output.pictures?.form, case .parts(let count) = sheet.choice {
      let frames = try QuickFrames(timeline, output).frames(parts: count)
      output.pictures?.frames = frames
    }
    self.output = output
    self.origin = origin
    var others: [RenderPlan] = []
    for other in output.stream?.others ?? [] {
      others.append(try RenderPlan(timeline, output: other, origin: origin, files: files))
    }
    self.others = others
    if let video = output.video, let pictures = output.pictures {
      picture = try PicturePlan(timeline, output, pictures: pictures, video: video, names: names)
    } else if let video = output.video {
      picture = try PicturePlan(timeline, output, video: video, names: names)
    } else {
      picture = nil
    }
    sound =
      output.audio.isEmpty
      ? nil
      : try SoundPlan.make(timeline: timeline, frames: output.frames, streams: output.audio.map(\.outlet))
    var soundKeys: [ContentKey] = []
    var loudnessKeys: [Int: ContentKey] = [:]
    if let sound {
      for (index, node) in sound.nodes.enumerated() where node.loudness != nil {
        loudnessKeys[index] = try ContentKey.loudness(sound.whole(from: index), names)
      }
      for (index, audio) in output.audio.enumerated() {
        soundKeys.append(try ContentKey.sound(sound.heard(in: index), names, audio))
      }
    }
    (self.soundKeys, self.loudnessKeys) = (soundKeys, loudnessKeys)
  }
}
