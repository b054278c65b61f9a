extension DiagnosticCatalog {
  /// The text as YAML: encoding, syntax, keys, anchors.
  static let yamlEntries: [Entry] = [
    Entry(
      "yaml.alias-limit",
      "An alias (*name) stands for a copy of what its anchor (&name) names. Aliases of lists of aliases multiply, "
        + "so a small file can stand for billions of values. With all aliases written out a file may have "
        + "1,000,000 values; the message points at the alias that went past it.",
      wrong: "x-a: &a [x, x, x, x, x, x, x, x, x, x]\nx-b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]\n# and so on",
      right: "x-a: &a [x, x]\nx-b: [*a, *a]"),
    Entry(
      "yaml.alias-recursive",
      "An alias stands inside the very thing that it names, which would make it endless.",
      wrong: "x-a: &a [*a]", right: "x-a: &a [x]\nx-b: [*a]"),
    Entry(
      "yaml.alias-unknown",
      "An alias (*name) stands for what an anchor (&name) further up names, and there is no such anchor. "
        + "A text that begins with * for another reason goes in quotes.",
      wrong: "x-warm: &warm {speed: 2}\nx-use: *worm", right: "x-warm: &warm {speed: 2}\nx-use: *warm"),
    Entry(
      "yaml.character",
      "The text holds a character that YAML does not allow or that would change the text unseen: a control "
        + "character, a NUL, a byte order mark in the middle, or one of the line separators U+0085, U+2028 and "
        + "U+2029. These come in by copying from other programs; remove the character, or, between double quotes, "
        + "write it as an escape such as \"\\u2028\".",
      wrong: "- {text: \"one<U+2028>two\", duration: 2s}", right: "- {text: \"one\\ntwo\", duration: 2s}"),
    Entry(
      "yaml.depth",
      "Lists and mappings stand inside each other more than 100 levels deep (aliases followed). Most often a closing "
        + "bracket is missing.",
      wrong: "x-a: [[[[[[[[[[[[ # and so on", right: "x-a: []"),
    Entry(
      "yaml.documents",
      "A line --- begins a second YAML document in the same file; a project file is one document.",
      wrong: "edlrender: 1\n---\nedlrender: 1", right: "edlrender: 1"),
    Entry(
      "yaml.cut-text",
      "Inside { } and [ ] a comma ends a text that stands without quotes, so rgb(1, 2, 3) falls into three pieces and "
        + "\"Hello, world\" into a text and a key. Put the whole text in quotes, or write the mapping over several lines.",
      wrong: "- {solid: rgb(255, 136, 0), duration: 1s}", right: "- {solid: \"rgb(255, 136, 0)\", duration: 1s}"),
    Entry(
      "yaml.duplicate-key",
      "The same key is given twice in one mapping. Many programs silently take one of the two; here you choose. "
        + "Quotes make no difference: in and \"in\" are the same key. A note shows the first one.",
      wrong: "- {clip: a, in: 0, \"in\": 20f}", right: "- {clip: a, in: 20f}"),
    Entry(
      "yaml.empty", "The file holds nothing, or only comments. A project begins with the format's version.",
      wrong: "# nothing yet", right: "edlrender: 1"),
    Entry(
      "yaml.encoding",
      "The file is not UTF-8: it was saved in Latin-1, Windows-1252, UTF-16 or another encoding. "
        + "Save it again as UTF-8 in your editor. With or without a byte order mark makes no difference.",
      wrong: "# caf\\xE9 in Latin-1", right: "# café in UTF-8"),
    Entry(
      "yaml.key",
      "A key must be a plain text before its colon; a list or mapping, or nothing at all, cannot be a key.",
      wrong: "[a, b]: 1", right: "a: 1\nb: 1"),
    Entry(
      "yaml.merge",
      "The merge key << takes one mapping or a list of mappings, usually aliases. What the mapping says itself wins, "
        + "and of a list the earlier ones win.",
      wrong: "x-a: &a cover\nx-b: {<<: *a}", right: "x-a: &a {fit: cover}\nx-b: {<<: *a}"),
    Entry(
      "yaml.syntax",
      "The text is not YAML. The message says what was expected; the place is where reading stopped, so the cause may "
        + "stand a little before it: a missing colon or quote, a text with \": \" or \" #\" in it that needs quotes, "
        + "or lines of one list or mapping that are not indented alike.",
      wrong: "- {text: Part 2: the end, duration: 2s}", right: "- {text: \"Part 2: the end\", duration: 2s}"),
    Entry(
      "yaml.tab",
      "YAML counts spaces to see what belongs to what, so a tab cannot indent. Set the editor to insert spaces. "
        + "After a value or a colon tabs are fine.",
      wrong: "tracks:\n<tab>- kind: video", right: "tracks:\n  - kind: video"),
    Entry(
      "yaml.tag",
      "Tags of YAML's core schema, such as !!str, are accepted; other tags mean nothing here, because each field knows "
        + "what its value is.",
      wrong: "x-a: !color red", right: "x-a: red"),
    Entry(
      "yaml.too-large",
      "The file is larger than 16 MiB or has more than 1,000,000 values. Such a size is a mistake or an attack; "
        + "a feature film of 10,000 clips has about 1 MiB.",
      wrong: "# 16 MiB of text", right: "include: [part1.yaml]"),
  ]
}
