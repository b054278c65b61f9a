extension DiagnosticCatalog {
  /// Items, their lengths and their places.
  static let itemEntries: [Entry] = [
    Entry(
      "fade.too-long",
      "A fade is longer than its item, or below 0.",
      wrong: "- {clip: a.mov, audio: {fade_in: 9s}}",
      right: "- {clip: a.mov, audio: {fade_in: 1s}}"),
    Entry(
      "item.after-to-end",
      "An item lasts to the end of its sequence, so nothing can follow it on the same track.",
      wrong: "- {solid: red, duration: to-end}\n- {clip: a.mov}",
      right: "- {clip: a.mov}\n- {solid: red, duration: 1s}"),
    Entry(
      "item.before-start",
      "An item would start before its sequence does.",
      wrong: "- {clip: a.mov, at: -1s}",
      right: "- {clip: a.mov, at: 0}"),
    Entry(
      "item.conflict",
      "Two keys of an item contradict each other: out and duration both say where it ends, repeat and loop both "
        + "how often it plays, freeze needs no in, out, speed or reverse.",
      wrong: "- {clip: a.mov, out: 1s, duration: 1s}",
      right: "- {clip: a.mov, out: 1s}"),
    Entry(
      "item.duplicate-id",
      "Two items have the same id, so a time that names it would be ambiguous.",
      wrong: "- {clip: a.mov, id: x}\n- {clip: a.mov, id: x}",
      right: "- {clip: a.mov, id: x}\n- {clip: a.mov, id: y}"),
    Entry(
      "item.empty",
      "An item comes to no frame: its length is 0 or less, or below half a frame.",
      wrong: "- {clip: a.mov, in: 20f, out: 20f}",
      right: "- {clip: a.mov, in: 20f, out: 21f}"),
    Entry(
      "framing.unused",
      "Items say how they are laid in a framing, and no output names it: nothing shows what they say.",
      wrong: """
        edlrender: 1
        canvas: {size: 1920x1080, fps: 25}
        tracks: [{kind: video, items: [{clip: a.mov, framing: {tall: {scale: 120%}}}]}]
        outputs: [{path: film.mp4}]
        """,
      right: """
        edlrender: 1
        canvas: {size: 1920x1080, fps: 25}
        tracks: [{kind: video, items: [{clip: a.mov, framing: {tall: {scale: 120%}}}]}]
        outputs: [{path: film.mp4}, {path: tall.mp4, size: 1080x1920, framing: tall}]
        """),
    Entry(
      "item.framing-field",
      "A framing lays the same picture differently: its fields are those of the picture. When an item plays, what of it "
        + "and how it sounds are the same in all outputs.",
      wrong: """
        edlrender: 1
        canvas: {size: 1920x1080, fps: 25}
        tracks: [{kind: video, items: [{clip: a.mov, framing: {tall: {duration: 1s}}}]}]
        outputs: [{path: tall.mp4, size: 1080x1920, framing: tall}]
        """,
      right: """
        edlrender: 1
        canvas: {size: 1920x1080, fps: 25}
        tracks: [{kind: video, items: [{clip: a.mov, duration: 1s, framing: {tall: {scale: 120%}}}]}]
        outputs: [{path: tall.mp4, size: 1080x1920, framing: tall}]
        """),
    Entry(
      "item.gap-duration",
      "The length of a gap is the value of its leading key.",
      wrong: "- {gap: 1s, duration: 2s}",
      right: "- {gap: 2s}"),
    Entry(
      "item.kind-ambiguous",
      "An item has two leading keys, but it can be one thing only.",
      wrong: "- {clip: a.mov, gap: 4s}",
      right: "- {clip: a.mov}\n- {gap: 4s}"),
    Entry(
      "item.kind-missing",
      "An item has one leading key that says what it is: clip, gap, group, stack or solid.",
      wrong: "- {duration: 4s}",
      right: "- {gap: 4s}"),
    Entry(
      "item.no-duration",
      "Stills, solids and frozen frames have no length of their own.",
      wrong: "- {solid: red}",
      right: "- {solid: red, duration: 3s}"),
    Entry(
      "item.no-sound",
      "A solid colour has no sound, and an audio track plays sound alone.",
      wrong: "edlrender: 1\ntracks: [{kind: audio, items: [{solid: red}]}]",
      right: "edlrender: 1\ntracks: [{kind: video, items: [{solid: red, duration: 1s}]}]"),
    Entry(
      "item.sound-fields",
      "Beside a picture the sound fields stand under audio, so that gain cannot be taken for the picture's; on "
        + "an audio track they stand on the item itself.",
      wrong: "- {clip: a.mov, gain: -6dB}",
      right: "- {clip: a.mov, audio: {gain: -6dB}}"),
    Entry(
      "item.to-end",
      "An item lasts to the end of its sequence, but the rest of the sequence has no length, or has ended "
        + "before the item starts.",
      wrong: "- {solid: red, duration: to-end}",
      right: "- {solid: red, duration: 4s}"),
    Entry(
      "item.too-many-plays",
      "An item would play more than 100,000 times, which is most likely a slip in a unit.",
      wrong: "- {clip: a.mov, out: 1f, loop: 9000s}",
      right: "- {clip: a.mov, out: 1f, loop: 9s}"),
    Entry(
      "sequence.content",
      "A named sequence has either tracks or items.",
      wrong: "sequences: {part: {x-note: 1}}",
      right: "sequences: {part: {items: [{clip: a.mov}]}}"),
    Entry(
      "sequence.empty",
      "The programme, a group or a sequence holds nothing that lasts.",
      wrong: "edlrender: 1\ntracks: [{kind: video, items: []}]",
      right: "edlrender: 1\ntracks: [{kind: video, items: [{clip: a.mov}]}]"),
    Entry(
      "sequence.name-clash",
      "A sequence and a media entry have the same name, so a clip could mean either.",
      wrong: "media: {part: a.mov}\nsequences: {part: [{clip: a.mov}]}",
      right: "media: {talk: a.mov}\nsequences: {part: [{clip: a.mov}]}"),
    Entry(
      "sequence.recursion",
      "A named sequence contains itself, directly or through others.",
      wrong: "edlrender: 1\nsequences: {a: [{clip: a}]}\ntracks: [{kind: video, items: [{clip: a}]}]",
      right: "edlrender: 1\nsequences: {a: [{clip: a.mov}]}\ntracks: [{kind: video, items: [{clip: a}]}]"),
    Entry(
      "sequence.too-deep",
      "Named sequences are nested more than 50 deep.",
      wrong: "sequences: {s0: [{clip: s1}], s1: [{clip: s2}]} # and so on, 60 deep",
      right: "sequences: {s0: [{clip: a.mov}]}"),
    Entry(
      "sequence.too-large",
      "With every use of every sequence put in place the project has more than a million items.",
      wrong: "sequences: {s0: [{clip: s1}, {clip: s1}], s1: [{clip: s2}, {clip: s2}]} # and so on",
      right: "sequences: {s0: [{clip: a.mov}]}"),
    Entry(
      "time.circle",
      "The places of some items depend on each other in a circle. The message names the chain; give one of them "
        + "a time of its own.",
      wrong: "- {clip: a.mov, id: x, at: x.end}",
      right: "- {clip: a.mov, id: x, at: 1s}"),
    Entry(
      "time.no-single-place",
      "A time names an item in a group that plays more than once, backwards or frozen, so it has no single "
        + "place.",
      wrong: "- {group: [{clip: a.mov, id: x}], repeat: 2}\n- {clip: a.mov, at: x.end + 9s}",
      right: "- {group: [{clip: a.mov, id: x}]}\n- {clip: a.mov, at: x.end + 9s}"),
    Entry(
      "time.off-grid",
      "A time that was written is not a whole number of frames, so its edge moves to the nearest one. Every "
        + "edge is rounded on its own and nothing adds up; with --strict this is an error.",
      wrong: "- {clip: a.mov, duration: 0.1s}",
      right: "- {clip: a.mov, duration: 3f}"),
    Entry(
      "time.other-sequence",
      "A time names an item of another named sequence, whose times are not those of this one.",
      wrong:
        "edlrender: 1\nsequences: {s: [{clip: a.mov, id: x}]}\ntracks: [{kind: video, items: [{clip: s}, {clip: a.mov, at: x.end}]}]",
      right:
        "edlrender: 1\nsequences: {s: [{clip: a.mov, id: x}]}\ntracks: [{kind: video, items: [{clip: s, id: y}, {clip: a.mov, at: y.end}]}]"
    ),
    Entry(
      "time.outside-programme",
      "A marker or a range lies outside the programme.",
      wrong: "markers: [{at: 9s, name: Late}]",
      right: "markers: [{at: end, name: Last}]"),
    Entry(
      "track.overlap",
      "Two items of one track would be on at the same time. Put one of them on another track, or move it.",
      wrong: "- {clip: a.mov}\n- {clip: a.mov, at: 99f}",
      right: "- {clip: a.mov}\n- {clip: a.mov, at: 100f}"),
  ]
}
