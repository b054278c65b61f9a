internal import CFFmpeg

/// One of two looks at the same pictures: the first only takes notes, the second encodes by them.
package final class EncodingPass {
  /// Which look it is.
  package let isFirst: Bool
  /// The folder of the notes; some encoders write files of their own there.
  let folder: String
  /// The notes of encoders that hand them over.
  private(set) var notes: [CChar] = []

  /// The first look, its notes to be kept in a folder that is its own.
  package init(firstIn folder: String) {
    isFirst = true
    self.folder = folder
  }

  /// The second look, after the first has ended.
  package init(after first: EncodingPass) {
    isFirst = false
    folder = first.folder
    notes = first.notes + [0]
  }

  /// Tells an encoder which look it is, before it is opened.
  func prepare(_ context: UnsafeMutablePointer<AVCodecContext>, encoder: String) throws(AVError) {
    let number = isFirst ? 1 : 2
    let file = folder + "/notes"
    switch encoder {
    case "libx264", "libx264rgb":
      context.pointee.flags |= isFirst ? AV_CODEC_FLAG_PASS1 : AV_CODEC_FLAG_PASS2
      try check("option passlogfile", av_opt_set(context, "passlogfile", file, AV_OPT_SEARCH_CHILDREN))
    case "libx265":
      // Its own parser takes a colon for the end of a value.
      let escaped = file.replacing(":", with: "\\:")
      let parameters = "pass=\(number):stats=\(escaped)"
      var known: UnsafeMutablePointer<UInt8>?
      av_opt_get(context, "x265-params", AV_OPT_SEARCH_CHILDREN, &known)
      let before = known.map { String(cString: $0) } ?? ""
      av_free(known)
      try check(
        "option x265-params",
        av_opt_set(
          context, "x265-params", before.isEmpty ? parameters : "\(before):\(parameters)", AV_OPT_SEARCH_CHILDREN))
    default:
      context.pointee.flags |= isFirst ? AV_CODEC_FLAG_PASS1 : AV_CODEC_FLAG_PASS2
      if !isFirst {
        // libavcodec frees neither: the encoder does, with its own.
        context.pointee.stats_in = av_strdup(notes)
      }
    }
  }

  /// Keeps what an encoder has noted of the last picture.
  func collect(_ context: UnsafeMutablePointer<AVCodecContext>) {
    guard isFirst, let text = context.pointee.stats_out else { return }
    notes += UnsafeBufferPointer(start: text, count: strlen(text))
  }

  /// Frees what was handed to the encoder.
  func release(_ context: UnsafeMutablePointer<AVCodecContext>) { av_freep(&context.pointee.stats_in) }
}
