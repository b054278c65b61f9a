internal import EDL
internal import Foundation

/// The lists of a stream for HTTP Live Streaming (RFC 8216).
struct Playlists {
  /// The picture's sizes and qualities with what players are told of each, in the order written.
  let renditions: [(track: StreamTrack, picture: StreamPicture)]
  let sounds: [(track: StreamTrack, audio: AudioPlan)]
  var captions: [CaptionTrack] = []
  /// The folder of what is named, as seen from the master's own; ends with a slash.
  let base: String

  /// The list of one track's segments.
  static func media(_ track: StreamTrack) -> String {
    var lines = [
      "#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:\(track.target)", "#EXT-X-MEDIA-SEQUENCE:0",
      "#EXT-X-PLAYLIST-TYPE:VOD", "#EXT-X-INDEPENDENT-SEGMENTS",
      "#EXT-X-MAP:URI=\"\(track.initialization.file)\"",
    ]
    for segment in track.segments {
      lines.append(String(format: "#EXTINF:%.6f,", track.seconds(segment.length)))
      lines.append(segment.file)
    }
    return (lines + ["#EXT-X-ENDLIST", ""]).joined(separator: "\n")
  }

  /// The list of the segments of a stream of subtitles, each a file and its seconds.
  static func captions(_ segments: [(file: String, seconds: Double)]) -> String {
    let target = max(1, Int((segments.map(\.seconds).max() ?? 0).rounded()))
    var lines = [
      "#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:\(target)", "#EXT-X-MEDIA-SEQUENCE:0",
      "#EXT-X-PLAYLIST-TYPE:VOD",
    ]
    for segment in segments { lines += [String(format: "#EXTINF:%.6f,", segment.seconds), segment.file] }
    return (lines + ["#EXT-X-ENDLIST", ""]).joined(separator: "\n")
  }

  /// The list of all that there is to choose from.
  var master: String {
    var lines = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-INDEPENDENT-SEGMENTS"]
    let groups = soundGroups
    for group in groups { lines += group.lines(base) }
    lines += captions.map { $0.line(base) }
    let texts = captions.isEmpty ? [] : ["SUBTITLES=\"subtitles\""]
    for (track, picture) in renditions {
      let head = { (group: SoundGroup?) in
        attributes(track, sound: group) + picture.attributes + (group.map { ["AUDIO=\"\($0.name)\""] } ?? []) + texts
      }
      for group in groups.isEmpty ? [nil] : groups.map(Optional.some) {
        lines += ["#EXT-X-STREAM-INF:\(head(group).joined(separator: ","))", base + track.playlist]
      }
    }
    if renditions.isEmpty {
      for group in groups {
        guard let first = group.members.first(where: \.audio.isDefault) ?? group.members.first else { continue }
        let words = attributes(nil, sound: group) + ["AUDIO=\"\(group.name)\""] + texts
        lines += ["#EXT-X-STREAM-INF:\(words.joined(separator: ","))", base + first.track.playlist]
      }
    }
    return (lines + [""]).joined(separator: "\n")
  }

  /// What a player needs to choose by: bits a second, at most and on average, and the codecs.
  private func attributes(_ picture: StreamTrack?, sound: SoundGroup?) -> [String] {
    let tracks = [picture].compactMap(\.self) + (sound?.members.map(\.track) ?? [])
    let target = tracks.map(\.target).max() ?? 1
    let heard = sound?.members.map(\.track) ?? []
    let peak = (picture?.peakRate(target: target) ?? 0) + (heard.map { $0.peakRate(target: target) }.max() ?? 0)
    let average = (picture?.averageRate ?? 0) + (heard.map(\.averageRate).max() ?? 0)
    var codecs: [String] = []
    for track in tracks where !codecs.contains(track.codec) { codecs.append(track.codec) }
    return [
      "BANDWIDTH=\(Int(peak.rounded(.up)))", "AVERAGE-BANDWIDTH=\(Int(average.rounded(.up)))",
      "CODECS=\"\(codecs.joined(separator: ","))\"",
    ]
  }

  /// The sounds by their codec: whoever plays one of a group plays all of it.
  private var soundGroups: [SoundGroup] {
    var groups: [SoundGroup] = []
    let names = StreamSound.names(sounds.map(\.audio))
    for (index, (track, audio)) in sounds.enumerated() {
      let codec = StreamSound.codec(audio)
      let member = SoundGroup.Member(track: track, audio: audio, label: names[index])
      if let place = groups.firstIndex(where: { $0.name == codec }) {
        groups[place].members.append(member)
      } else {
        groups.append(SoundGroup(name: codec, members: [member]))
      }
    }
    return groups
  }
}

/// Sounds of which a player plays one beside a picture.
private struct SoundGroup {
  struct Member {
    var track: StreamTrack
    var audio: AudioPlan
    var label: String
  }

  var name: String
  var members: [Member]

  func lines(_ base: String) -> [String] {
    let chosen = members.firstIndex { $0.audio.isDefault } ?? 0
    return members.enumerated().map { index, member in
      var words = ["TYPE=AUDIO", "GROUP-ID=\"\(name)\"", "NAME=\"\(member.label)\""]
      if let language = member.audio.language { words.append("LANGUAGE=\"\(StreamSound.tag(language))\"") }
      words += ["DEFAULT=\(index == chosen ? "YES" : "NO")", "AUTOSELECT=YES"]
      words.append("CHANNELS=\"\(StreamSound.channelCount(member.audio))\"")
      words.append("URI=\"\(base)\(member.track.playlist)\"")
      return "#EXT-X-MEDIA:\(words.joined(separator: ","))"
    }
  }
}
