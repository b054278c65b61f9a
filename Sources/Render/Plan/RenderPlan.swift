internal import AV
internal import EDL
internal import MediaTime

/// What a render will do, before it does it: pure data, printable.
public struct RenderPlan: Sendable {
  let media: [Media]
  let canvas: Canvas
  let output: OutputPlan
  let origin: SourceRange
  let picture: PicturePlan?
  let sound: SoundPlan?

  init(_ timeline: Timeline, output: OutputPlan, origin: SourceRange) throws(TimeOverflow) {
    media = timeline.media
    canvas = timeline.canvas
    self.output = output
    self.origin = origin
    if let video = output.video {
      picture = try PicturePlan(timeline, output, video: video)
    } else {
      picture = nil
    }
    sound = output.audio.isEmpty ? nil : try SoundPlan.make(timeline: timeline, frames: output.frames)
  }
}
