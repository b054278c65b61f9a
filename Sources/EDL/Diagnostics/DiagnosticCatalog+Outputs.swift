extension DiagnosticCatalog {
  /// What is written.
  static let outputEntries: [Entry] = [
    Entry(
      "output.default-streams",
      "A player chooses one audio stream by itself, and more than one is marked as that one.",
      wrong: "audio: [{codec: aac, default: true}, {codec: ac3, default: true}]",
      right: "audio: [{codec: aac, default: true}, {codec: ac3}]"),
    Entry(
      "output.empty",
      "An output has neither picture nor sound, or its range holds no frame.",
      wrong: "outputs: [{path: out.mp4, range: 2s..1s}]",
      right: "outputs: [{path: out.mp4, range: 1s..2s}]"),
    Entry(
      "output.is-folder",
      "The path of an output is a folder.",
      wrong: "outputs: [{path: folder}]",
      right: "outputs: [{path: folder/out.mp4}]"),
    Entry(
      "output.none",
      "The list of outputs is empty.",
      wrong: "outputs: []",
      right: "outputs: [{path: out.mp4}]"),
    Entry(
      "output.outside-project",
      "Outputs are written below the project's folder, so that a stranger's project cannot write elsewhere. "
        + "Allow another folder with --allow, or give the path with -o.",
      wrong: "outputs: [{path: ../out.mp4}]",
      right: "outputs: [{path: out/out.mp4}]"),
    Entry(
      "output.overwrites-source",
      "The output would take the place of a file that the project reads.",
      wrong: "outputs: [{path: a.mov}]",
      right: "outputs: [{path: out.mov}]"),
    Entry(
      "output.chapters", "The container, which the ending of the path chooses, has no place for chapters.",
      wrong: "outputs: [{path: a.ts, chapters: markers}]", right: "outputs: [{path: a.mkv, chapters: markers}]"),
    Entry(
      "output.first-chapter",
      "In mp4 and mov one chapter follows the other from the start on: what comes before the first marker is shown as "
        + "part of its chapter.",
      wrong: "markers: [{at: 1s, name: Two}]\noutputs: [{path: a.mp4, chapters: markers}]",
      right: "markers: [{at: 0s, name: One}, {at: 1s, name: Two}]\noutputs: [{path: a.mp4, chapters: markers}]"),
    Entry(
      "output.metadata",
      "The container holds certain facts only, and would lose this one. Matroska holds any.",
      wrong: "outputs: [{path: a.mp4, metadata: {mood: calm}}]",
      right: "outputs: [{path: a.mp4, metadata: {comment: calm}}]"),
    Entry(
      "output.cover",
      "A cover is a JPEG or PNG that is stored as it is, up to 15 MiB, in a container that has a place for one.",
      wrong: "outputs: [{path: a.mov, cover: a.webp}]", right: "outputs: [{path: a.mp4, cover: a.jpg}]"),
    Entry(
      "output.orientation",
      "`orientation: tag` stores pictures as they were shot, and mp4 and mov tell players to turn them. Where the first "
        + "clip was shot upright there is nothing to tell.",
      wrong: "outputs: [{path: a.mkv, orientation: tag}]", right: "outputs: [{path: a.mp4, orientation: tag}]"),
    Entry(
      "output.timecode", "Timecode counts pictures: it needs some, in a container that has a place for it.",
      wrong: "outputs: [{path: a.webm, timecode: \"01:00:00:00\"}]",
      right: "outputs: [{path: a.mov, timecode: \"01:00:00:00\"}]"),
    Entry(
      "output.subtitles", "The container, which the ending of the path chooses, has no place for subtitles as text.",
      wrong: "outputs: [{path: a.ts, subtitles: a.srt}]", right: "outputs: [{path: a.mkv, subtitles: a.srt}]"),
    Entry(
      "output.subtitles-empty",
      "No text of the file shows within the output: its times count from `at`, by default the start of the programme.",
      wrong: "outputs: [{path: a.mp4, range: 0s..2s, subtitles: late.srt}]",
      right: "outputs: [{path: a.mp4, range: 0s..2s, subtitles: [{path: late.srt, at: 0s}]}]"),
    Entry(
      "output.subtitle-styles",
      "Each kind of subtitles has its own styles. SubRip and mp4's text know bold, italic, underline and colours, WebVTT "
        + "less; only ASS in Matroska can move, turn, fade and draw. What the kind of this stream lacks is left out.",
      wrong: "outputs: [{path: a.mp4, subtitles: karaoke.ass}]",
      right: "outputs: [{path: a.mkv, subtitles: karaoke.ass}]"),
    Entry(
      "output.same-path",
      "Two outputs have the same path: one would take the other's place.",
      wrong: "outputs: [{path: a.mp4}, {path: ./a.mp4, size: 640x360}]",
      right: "outputs: [{path: a.mp4}, {path: a-small.mp4, size: 640x360}]"),
    Entry(
      "output.forms", "An output is of one kind: two of its fields contradict each other about which.",
      wrong: "outputs: [{path: \"%02d.png\", frames: [1s], every: 2s}]",
      right: "outputs: [{path: \"%02d.png\", every: 2s}]"),
    Entry(
      "output.not-for-pictures",
      "An output that is pictures has no use for this field: it describes sound, or a film as a whole, or contradicts the "
        + "choice of frames.",
      wrong: "outputs: [{path: a.png, frames: 1s, chapters: markers}]", right: "outputs: [{path: a.png, frames: 1s}]"),
    Entry(
      "output.number",
      "Several pictures are several files, so the path needs a place for their numbers: %d, or %04d for four digits at "
        + "least. They count from 1.",
      wrong: "outputs: [{path: a.png, every: 1f}]", right: "outputs: [{path: \"a-%03d.png\", every: 1f}]"),
    Entry(
      "output.one-picture",
      "The file's ending stands for a format that holds one picture, and nothing says which. Choose a moment with "
        + "`frames`, or write a file a frame, with their numbers in the path.",
      wrong: "outputs: [{path: a.png}]", right: "outputs: [{path: a.png, frames: 50%}]"),
    Entry(
      "output.step", "Pictures in steps shorter than a frame would show the same frame again and again.",
      wrong: "outputs: [{path: \"%04d.png\", every: 1ms}]", right: "outputs: [{path: \"%04d.png\", every: 1f}]"),
    Entry(
      "output.segment",
      "Segments of a stream are between half a second and a minute long. Shorter ones begin and change sooner, longer "
        + "ones take fewer bits.",
      wrong: "outputs: [{path: a.m3u8, segment: 100ms}]", right: "outputs: [{path: a.m3u8, segment: 6s}]"),
    Entry(
      "output.streams-alone",
      "The field is for a stream alone, whose path ends with .m3u8 (HLS) or .mpd (DASH), or a stream has no place for it.",
      wrong: "outputs: [{path: a.mp4, segment: 6s}]", right: "outputs: [{path: a.m3u8, segment: 6s}]"),
    Entry(
      "rendition.name", "The files of a rendition bear its name, so no other one of the stream may have it.",
      wrong: "outputs: [{path: a.m3u8, renditions: [{name: low, size: 320x180}, {name: low, size: 160x90}]}]",
      right: "outputs: [{path: a.m3u8, renditions: [{name: low, size: 320x180}, {name: lowest, size: 160x90}]}]"),
    Entry(
      "rendition.rate",
      "Every rendition begins a segment at the same moment, with a picture that all of them have. At rates that have too "
        + "few moments in common that would be far from the length of a segment that is asked for.",
      wrong: "outputs: [{path: a.m3u8, renditions: [{}, {size: 320x180, fps: 30000/1001}]}]",
      right: "outputs: [{path: a.m3u8, renditions: [{}, {size: 320x180, fps: 25/2}]}]"),
    Entry(
      "rendition.shape",
      "Players change between renditions while they play, and expect the same picture at other sizes.",
      wrong: "outputs: [{path: a.m3u8, renditions: [{size: 640x360}, {size: 360x360}]}]",
      right: "outputs: [{path: a.m3u8, renditions: [{size: 640x360}, {size: 320x180}]}]"),
    Entry(
      "rendition.size",
      "A rendition larger than the canvas would be the canvas enlarged: players of good lines would load more and see the "
        + "same.",
      wrong: "outputs: [{path: a.m3u8, renditions: [{size: 3840x2160}, {size: 640x360}]}]",
      right: "outputs: [{path: a.m3u8, renditions: [{}, {size: 640x360}]}]"),
    Entry(
      "profile.built-in",
      "A profile of the project has the name of one that is built in, which \"edlrender profiles\" prints.",
      wrong: "profiles: {web: {video: {crf: 16}}}",
      right: "profiles: {fine: {extends: web, video: {crf: 16}}}"),
    Entry(
      "profile.recursion", "A profile extends itself, by way of others perhaps.",
      wrong: "profiles: {fine: {extends: fine}}", right: "profiles: {fine: {extends: web}}"),
    Entry(
      "profile.unknown", "No profile of this name is under profiles, nor built in.",
      wrong: "outputs: [{path: a.mp4, profile: wbe}]", right: "outputs: [{path: a.mp4, profile: web}]"),
  ]
}
