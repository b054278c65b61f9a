extension DiagnosticCatalog {
  /// Effects, looks, sources and subtitles.
  static let effectEntries: [Entry] = [
    Entry(
      "effect.graph",
      "The text of a graph or of a source is not what libavfilter reads: a graph has one open pad [in] and one [out], "
        + "a source begins with a filter that makes pictures.",
      wrong: "effects: [graph: \"[in]split[a][b]\"]", right: "effects: [graph: \"[in]split[a][b];[a][b]hstack[out]\"]"),
    Entry(
      "effect.keyframes", "All keyframes of an option are numbers, or all are colours.",
      wrong: "effects: [hue: {h: {0s: 0, 1s: red}}]", right: "effects: [hue: {h: {0s: 0, 1s: 90}}]"),
    Entry(
      "effect.not-one", "Each entry of a list of effects is one filter, look or graph.",
      wrong: "effects: [{hue: {s: 0}, vflip: {}}]", right: "effects: [hue: {s: 0}, vflip]"),
    Entry(
      "effect.not-tunable",
      "Keyframes work on options that libavfilter can change while a filter runs; the message names those of the filter.",
      wrong: "effects: [unsharp: {la: {0s: 0, 1s: 1}}]", right: "effects: [cas: {strength: {0s: 0, 1s: 1}}]"),
    Entry(
      "effect.option-value", "The option does not take this value; the message names its type and range.",
      wrong: "effects: [hue: {b: 20}]", right: "effects: [hue: {b: 2}]"),
    Entry(
      "effect.pads",
      "An effect takes one picture and gives one. A filter with other pads is used in a graph; one that makes pictures "
        + "is an item of its own, source.",
      wrong: "effects: [overlay]", right: "effects: [graph: \"[in]split[a][b];[b]vflip[c];[a][c]overlay=y=H/2[out]\"]"),
    Entry(
      "effect.refused",
      "Filters that write files, open sockets or load code are refused, so that a stranger's project is safe to render. "
        + "Trust one by name with --allow-filter.",
      wrong: "effects: [frei0r: glow]", right: "effects: [gblur: 4]"),
    Entry(
      "effect.settings", "The filter refuses its settings as a whole; the message is libavfilter's own.",
      wrong: "effects: [eq: {contrast: high}]", right: "effects: [eq: {contrast: 1.5}]"),
    Entry(
      "effect.transparency",
      "A filter makes parts of an opaque picture transparent, and one behind it takes no transparency: what it made would "
        + "be lost. Put the filter that takes none in front, or key with the item's own key field.",
      wrong: "effects: [chromakey: green, vignette]", right: "effects: [vignette, chromakey: green]"),
    Entry(
      "effect.unknown-filter", "The linked libavfilter has no filter of this name.",
      wrong: "effects: [unsharpen]", right: "effects: [unsharp]"),
    Entry(
      "effect.unknown-option", "The filter has no option of this name; the note lists those it has.",
      wrong: "effects: [hue: {saturation: 0}]", right: "effects: [hue: {s: 0}]"),
    Entry(
      "look.recursion", "A look uses itself, by way of others perhaps.", wrong: "looks: {warm: [look: warm]}",
      right: "looks: {warm: [colortemperature: 5000]}"),
    Entry(
      "look.setting", "Of the looks, wash takes a color and an amount from 0 to 1; the others take nothing.",
      wrong: "effects: [look: {sepia: {amount: 2}}]", right: "effects: [look: {wash: {color: orange, amount: 40%}}]"),
    Entry(
      "look.unknown", "No look of this name is under looks, nor built in.", wrong: "effects: [look: noire]",
      right: "effects: [look: noir]"),
    Entry(
      "subtitles.kind", "Subtitles are a file of SubRip (.srt), ASS (.ass, .ssa) or WebVTT (.vtt).",
      wrong: "subtitles: talk.mkv", right: "subtitles: talk.srt"),
    Entry(
      "subtitles.encoding",
      "Subtitles are text in UTF-8, or in UTF-16 with its mark. Older files are in the encoding of one country, and say "
        + "nowhere which.",
      wrong: "subtitles: latin.srt", right: "subtitles: utf8.srt # iconv -f CP1252 -t UTF-8 latin.srt > utf8.srt"),
    Entry(
      "subtitles.style", "The style of subtitles is overridden by ASS's names, each with one value.",
      wrong: "style: {size: 20}", right: "style: {Fontsize: 20}"),
  ]
}
