internal import AV
internal import EDL
internal import MediaTime

/// Finds the facts of a single picture: decodes it once, which also proves that it is whole.
struct StillProbe {
  let path: String
  let demuxer: Demuxer
  let header: ImageHeader

  func facts() throws(MediaError) -> MediaInfo {
    guard let facts = demuxer.pictureStreams.first else {
      throw MediaError(reading: path, at: nil, "it holds no picture")
    }
    if header.isAnimatedWebP {
      throw MediaError(
        code: "media.unsupported", path: path,
        message: "\"\(path)\" cannot be used: animated WebP is not supported by this FFmpeg")
    }
    if header.isCutOff {
      throw MediaError(
        code: "media.truncated", path: path, message: "\"\(path)\" is cut off: the file ends before its picture does")
    }
    let frame = try StillSource.decode(path: path)
    let size = PixelSize(width: frame.width, height: frame.height)
    let aspect = facts.sampleAspect ?? .one
    let orientation =
      header.orientation != 1
      ? header.orientation : facts.displayMatrix.map { Orientation.exif(displayMatrix: $0) } ?? 1
    let video = VideoStreamInfo(
      codec: facts.codec, codedSize: size,
      displaySize: Orientation.displaySize(of: size, sampleAspect: aspect, orientation: orientation),
      sampleAspectRatio: aspect, orientation: orientation, frameRate: nil, duration: nil,
      pixelFormat: frame.pixelFormat.name, hasAlpha: frame.hasTransparency,
      color: ColorTags(
        space: facts.colorSpace, primaries: facts.colorPrimaries, transfer: PictureFacts.transfer(facts),
        range: facts.colorRange
      ))
    return MediaInfo(
      kind: .still, format: demuxer.formatName, video: [video], timecode: nil,
      byteCount: Int64(FileBytes(path: path)?.count ?? 0))
  }
}
