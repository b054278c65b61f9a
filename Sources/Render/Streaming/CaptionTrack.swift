internal import AV
internal import EDL
internal import Foundation

/// A stream of subtitles as texts of WebVTT (W3C), whole and in segments.
struct CaptionTexts {
  /// A text with the time that it shows, in thousandths of a second.
  private struct Cue {
    var times: Range<Int64>
    /// Where it stands, and what it says.
    var settings: String
    var text: String
  }

  private var cues: [Cue] = []

  /// Takes the texts of a stream whose codec is WebVTT.
  init(_ plan: SubtitlePlan) throws(AVError) {
    for cue in plan.cues {
      let packet = try Packet()
      var cursor = 0
      guard try packet.decode(cue.packet, at: &cursor) else { continue }
      let text = String(decoding: packet.payload, as: UTF8.self)
      cues.append(Cue(times: cue.times, settings: packet.cueSettings, text: text))
    }
  }

  /// All of it.
  var whole: String { text(of: cues) }

  /// The texts that show in a stretch, those that go beyond it too, at their own times (RFC 8216, 3.5).
  func segment(_ times: Range<Int64>) -> String {
    text(of: cues.filter { $0.times.overlaps(times) }, map: "X-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00.000\n")
  }

  private func text(of cues: [Cue], map: String = "") -> String {
    let blocks = cues.map { cue in
      let settings = cue.settings.isEmpty ? "" : " \(cue.settings)"
      return "\n\(Self.clock(cue.times.lowerBound)) --> \(Self.clock(cue.times.upperBound))\(settings)\n\(cue.text)\n"
    }
    return "WEBVTT\n\(map)\(blocks.joined())"
  }

  private static func clock(_ time: Int64) -> String {
    String(format: "%02d:%02d:%02d.%03d", time / 3_600_000, time / 60_000 % 60, time / 1000 % 60, time % 1000)
  }
}

/// A finished stream of subtitles of a stream: its files and what players are told of it. Plain data.
struct CaptionTrack: Hashable, Sendable {
  /// What its files are called.
  var name: String
  /// What menus show.
  var title: String
  var label: StreamLabel
  /// All of it in one file, for DASH.
  var file: String
  /// The list of its segments, for HLS.
  var playlist: String
  var byteCount: Int
  /// Bits a second of the whole file.
  var bandwidth: Int

  /// The attributes of HLS; it is of the group `subtitles`.
  func line(_ base: String) -> String {
    var words = ["TYPE=SUBTITLES", "GROUP-ID=\"subtitles\"", "NAME=\"\(title)\""]
    if let language = label.language { words.append("LANGUAGE=\"\(StreamSound.tag(language))\"") }
    words += ["DEFAULT=\(label.isDefault ? "YES" : "NO")", "AUTOSELECT=YES"]
    words += ["FORCED=\(label.isForced ? "YES" : "NO")", "URI=\"\(base)\(playlist)\""]
    return "#EXT-X-MEDIA:\(words.joined(separator: ","))"
  }

  /// The set of DASH.
  func lines(_ base: String, number: Int) -> [String] {
    let language = label.language.map { " lang=\"\(StreamSound.tag($0))\"" } ?? ""
    let role = label.isForced ? "forced-subtitle" : "subtitle"
    return [
      "    <AdaptationSet id=\"\(number)\" contentType=\"text\" mimeType=\"text/vtt\"\(language)>",
      "      <Role schemeIdUri=\"urn:mpeg:dash:role:2011\" value=\"\(role)\"/>",
      "      <Label>\(Markup.escaped(title))</Label>",
      "      <Representation id=\"\(name)\" bandwidth=\"\(bandwidth)\">",
      "        <BaseURL>\(base)\(file)</BaseURL>",
      "      </Representation>",
      "    </AdaptationSet>",
    ]
  }
}
