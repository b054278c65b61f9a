internal import EDL
internal import Foundation
internal import MediaTime

/// The list of a stream for DASH (ISO/IEC 23009-1), of the segments that HLS names too.
struct Presentation {
  let renditions: [(track: StreamTrack, picture: StreamPicture)]
  let sounds: [(track: StreamTrack, audio: AudioPlan)]
  var captions: [CaptionTrack] = []
  /// The folder of what is named, as seen from the list's own; ends with a slash.
  let base: String

  var text: String {
    let tracks = renditions.map(\.track) + sounds.map(\.track)
    let duration = tracks.map(\.duration).max() ?? 0
    let longest = tracks.map { $0.seconds($0.segments.map(\.length).max() ?? 0) }.max() ?? 0
    var lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      "<MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\" profiles=\"urn:mpeg:dash:profile:isoff-main:2011\" type=\"static\""
        + " mediaPresentationDuration=\"\(Self.duration(duration))\" minBufferTime=\"\(Self.duration(longest))\">",
      "  <Period id=\"0\" start=\"PT0S\" duration=\"\(Self.duration(duration))\">",
    ]
    let sets = pictureSets
    for (index, members) in sets.enumerated() { lines += pictures(members, number: index) }
    let names = StreamSound.names(sounds.map(\.audio))
    for (index, sound) in sounds.enumerated() {
      lines += self.sound(sound, name: names[index], number: sets.count + index)
    }
    for (index, track) in captions.enumerated() {
      lines += track.lines(base, number: sets.count + sounds.count + index)
    }
    return (lines + ["  </Period>", "</MPD>", ""]).joined(separator: "\n")
  }

  /// The pictures of each codec together: a player changes between those of one alone.
  private var pictureSets: [[(track: StreamTrack, picture: StreamPicture)]] {
    var sets: [(codec: Substring, members: [(track: StreamTrack, picture: StreamPicture)])] = []
    for rendition in renditions {
      let codec = rendition.track.codec.prefix { $0 != "." }
      if let place = sets.firstIndex(where: { $0.codec == codec }) {
        sets[place].members.append(rendition)
      } else {
        sets.append((codec, [rendition]))
      }
    }
    return sets.map(\.members)
  }

  private func pictures(_ members: [(track: StreamTrack, picture: StreamPicture)], number: Int) -> [String] {
    var lines = [
      "    <AdaptationSet id=\"\(number)\" contentType=\"video\" mimeType=\"video/mp4\" segmentAlignment=\"true\""
        + " startWithSAP=\"1\">"
    ]
    for (track, picture) in members {
      let facts =
        "width=\"\(picture.size.width)\" height=\"\(picture.size.height)\" frameRate=\"\(picture.rate)\" sar=\"1:1\""
      lines += representation(track, facts, [])
    }
    return lines + ["    </AdaptationSet>"]
  }

  private func sound(_ sound: (track: StreamTrack, audio: AudioPlan), name: String, number: Int) -> [String] {
    let language = sound.audio.language.map { " lang=\"\(StreamSound.tag($0))\"" } ?? ""
    let channels = StreamSound.channelCount(sound.audio)
    let head = [
      "    <AdaptationSet id=\"\(number)\" contentType=\"audio\" mimeType=\"audio/mp4\"\(language)"
        + " segmentAlignment=\"true\" startWithSAP=\"1\">",
      "      <Role schemeIdUri=\"urn:mpeg:dash:role:2011\" value=\"\(sound.audio.isDefault ? "main" : "alternate")\"/>",
      "      <Label>\(Markup.escaped(name))</Label>",
    ]
    let inner = [
      "        <AudioChannelConfiguration schemeIdUri=\"urn:mpeg:dash:23003:3:audio_channel_configuration:2011\""
        + " value=\"\(channels)\"/>"
    ]
    return head + representation(sound.track, "audioSamplingRate=\"\(sound.audio.stream.sampleRate)\"", inner)
      + ["    </AdaptationSet>"]
  }

  private func representation(_ track: StreamTrack, _ facts: String, _ inner: [String]) -> [String] {
    var lines = [
      "      <Representation id=\"\(track.name)\" bandwidth=\"\(Int(track.peakRate(target: track.target).rounded(.up)))\""
        + " codecs=\"\(track.codec)\" \(facts)>"
    ]
    lines += inner
    lines += [
      "        <SegmentList timescale=\"\(track.timescale)\">",
      "          <Initialization sourceURL=\"\(base)\(track.initialization.file)\"/>",
      "          <SegmentTimeline>",
    ]
    var time: Int64 = 0
    for (length, count) in runs(of: track) {
      let again = count > 1 ? " r=\"\(count - 1)\"" : ""
      lines.append("            <S\(time == 0 ? " t=\"0\"" : "") d=\"\(length)\"\(again)/>")
      time += length * Int64(count)
    }
    lines.append("          </SegmentTimeline>")
    lines += track.segments.map { "          <SegmentURL media=\"\(base)\($0.file)\"/>" }
    return lines + ["        </SegmentList>", "      </Representation>"]
  }

  /// The lengths of a track's segments, neighbours of the same length together.
  private func runs(of track: StreamTrack) -> [(length: Int64, count: Int)] {
    var runs: [(length: Int64, count: Int)] = []
    for segment in track.segments {
      let length = segment.length * Int64(track.tick)
      if let last = runs.last, last.length == length {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((length, 1))
      }
    }
    return runs
  }

  private static func duration(_ seconds: Double) -> String { String(format: "PT%.6fS", seconds) }
}
