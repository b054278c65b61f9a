extension DiagnosticCatalog {
  /// Times and frame rates.
  static let timeEntries: [Entry] = [
    Entry(
      "rate.decimal",
      "Frame rates are exact. Four decimals are known as names of the NTSC rates: 23.976, 29.97, 59.94 and 119.88 mean "
        + "24000/1001, 30000/1001, 60000/1001 and 120000/1001. Any other rate is a whole number or a fraction.",
      wrong: "canvas: {fps: 12.5}", right: "canvas: {fps: 25/2}"),
    Entry(
      "rate.range", "A frame rate is above 0 and at most 1000 frames a second.", wrong: "canvas: {fps: 0}",
      right: "canvas: {fps: 25}"),
    Entry(
      "rate.syntax",
      "A frame rate is a whole number (25), a fraction (30000/1001), or one of 23.976, 29.97, 59.94 and 119.88, "
        + "without a unit.",
      wrong: "canvas: {fps: 25fps}", right: "canvas: {fps: 25}"),
    Entry(
      "speed.backwards",
      "An ease that overshoots goes beyond the values of its keyframes, and here that takes the speed to zero or below. "
        + "A ramp only ever goes forward: play backwards with reverse, stand still with freeze.",
      wrong: "- {clip: a.mov, duration: 2s, speed: {0s: 2, 2s: 1/10, ease: elastic-out}}",
      right: "- {clip: a.mov, duration: 2s, speed: {0s: 2, 2s: 1/10, ease: ease-out}}"),
    Entry(
      "speed.needs-duration",
      "A keyframe of a speed counts from the end of the play. Without a duration that end follows from the speed itself: "
        + "the item plays until its out, or all of its source. Give it a duration, which then says how much of the source "
        + "is needed, or count the keyframe from the start.",
      wrong: "- {clip: a.mov, out: 4s, speed: {0s: 1, end: 3}}",
      right: "- {clip: a.mov, duration: 2s, speed: {0s: 1, end: 3}}"),
    Entry(
      "time.bare-number",
      "A number alone could be frames or seconds, and programs differ in which they take it for. Only 0 needs no unit. "
        + "The fixes show both readings.",
      wrong: "- {clip: a, duration: 120}", right: "- {clip: a, duration: 120f}"),
    Entry(
      "time.drop-frame-rate",
      "A semicolon before the frames makes a timecode drop-frame, which exists only at 30000/1001 (29.97) and "
        + "60000/1001 (59.94) frames a second. At other rates write a colon. In a clip's in and out the rate is the "
        + "media's, everywhere else the canvas's.",
      wrong: "canvas: {fps: 25}\nmarkers: [{at: 00:00:04;12, name: A}]",
      right: "canvas: {fps: 25}\nmarkers: [{at: 00:00:04:12, name: A}]"),
    Entry(
      "time.needs-length",
      "end and % count from a length, and what this time belongs to has none here.",
      wrong: "markers: [{at: 50%, name: Middle}] # where the length is not known yet",
      right: "markers: [{at: 10s, name: Middle}]"),
    Entry(
      "time.overflow",
      "Times are exact fractions with 64-bit terms. This one, or a sum with it, does not fit.",
      wrong: "- {gap: 99999999999999999999s}", right: "- {gap: 10s}"),
    Entry(
      "time.syntax",
      "A time is written as frames (120f), seconds (4s, 4.25s, 250ms, 2m3.5s, 1h, 1001/30000s), a clock (01:30, "
        + "00:00:04.250), SMPTE timecode (01:00:04:12, drop-frame 01:00:04;12), samples (192000sa), 0, a share (50%), "
        + "or an anchor: start, end, intro.start, intro.end. Terms are added and taken away: end - 2s. Put spaces "
        + "around a minus, because an id may hold one. As a duration, to-end lasts until the end of the sequence.",
      wrong: "- {clip: a, duration: 4 seconds}", right: "- {clip: a, duration: 4s}"),
    Entry(
      "time.timecode-dropped",
      "Drop-frame timecode leaves out the labels 00 and 01 (00 to 03 at 59.94) of every minute but each tenth, so that "
        + "labels keep up with the clock. No frame has this label; the message names the next one.",
      wrong: "- {clip: a, in: 01:01:00;00, duration: 2s}", right: "- {clip: a, in: 01:01:00;02, duration: 2s}"),
    Entry(
      "time.timecode-frame",
      "The last field of a timecode counts frames, from 0 to one less than the rate. A label made at another rate, such "
        + "as 00:00:00:24 in a 24 fps project, names no frame.",
      wrong: "canvas: {fps: 24}\nmarkers: [{at: 00:00:00:24, name: A}]",
      right: "canvas: {fps: 24}\nmarkers: [{at: 00:00:01:00, name: A}]"),
    Entry(
      "time.timecode-rate",
      "Timecode counts whole frames of a second and cannot do so at this rate. Write frames or seconds.",
      wrong: "canvas: {fps: 1/4}\nmarkers: [{at: 00:00:08:00, name: A}]",
      right: "canvas: {fps: 1/4}\nmarkers: [{at: 8s, name: A}]"),
    Entry(
      "time.to-end",
      "to-end is a duration: until the end of the sequence. It cannot stand where a moment is asked for, or where there "
        + "is no end to reach.",
      wrong: "- {clip: a, in: to-end}", right: "- {clip: a, in: 2s, duration: to-end}"),
    Entry(
      "time.unknown-item",
      "A time such as intro.end counts from the item with that id, and no item has it. Ids are given with the key id. "
        + "If a minus is meant, put spaces around it: end-a.start is the start of an item called end-a.",
      wrong: "- {id: intro, clip: a}\n- {text: Hi, at: intor.end, duration: 2s}",
      right: "- {id: intro, clip: a}\n- {text: Hi, at: intro.end, duration: 2s}"),
  ]
}
