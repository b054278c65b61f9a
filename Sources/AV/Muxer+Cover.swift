internal import CFFmpeg

/// A picture that a file shows for itself, as it is stored: plain data.
package struct CoverPicture: Hashable, Sendable {
  /// `mjpeg` or `png`.
  package var codec: String
  package var width: Int
  package var height: Int
  /// The whole file.
  package var bytes: [UInt8]

  package init(codec: String, width: Int, height: Int, bytes: [UInt8]) {
    (self.codec, self.width, self.height, self.bytes) = (codec, width, height, bytes)
  }

  fileprivate var mediaType: String { codec == "png" ? "image/png" : "image/jpeg" }
}

extension Muxer {
  /// Gives the file its picture, after all streams and before the header is written: as an attachment
  /// in Matroska, as a comment in ogg, as a stream of one packet elsewhere.
  package func addCover(_ cover: CoverPicture) throws(AVError) {
    guard let context, let name = context.pointee.oformat.pointee.name else { return }
    switch String(cString: name) {
    case "matroska": try attach(cover, to: context)
    case "ogg", "oga", "ogv", "opus": try addComment(cover, to: context)
    default: try addPictureStream(cover, to: context)
    }
  }

  private func attach(_ cover: CoverPicture, to context: UnsafeMutablePointer<AVFormatContext>) throws(AVError) {
    let parameters = try coverParameters(cover)
    parameters.pointer.pointee.codec_type = AVMEDIA_TYPE_ATTACHMENT
    try parameters.setHead(cover.bytes)
    let stream = try addCoverStream(parameters, to: context)
    // The name tells players that it is the cover.
    av_dict_set(&stream.pointee.metadata, "filename", cover.codec == "png" ? "cover.png" : "cover.jpg", 0)
    av_dict_set(&stream.pointee.metadata, "mimetype", cover.mediaType, 0)
  }

  private func addPictureStream(
    _ cover: CoverPicture, to context: UnsafeMutablePointer<AVFormatContext>
  ) throws(AVError) {
    let stream = try addCoverStream(try coverParameters(cover), to: context)
    stream.pointee.disposition = AV_DISPOSITION_ATTACHED_PIC
    av_dict_set(&stream.pointee.metadata, "comment", "Cover (front)", 0)
    coverPacket = try Packet.encoded(payload: cover.bytes[...])
  }

  /// FLAC's block for pictures, in the letters of base 64: the way of Vorbis comments.
  private func addComment(_ cover: CoverPicture, to context: UnsafeMutablePointer<AVFormatContext>) throws(AVError) {
    func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
    let type = Array(cover.mediaType.utf8)
    let head = number(3) + number(type.count) + type + number(0)
    let shape = number(cover.width) + number(cover.height) + number(24) + number(0)
    let block = head + shape + number(cover.bytes.count) + cover.bytes
    var text = [CChar](repeating: 0, count: (block.count + 2) / 3 * 4 + 1)
    guard av_base64_encode(&text, Int32(text.count), block, Int32(block.count)) != nil else {
      throw AVError(code: shim_averror(EINVAL), operation: "av_base64_encode")
    }
    try check("av_dict_set", av_dict_set(&context.pointee.metadata, "METADATA_BLOCK_PICTURE", text, 0))
    // The muxers of ogg look at the stream's own facts if it has any.
    try check(
      "av_dict_set", av_dict_set(&shim_stream(context, 0).pointee.metadata, "METADATA_BLOCK_PICTURE", text, 0))
  }

  private func coverParameters(_ cover: CoverPicture) throws(AVError) -> StreamParameters {
    let parameters = try StreamParameters(timeBase: (1, 90000))
    parameters.pointer.pointee.codec_type = AVMEDIA_TYPE_VIDEO
    parameters.pointer.pointee.codec_id = cover.codec == "png" ? AV_CODEC_ID_PNG : AV_CODEC_ID_MJPEG
    parameters.pointer.pointee.width = Int32(cover.width)
    parameters.pointer.pointee.height = Int32(cover.height)
    return parameters
  }

  private func addCoverStream(
    _ parameters: StreamParameters, to context: UnsafeMutablePointer<AVFormatContext>
  ) throws(AVError) -> UnsafeMutablePointer<AVStream> {
    guard let stream = avformat_new_stream(context, nil) else {
      throw AVError(code: shim_averror(ENOMEM), operation: "avformat_new_stream")
    }
    try check("avcodec_parameters_copy", avcodec_parameters_copy(stream.pointee.codecpar, parameters.pointer))
    stream.pointee.time_base = shim_rational(1, 90000)
    return stream
  }

  /// Writes the picture behind the header, where it is a stream.
  func writeCover() throws(AVError) {
    guard let context, let bytes = coverPacket else { return }
    let packet = try Packet()
    var offset = 0
    guard try packet.decode(bytes, at: &offset) else { return }
    packet.streamIndex = Int(context.pointee.nb_streams) - 1
    try check("av_interleaved_write_frame", av_interleaved_write_frame(context, packet.pointer))
  }
}
