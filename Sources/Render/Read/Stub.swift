internal import AV
internal import EDL
internal import MediaTime
struct MediaError: Error {
  var code = ""; var message: String { "" }
  init(overflow path: String) {}
}
final class Picture: Sendable {
  let frame: Frame; let identity: Int; init(frame: consuming Frame) { self.frame = frame; identity = 0 }
}
protocol PictureSource: AnyObject { func picture(at time: Time) throws(MediaError) -> Picture }
final class ReaderPool {
  init() {}
  func source(for media: Media, videoStream: Int, deinterlace: PictureFields.Deinterlace) throws(MediaError)
    -> any PictureSource
  { throw MediaError(overflow: "") }
}
final class AudioReader: SampleSource {
  init(_ m: Media, stream: Int) throws {}; var sampleRate: Int { 0 }; var channels: Int { 0 };
  var layout: String { "" }; func read(at position: Int, count: Int, into planes: SamplePlanes) throws {}
}
struct FinishedFile { let path: String; let plan: RenderPlan; func check() throws(RenderError) {} }
