extension DiagnosticCatalog {
  /// Media, clips and the canvas that follows them.
  static let mediaEntries: [Entry] = [
    Entry(
      "proxy.failed",
      "A proxy could not be made; what was at its path is still there. The message names the reason.",
      wrong: "edlrender proxies project.yaml # with a full disk",
      right: "edlrender proxies project.yaml --lines 360"),
    Entry(
      "proxy.impossible",
      "No proxy of this film can be made that shows the same frames: it is interlaced or transparent, or the "
        + "proxy's container does not keep every frame's time.",
      wrong: "media: {talk: {path: a.mov, proxy: a.proxy.avi}}",
      right: "media: {talk: {path: a.mov, proxy: a.proxy.mp4}}"),
    Entry(
      "proxy.misfit",
      "The file that is named as a proxy has another shape, rate or length than its film, or cannot be read. "
        + "The draft reads the film itself.",
      wrong: "edlrender project.yaml --draft # after the film was cut anew",
      right: "edlrender proxies project.yaml"),
    Entry(
      "proxy.missing",
      "The media name a proxy that is not made yet. The draft reads the film itself.",
      wrong: "edlrender project.yaml --draft",
      right: "edlrender proxies project.yaml"),
    Entry(
      "proxy.no-film",
      "Only a film can have a proxy: a still, an image sequence or sound is read as it is.",
      wrong: "media: {scan: {path: \"f%04d.png\", proxy: scan.mp4}}",
      right: "media: {scan: {path: \"f%04d.png\"}}"),
    Entry(
      "proxy.none",
      "There is nothing to make: no film that the programme uses names a proxy.",
      wrong: "media: {talk: a.mov}",
      right: "media: {talk: {path: a.mov, proxy: proxies/a.mp4}}"),
    Entry(
      "media.pipe",
      "What should come over standard input does not: there is a terminal, nothing, a part of a picture, or no room to "
        + "keep it.",
      wrong:
        "media: {in: {pipe: stdin, size: 640x360, pixel_format: rgb24, fps: 25}}\ntracks: [{kind: video, items: [{clip: in}]}]",
      right: "ffmpeg -i a.mov -f rawvideo -pix_fmt rgb24 -s 640x360 - | edlrender project.yaml"),
    Entry(
      "media.pipe-format", "No pixel format of this name is known, or its pictures lie in no memory.",
      wrong: "media: {in: {pipe: stdin, size: 640x360, pixel_format: yuv421p, fps: 25}}",
      right: "media: {in: {pipe: stdin, size: 640x360, pixel_format: yuv422p, fps: 25}}"),
    Entry(
      "media.pipe-keys",
      "A file says itself what its pictures are, a pipe does not: each has keys of its own, and they cannot be mixed.",
      wrong: "media: {in: {path: a.mov, size: 640x360}}", right: "media: {in: {path: a.mov}}"),
    Entry(
      "media.second-pipe", "There is one standard input, and two entries of media read it.",
      wrong: "media: {a: {pipe: stdin, size: 64x36, pixel_format: rgb24, fps: 25}, b: {pipe: stdin, size: 64x36, "
        + "pixel_format: gray, fps: 25}}",
      right: "media: {a: {pipe: stdin, size: 64x36, pixel_format: rgb24, fps: 25}, b: mask.mov}"),
    Entry(
      "canvas.assumed",
      "The canvas is not given, or only in part, so the first video clip sets the rest: its size as shown and "
        + "its rate, brought to a common one if it varies. Write it down to be independent of the clip.",
      wrong: "edlrender: 1\ntracks: [{kind: video, items: [{clip: a.mov}]}]",
      right: "edlrender: 1\ncanvas: {size: 160x120, fps: 25}\ntracks: [{kind: video, items: [{clip: a.mov}]}]"),
    Entry(
      "clip.beyond-media",
      "More is asked for than the media has. Its end is that of the picture, whatever the container claims. "
        + "Shorten the clip, or say with extend what shall follow.",
      wrong: "- {clip: a.mov, in: 90f, out: 110f}",
      right: "- {clip: a.mov, in: 90f, out: 110f, extend: freeze}"),
    Entry(
      "clip.no-picture",
      "A file of sound alone stands on a video track.",
      wrong: "edlrender: 1\ntracks: [{kind: video, items: [{clip: bed.wav}]}]",
      right: "edlrender: 1\ntracks: [{kind: audio, items: [{clip: bed.wav}]}]"),
    Entry(
      "clip.no-sound",
      "A clip without sound stands on an audio track, or has sound fields that can do nothing.",
      wrong: "edlrender: 1\ntracks: [{kind: audio, items: [{clip: mute.mov}]}]",
      right: "edlrender: 1\ntracks: [{kind: video, items: [{clip: mute.mov}]}]"),
    Entry(
      "clip.no-stream",
      "The file has no stream of this number; they are counted from 0.",
      wrong: "- {clip: a.mov, stream: {audio: 1}}",
      right: "- {clip: a.mov, stream: {audio: 0}}"),
    Entry(
      "clip.no-timecode",
      "With timecode: source, timecode counts from the media's own start timecode, but the file has none that "
        + "counts at its rate.",
      wrong: "- {clip: a.mov, in: 00:00:01:00, timecode: source}",
      right: "- {clip: a.mov, in: 00:00:01:00}"),
    Entry(
      "clip.unknown",
      "No media entry, sequence or file has this name.",
      wrong: "- {clip: nothing}",
      right: "- {clip: a.mov}"),
    Entry(
      "media.empty-range",
      "The first number of an image sequence is above its last.",
      wrong: "media: {scan: {path: \"f%04d.png\", first: 2, last: 1}}",
      right: "media: {scan: {path: \"f%04d.png\", first: 1, last: 2}}"),
    Entry(
      "media.missing-stills",
      "Numbers are missing in an image sequence, or a listed file is. Nothing is held or skipped unasked.",
      wrong: "media: {scan: {path: \"f%04d.png\", first: 0}}",
      right: "media: {scan: {path: \"f%04d.png\", first: 1}}"),
    Entry(
      "media.no-stills",
      "Neither a file nor any still has the name, pattern or glob.",
      wrong: "- {clip: \"g%04d.png\"}",
      right: "- {clip: \"f%04d.png\"}"),
    Entry(
      "media.not-a-sequence",
      "A key for image sequences stands beside the path of one file, or a key for numbered patterns beside a "
        + "glob or a folder.",
      wrong: "media: {scan: {path: a.mov, fps: 5}}",
      right: "media: {scan: {path: a.mov}}"),
    Entry(
      "media.not-a-still",
      "The files of an image sequence are not stills.",
      wrong: "media: {scan: {path: \"v%02d.mov\", fps: 5}}",
      right: "media: {scan: {path: \"f%04d.png\", fps: 5}}"),
    Entry(
      "media.not-found",
      "A file does not exist. Paths are relative to the file in which they stand.",
      wrong: "- {clip: b.mov}",
      right: "- {clip: a.mov}"),
    Entry(
      "media.times-and-fps",
      "Both fps and times say when stills appear.",
      wrong: "media: {scan: {path: \"f%04d.png\", fps: 5, times: [0s, 1s]}}",
      right: "media: {scan: {path: \"f%04d.png\", times: [0s, 1s]}}"),
    Entry(
      "media.times-count",
      "There is one time for each still, or one more: the end of the last.",
      wrong: "media: {scan: {path: \"f%04d.png\", times: [0s]}}",
      right: "media: {scan: {path: \"f%04d.png\", times: [0s, 1s]}}"),
    Entry(
      "media.times-file",
      "A list of times cannot be read, or has no lines file,time or time.",
      wrong: "media: {scan: {path: \"f%04d.png\", times: none.csv}}",
      right: "media: {scan: {path: \"f%04d.png\", times: times.csv}}"),
    Entry(
      "media.times-order",
      "The times of stills rise from each to the next.",
      wrong: "media: {scan: {path: \"f%04d.png\", times: [1s, 1s]}}",
      right: "media: {scan: {path: \"f%04d.png\", times: [1s, 2s]}}"),
    Entry(
      "media.unreadable",
      "A file exists, but the system does not let it be read.",
      wrong: "edlrender film.yaml # with a file of another user",
      right: "edlrender film.yaml # after chmod +r"),
    Entry(
      "path.not-a-file",
      "A path leads to a device, a pipe or a folder without stills, not to a plain file.",
      wrong: "- {clip: /dev/zero}",
      right: "- {clip: a.mov}"),
    Entry(
      "path.not-local",
      "Only plain local files are opened: no network, no device, none of the protocols of FFmpeg.",
      wrong: "- {clip: \"https://example.org/a.mov\"}",
      right: "- {clip: a.mov}"),
  ]
}
