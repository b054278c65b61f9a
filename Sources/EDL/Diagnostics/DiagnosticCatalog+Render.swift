extension DiagnosticCatalog {
  /// Encoders, containers, paths that are written, and what goes wrong while rendering.
  static let renderEntries: [Entry] = encoderEntries + containerEntries + pathEntries + runEntries + cacheEntries

  private static let encoderEntries: [Entry] = [
    Entry(
      "render.not-begun",
      "Among the results of --json: this output was not begun, because something before it failed.",
      wrong: "edlrender project.yaml --json # whose first output cannot be written",
      right: "edlrender project.yaml --json --output second"),
    Entry(
      "encoder.option-value",
      "The encoder has this option but not this value of it: the wrong type, out of range, or a word that it does not "
        + "know. The note says what it takes, out of libavcodec's own table.",
      wrong: "video: {codec: h264, crf: 99}", right: "video: {codec: h264, crf: 20}"),
    Entry(
      "encoder.reserved-option",
      "edlrender sets this option itself: the canvas, the plan or the promise of equal bytes decides it.",
      wrong: "video: {codec: h264, threads: 8}", right: "video: {codec: h264}"),
    Entry(
      "encoder.unknown-option",
      "The encoder has no option of this name. Options differ from encoder to encoder: ffmpeg -h encoder=libx264 lists "
        + "them.",
      wrong: "video: {codec: h264, prset: fast}", right: "video: {codec: h264, preset: fast}"),
    Entry(
      "output.hdr-depth",
      "An HDR canvas spreads 10,000 cd/m² over the steps of a sample: 8 bits show bands in every sky. Choose a "
        + "pixel_format with 10 bits, or an encoder that has one.",
      wrong: "video: {codec: hevc, pixel_format: yuv420p} # canvas: {color: bt2020-pq}",
      right: "video: {codec: hevc, pixel_format: yuv420p10le}"),
    Entry(
      "output.bits",
      "The codec of this stream does not store samples of this width, or stores none. PCM takes every width, FLAC and "
        + "ALAC take 16 and 24; AAC, Opus, MP3 and AC-3 choose for themselves.",
      wrong: "audio: [{codec: aac, bits: 24}]", right: "audio: [{codec: flac, bits: 24}]"),
    Entry(
      "output.channels",
      "The encoder of this stream cannot write this channel layout. The note lists those that it can; the stream's "
        + "`channels` brings its bus to one of them.",
      wrong: "canvas: {channels: \"5.1\"}\noutputs: [{path: a.mp3, video: off, audio: [{codec: mp3}]}]",
      right:
        "canvas: {channels: \"5.1\"}\noutputs: [{path: a.mp3, video: off, audio: [{codec: mp3, channels: stereo}]}]"),
    Entry(
      "output.codec",
      "The installed FFmpeg has no encoder of this name for this kind of stream. A codec is named by libavcodec's name "
        + "(h264, aac), an encoder by its own (libx264).",
      wrong: "video: {codec: h246}", right: "video: {codec: h264}"),
    Entry(
      "output.encoder",
      "Each option is right by itself, but the encoder refuses them together; the message has its own words.",
      wrong: "video: {codec: h264, profile: baseline, pixel_format: yuv444p}",
      right: "video: {codec: h264, profile: high444, pixel_format: yuv444p}"),
    Entry(
      "output.too-large", "A contact sheet or a waveform of this size has more pixels than a picture may have.",
      wrong: "outputs: [{path: a.png, contact_sheet: {columns: 64, rows: 64, cell: 1280x720}}]",
      right: "outputs: [{path: a.png, contact_sheet: {columns: 10, rows: 10, cell: 320x180}}]"),
    Entry(
      "output.two-pass",
      "Two passes share a bitrate out over the whole film: the encoder must be able to, and there must be a bitrate.",
      wrong: "video: {codec: h264, crf: 20, two_pass: true}",
      right: "video: {codec: h264, bitrate: 4M, two_pass: true}"),
    Entry(
      "output.frame-rate", "The encoder knows certain frame rates only, and the canvas's is none of them.",
      wrong: "canvas: {fps: 31}\noutputs: [{path: a.mpg, video: {codec: mpeg2video}}]",
      right: "canvas: {fps: 30}\noutputs: [{path: a.mpg, video: {codec: mpeg2video}}]"),
    Entry(
      "output.odd-size",
      "Pixel formats with halved chroma need a width and a height that are divisible by two. Change the canvas, or "
        + "choose a pixel format with full chroma.",
      wrong: "canvas: {size: 1281x720}", right: "canvas: {size: 1280x720}"),
    Entry(
      "output.pixel-format", "The encoder does not take this pixel format. The note lists those that it does.",
      wrong: "video: {codec: h264, pixel_format: yuv420}", right: "video: {codec: h264, pixel_format: yuv420p}"),
    Entry(
      "output.sample-rate",
      "The encoder of this stream cannot write this sample rate. Nothing is converted unasked: the stream's "
        + "`sample_rate` asks for it.",
      wrong: "canvas: {sample_rate: 96000}\noutputs: [{path: a.mp3, video: off, audio: [{codec: mp3}]}]",
      right:
        "canvas: {sample_rate: 96000}\noutputs: [{path: a.mp3, video: off, audio: [{codec: mp3, sample_rate: 48000}]}]"
    ),
  ]

  private static let containerEntries: [Entry] = [
    Entry(
      "output.codec-container",
      "The container, which the ending of the path chooses, cannot hold this codec. Choose another one of either.",
      wrong: "outputs: [{path: film.webm, video: {codec: h264}}]",
      right: "outputs: [{path: film.webm, video: {codec: vp9}}]"),
    Entry(
      "output.container",
      "The ending of the path says which container is written. FFmpeg knows none for this one, or it holds no stream of "
        + "this kind.",
      wrong: "outputs: [{path: film.mp5}]", right: "outputs: [{path: film.mp4}]"),
    Entry(
      "output.delay",
      "AAC, MP3, AC-3 and others begin with silence that their encoders need. mp4, mov, mkv, mp3, ogg and ts say so, and "
        + "players leave it out; this container has no place for it, so the sound comes late by as much.",
      wrong: "outputs: [{path: sound.aac, video: off, audio: [{codec: aac}]}]",
      right: "outputs: [{path: sound.m4a, video: off, audio: [{codec: aac}]}]"),
    Entry(
      "output.streams",
      "The container does not take these streams together; the message has libavformat's words. Many hold a single one.",
      wrong: "outputs: [{path: a.wav, video: off, audio: [{codec: pcm}, {codec: pcm}]}]",
      right: "outputs: [{path: a.mka, video: off, audio: [{codec: pcm}, {codec: pcm}]}]"),
    Entry(
      "output.mux",
      "The container refused a stream or a packet while it was being written; the message has libavformat's words. "
        + "Nothing is left under the output's name.",
      wrong: "outputs: [{path: film.avi, video: {codec: av1}}]",
      right: "outputs: [{path: film.mkv, video: {codec: av1}}]"),
  ]

  private static let pathEntries: [Entry] = [
    Entry(
      "output.folder", "The folder that the film is to be written into does not exist.",
      wrong: "edlrender film.yaml -o nowhere/film.mp4", right: "edlrender film.yaml -o film.mp4"),
    Entry(
      "output.not-a-file",
      "There is something at the output's path that is no regular file: a folder, a device, a pipe.",
      wrong: "edlrender film.yaml -o /dev/video0", right: "edlrender film.yaml -o film.mp4"),
    Entry(
      "output.permission", "The folder that the film is to be written into lets nothing be written by this user.",
      wrong: "edlrender film.yaml -o /film.mp4", right: "edlrender film.yaml -o film.mp4"),
    Entry(
      "output.write",
      "The system took no more while the film was being written: a full disk, a limit, a device that went away. The "
        + "message has its reason. Nothing is left under the output's name, and a file that was there before still is.",
      wrong: "edlrender film.yaml -o /small/film.mp4", right: "edlrender film.yaml -o /large/film.mp4"),
  ]

  private static let runEntries: [Entry] = [
    Entry(
      "media.color-unreadable",
      "A source says that its colour is coded in a way that edlrender cannot bring to the canvas (a logarithmic "
        + "transfer, ICtCp, XYZ): that word is left out of account, so the picture may look wrong. Convert the file, or "
        + "say what it really is.",
      wrong: "scan: scan.mov # tagged log100", right: "scan: {path: scan.mov, color_tags: {transfer: bt709}}"),
    Entry(
      "media.gamut",
      "A source has other primaries or another kind of HDR than the canvas: it is brought there through light, and what "
        + "the canvas does not hold is clipped. Told for information.",
      wrong: "# a source tagged BT.2020 on a canvas of bt709", right: "canvas: {color: bt2020}"),
    Entry(
      "media.sdr-in-hdr",
      "An SDR source on an HDR canvas: its white is as bright as sdr_white says, 203 cd/m² by default. Told for "
        + "information.",
      wrong: "# a source tagged BT.709 on a canvas of bt2020-pq", right: "canvas: {color: bt2020-pq, sdr_white: 203}"),
    Entry(
      "media.outside-root",
      "With --root only files under that folder are read, symbolic links followed first. This one lies outside.",
      wrong: "edlrender check film.yaml --root . # with a clip in ../media",
      right: "edlrender check film.yaml --root .. # which holds both"),
    Entry(
      "media.tone-mapped",
      "A source has a high dynamic range (PQ or HLG) and the canvas has not: it is tone-mapped. Told for information.",
      wrong: "# a source tagged smpte2084", right: "# a source tagged bt709"),
    Entry(
      "media.truncated",
      "A file ends before what it announces does: a copy or a recording that was cut off. Copy it again, or repair it "
        + "with the program that wrote it.",
      wrong: "edlrender probe half-copied.mov", right: "edlrender probe whole.mov"),
    Entry(
      "media.unsupported",
      "A file is media, but of a kind that cannot be used: the message says which. Convert it with FFmpeg.",
      wrong: "edlrender probe dance.webp # an animation", right: "edlrender probe dance.gif"),
    Entry(
      "media.untagged-color",
      "A source does not say which matrix its colours are stored with: up to 576 lines are taken as BT.601, more as "
        + "BT.709. Told for information.",
      wrong: "# a source without a color_space tag", right: "# a source tagged bt709"),
    Entry(
      "output.key-picture",
      "Every segment of a stream begins with a key picture, in all renditions at the same moment, and the encoder did not "
        + "give one there. An interval of its own (`gop`) can be the cause, or an encoder that gives none on demand.",
      wrong: "outputs: [{path: a.m3u8, video: {codec: libsvtav1, gop: 1000}}]",
      right: "outputs: [{path: a.m3u8, video: {codec: libsvtav1}}]"),
    Entry(
      "output.check",
      "The finished file was counted and is not what was planned: frames, samples, length or streams differ. It was not "
        + "kept. This is a fault of edlrender or of a library, and worth a report with the project.",
      wrong: "edlrender film.yaml", right: "edlrender plan film.yaml # shows what was planned"),
    Entry(
      "render.codec", "A decoder, filter or encoder failed while rendering; the message has the library's words.",
      wrong: "edlrender film.yaml", right: "edlrender probe clip.mov # shows what the file is"),
    Entry(
      "render.interrupted",
      "The render was asked to stop and cleaned up. Nothing is left under the output's name, and a file that was there "
        + "before still is.",
      wrong: "edlrender film.yaml # and Ctrl-C", right: "edlrender film.yaml"),
    Entry(
      "render.io", "A file could not be read or written while rendering; the message has the system's reason.",
      wrong: "edlrender film.yaml # from a share that went away", right: "edlrender film.yaml"),
    Entry(
      "render.plan", "The output cannot be planned; \"edlrender check\" says why.", wrong: "edlrender plan film.yaml",
      right: "edlrender check film.yaml"),
    Entry(
      "sound.clipping",
      "The sum of the sounds went beyond full scale and was cut off there. Nothing is made softer unasked: lower a gain.",
      wrong: "- {clip: bed.wav, gain: 6dB}", right: "- {clip: bed.wav, gain: -6dB}"),
  ]

  private static let cacheEntries: [Entry] = [
    Entry(
      "cache.damaged",
      "A finished part in the cache is not what it was when it was put there: a disk error, a power cut, somebody who "
        + "wrote into it. It is left out of account, rendered again and replaced; the film is right.",
      wrong: "edlrender film.yaml # after a power cut", right: "edlrender cache verify"),
    Entry(
      "cache.differs",
      "\"cache verify\" rendered a part again and got other bytes than the cache has. A filter or a codec that does not "
        + "hold the promise of equal bytes, or a fault: worth a report with the project. The entry was removed.",
      wrong: "edlrender cache verify film.yaml", right: "edlrender film.yaml --no-cache"),
    Entry(
      "cache.unwritable",
      "The cache's folder takes no more: a full disk, a missing permission. The render goes on, and this run keeps "
        + "nothing more there.",
      wrong: "edlrender film.yaml --cache /full/cache", right: "edlrender film.yaml --cache /large/cache"),
  ]
}
