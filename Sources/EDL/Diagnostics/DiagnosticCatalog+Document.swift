extension DiagnosticCatalog {
  /// What keys and values are written: the document.
  static let documentEntries: [Entry] = [
    Entry(
      "document.misplaced-key",
      "The key exists, but for another kind of item.",
      wrong: "- {gap: 1s, speed: 2}",
      right: "- {gap: 1s}"),
    Entry(
      "document.missing-key",
      "A mapping lacks a key that it needs.",
      wrong: "edlrender: 1\ntracks: [{items: [{clip: a.mov}]}]",
      right: "edlrender: 1\ntracks: [{kind: video, items: [{clip: a.mov}]}]"),
    Entry(
      "document.unknown-key",
      "A mapping has a key that the format does not know there, most often a misspelt one. Nothing is ignored "
        + "silently; keys that begin with x- are yours and may hold anything.",
      wrong: "- {clip: a.mov, duratoin: 4s}",
      right: "- {clip: a.mov, duration: 4s}"),
    Entry(
      "document.version",
      "The file is written in a format version that this edlrender does not know.",
      wrong: "edlrender: 2\ntracks: [{kind: video, items: [{clip: a.mov}]}]",
      right: "edlrender: 1\ntracks: [{kind: video, items: [{clip: a.mov}]}]"),
    Entry(
      "document.wrong-type",
      "A value has the wrong shape: a list where a mapping is wanted, or nothing at all.",
      wrong: "canvas: [160, 120]",
      right: "canvas: {size: [160, 120], fps: 25}"),
    Entry(
      "value.choice",
      "The value is not one of the words that the key takes.",
      wrong: "- {clip: a.mov, fit: stretch}",
      right: "- {clip: a.mov, fit: fill}"),
    Entry(
      "value.color",
      "The text is no colour. Colours are CSS names, #RGB, #RGBA, #RRGGBB, #RRGGBBAA, rgb(…) or hsl(…); one "
        + "that begins with # stands in quotes, because YAML takes a bare # for a remark.",
      wrong: "- {solid: blurple, duration: 1s}",
      right: "- {solid: \"#7289da\", duration: 1s}"),
    Entry(
      "value.flag",
      "The value is neither true nor false. YAML 1.2 has no yes, no, on and off.",
      wrong: "- {clip: a.mov, reverse: yes}",
      right: "- {clip: a.mov, reverse: true}"),
    Entry(
      "value.gain",
      "A gain has its unit, because 0 could mean silence or no change: decibels (-12dB, from -144dB to 60dB), percent of "
        + "the amplitude (50%) or a factor of it (0.5x), up to tenfold.",
      wrong: "- {clip: a.mov, audio: {gain: -12}}",
      right: "- {clip: a.mov, audio: {gain: -12dB}}"),
    Entry(
      "value.id",
      "An id is made of the letters A to Z, digits, _ and -, so that times can name it: intro.end. The words "
        + "start, end and to-end are taken.",
      wrong: "- {clip: a.mov, id: \"my intro\"}",
      right: "- {clip: a.mov, id: my-intro}"),
    Entry(
      "value.language",
      "A language is three letters of ISO 639-2.",
      wrong: "outputs: [{path: out.mp4, audio: [{language: english}]}]",
      right: "outputs: [{path: out.mp4, audio: [{language: eng}]}]"),
    Entry(
      "value.number",
      "The value is not a whole number in the range that the key takes.",
      wrong: "- {clip: a.mov, repeat: 2.5}",
      right: "- {clip: a.mov, repeat: 2}"),
    Entry(
      "value.path",
      "A path is empty or has a NUL character in it.",
      wrong: "- {clip: \"\"}",
      right: "- {clip: a.mov}"),
    Entry(
      "value.rendition-name",
      "The name of a rendition is part of the names of its files and of their addresses: letters, digits, - and _.",
      wrong: "outputs: [{path: a.m3u8, renditions: [{name: full size}]}]",
      right: "outputs: [{path: a.m3u8, renditions: [{name: full-size}]}]"),
    Entry(
      "value.size",
      "A size is two whole numbers of pixels from 1 to 16384: 1920x1080 or [1920, 1080].",
      wrong: "canvas: {size: wide, fps: 25}",
      right: "canvas: {size: 1280x720, fps: 25}"),
    Entry(
      "value.span",
      "A range is two times with two points between them, or a list of two times.",
      wrong: "outputs: [{path: out.mp4, range: 2s}]",
      right: "outputs: [{path: out.mp4, range: 1s..2s}]"),
    Entry(
      "value.speed",
      "A speed is above 0 and at most a hundredfold either way: 2, 1.5, 3/2, 150%. Stand still with freeze, go "
        + "backwards with reverse.",
      wrong: "- {clip: a.mov, speed: 0}",
      right: "- {clip: a.mov, freeze: 0s, duration: 1s}"),
    Entry(
      "value.timecode", "A start timecode is a label of four fields, below 24 hours; `;` makes it drop-frame.",
      wrong: "outputs: [{path: film.mov, timecode: 1h}]",
      right: "outputs: [{path: film.mov, timecode: \"01:00:00:00\"}]"),
  ]
}
