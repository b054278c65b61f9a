internal import CFFmpeg
private import Glibc
package import MediaTime

/// An opened media file: packets come out of it, in file order.
///
/// Owned by one thread. Opens one plain local file and nothing else: only the `file` protocol, no
/// names with a meaning of their own (`%04d`, `*`, `concat:`), no format that leads to other files.
package final class Demuxer {
  /// libavformat's name of the format, such as `mov,mp4,m4a,3gp,3g2,mj2`.
  package let formatName: String
  /// The streams as found when opening.
  package private(set) var streams: [StreamFacts]
  /// What the header (or an estimate) says of the length.
  package let duration: Time?
  /// Whether ``duration`` is a guess from the bit rate.
  package let durationIsGuess: Bool
  /// The container's own timecode tag.
  package let timecode: String?
  /// The size of the file.
  package let byteCount: Int64
  /// Whether the format carries no timestamps at all (raw elementary streams).
  package let lacksTimestamps: Bool
  let context: UnsafeMutablePointer<AVFormatContext>
  let setups: StreamSetups?

  /// How much is found out of the streams when a file is opened.
  package enum Analysis {
    /// All: packets are read, and if need be decoded, to complete the facts.
    case full
    /// As an earlier opening found them, where the format allows it.
    case known(StreamSetups)
    /// What the header says, where that names all streams.
    case header
  }

  /// Opens a file and completes the facts of its streams.
  package init(path: String, analysis: Analysis = .full) throws(AVError) {
    LibraryLog.install()
    var opened = try Self.open(path)
    guard let context = opened else { throw AVError(code: SHIM_INVALIDDATA, operation: "avformat_open_input") }
    formatName = context.pointee.iformat.pointee.name.map { String(cString: $0) } ?? ""
    Self.completeTimestamps(context, format: formatName)
    let headerSuffices = StreamSetups.suffice(format: formatName)
    var needsAnalysis = true
    switch analysis {
    case .known(let known) where headerSuffices && known.facts.count == Int(context.pointee.nb_streams):
      (setups, needsAnalysis) = (known, false)
    case .header: (setups, needsAnalysis) = (nil, !headerSuffices)
    case .full, .known: setups = nil
    }
    do throws(AVError) {
      if needsAnalysis { try check("avformat_find_stream_info", avformat_find_stream_info(context, nil)) }
    } catch {
      avformat_close_input(&opened)
      throw error
    }
    self.context = context
    streams =
      setups?.facts
      ?? (0..<context.pointee.nb_streams).map { StreamFacts(shim_stream(context, Int32($0)), in: context) }
    let length = context.pointee.duration
    duration = length > 0 ? (try? Rational(length, over: Int64(AV_TIME_BASE))).map { Time(seconds: $0) } : nil
    durationIsGuess = context.pointee.duration_estimation_method == AVFMT_DURATION_FROM_BITRATE
    timecode = StreamFacts.tag("timecode", in: context.pointee.metadata)
    byteCount = shim_io_size(context)
    lacksTimestamps =
      context.pointee.iformat.pointee.flags & AVFMT_NOTIMESTAMPS != 0 || Self.bareStreams.contains(formatName)
  }

  /// Bare streams whose order of decoding is all that is known.
  private static let bareStreams: Set<String> = ["h264", "hevc", "vc1", "m4v", "cavsvideo", "avs2", "avs3"]

  deinit {
    var context: UnsafeMutablePointer<AVFormatContext>? = context
    avformat_close_input(&context)
  }

  /// Reads on for these streams only; packets of all others are skipped where they lie.
  package func select(_ wanted: Set<Int>) {
    for facts in streams {
      shim_stream(context, Int32(facts.index)).pointee.discard =
        wanted.contains(facts.index) ? AVDISCARD_DEFAULT : AVDISCARD_ALL
    }
  }

  /// Fills the packet with the next one of the selected streams; false at the end of the file.
  package func read(into packet: borrowing Packet) throws(AVError) -> Bool {
    packet.unref()
    let result = av_read_frame(context, packet.pointer)
    if result == SHIM_EOF {
      if let io = context.pointee.pb, io.pointee.error < 0, io.pointee.error != SHIM_EOF {
        throw AVError(code: io.pointee.error, operation: "av_read_frame")
      }
      return false
    }
    try check("av_read_frame", result)
    return true
  }

  /// Moves to the last key packet at or before a time of the stream, by what the container knows;
  /// false when it can't.
  package func seek(stream: Int, to timestamp: Int64) -> Bool {
    av_seek_frame(context, Int32(stream), timestamp, AVSEEK_FLAG_BACKWARD) >= 0
  }
}

/// One packet as a container's own index lists it.
package struct IndexEntry: Hashable, Sendable {
  /// In ticks of the stream; a decoding time where the container keeps those.
  package let timestamp: Int64
  /// The offset of the data in the file.
  package let position: Int64
  package let byteCount: Int
  package let isKey: Bool
}

extension Demuxer {
  /// The number of packets that the container's index lists so far.
  package func indexCount(stream: Int) -> Int {
    Int(avformat_index_get_entries_count(shim_stream(context, Int32(stream))))
  }

  /// One line of the container's index.
  package func indexEntry(stream: Int, at number: Int) -> IndexEntry? {
    var timestamp: Int64 = 0
    var position: Int64 = 0
    var size: Int32 = 0
    var key: Int32 = 0
    guard
      shim_index_entry(shim_stream(context, Int32(stream)), Int32(number), &timestamp, &position, &size, &key) != 0
    else { return nil }
    return IndexEntry(timestamp: timestamp, position: position, byteCount: Int(size), isKey: key != 0)
  }

  /// The last key packet of the index at or before a timestamp.
  package func indexedKey(stream: Int, before timestamp: Int64) -> IndexEntry? {
    let number = av_index_search_timestamp(shim_stream(context, Int32(stream)), timestamp, AVSEEK_FLAG_BACKWARD)
    return number >= 0 ? indexEntry(stream: stream, at: Int(number)) : nil
  }
}
