internal import AV
internal import EDL
internal import MediaTime

/// A stream of subtitles, ready to be written. Plain data.
struct SubtitlePlan: Hashable, Sendable {
  /// libavcodec's name of its codec.
  var codec: String
  /// What the container keeps beside the packets.
  var head: [UInt8]
  /// The texts in order of time.
  var cues: [Cue]
  /// What players are told of it.
  var label: StreamLabel

  /// A packet with its time in the file, in thousandths of a second.
  struct Cue: Hashable, Sendable {
    var times: Range<Int64>
    /// The packet, encoded, its times 0.
    var packet: [UInt8]
  }

  /// What a muxer needs to know of it.
  var parameters: StreamParameters {
    get throws(RenderError) {
      do throws(AVError) { return try StreamParameters(subtitles: codec, head: head) } catch {
        throw RenderError(.codec, error, doing: "describe the subtitles")
      }
    }
  }

  /// The packets with their times.
  func feed(output: String) throws(RenderError) -> PacketFeed {
    var bytes: [UInt8] = []
    do throws(AVError) {
      for cue in cues {
        let packet = try Packet()
        var cursor = 0
        guard try packet.decode(cue.packet, at: &cursor) else { continue }
        let start = cue.times.lowerBound * StreamParameters.subtitleTicks
        (packet.pts, packet.dts) = (start, start)
        packet.duration = Int64(cue.times.count) * StreamParameters.subtitleTicks
        packet.encode(into: &bytes)
      }
    } catch {
      throw RenderError(.codec, error, doing: "write the subtitles")
    }
    let whole = bytes
    return PacketFeed(path: output) { part in
      part == 0 && !whole.isEmpty ? PacketFeed.Part(place: .memory(whole), shift: 0) : nil
    }
  }
}
