internal import AV
internal import EDL
internal import MediaTime
final class ReaderPool {
  private var open: [String: any PictureSource] = [:]
  init() {}
  func source(for media: Media, videoStream: Int, deinterlace: PictureFields.Deinterlace) throws(MediaError)
    -> any PictureSource
  {
    guard case .file(let path) = media.source else { throw MediaError(overflow: "") }
    if let s = open[path] { return s }
    let s: any PictureSource =
      media.info.kind == .still
      ? StillSource(path: path)
      : try VideoReader(path: path, stream: videoStream, info: media.info.video[videoStream], deinterlace: deinterlace)
    open[path] = s
    return s
  }
}
extension AudioReader: SampleSource {}
