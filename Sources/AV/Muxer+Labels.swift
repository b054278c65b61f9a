internal import CFFmpeg
package import MediaTime

extension Muxer {
  /// Writes a fact about the whole file: its title, its artist.
  package func addMetadata(_ name: String, _ value: String) throws(AVError) {
    guard let context else { return }
    try check("av_dict_set", av_dict_set(&context.pointee.metadata, name, value, 0))
  }

  /// Says which timecode the first picture has; the picture is the first stream.
  package func addTimecode(_ timecode: String) throws(AVError) {
    guard let context, context.pointee.nb_streams > 0 else { return }
    try check("av_dict_set", av_dict_set(&shim_stream(context, 0).pointee.metadata, "timecode", timecode, 0))
  }

  /// Names a stretch of the file, in frames at a rate; before the header is written, in order.
  package func addChapter(_ title: String, frames: Range<Int>, rate: Rational) throws(AVError) {
    guard let context else { return }
    let base = shim_rational(Int32(rate.denominator), Int32(rate.numerator))
    try check(
      "add a chapter",
      shim_add_chapter(context, base, Int64(frames.lowerBound), Int64(frames.upperBound), title))
  }
}
