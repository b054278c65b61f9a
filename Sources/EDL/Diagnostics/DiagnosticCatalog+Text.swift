extension DiagnosticCatalog {
  /// Reading the project's files: includes, variables, paths.
  static let textEntries: [Entry] = [
    Entry(
      "file.unreadable",
      "A project file, or one that it includes, cannot be read: the message has the system's reason. Paths in a file are "
        + "relative to that file.",
      wrong: "include: [loks.yaml]", right: "include: [looks.yaml]"),
    Entry(
      "include.conflict",
      "Two files of a project define the same name. Neither wins silently: rename one, or remove one. A note shows the "
        + "first.",
      wrong: "# looks.yaml also has media: {talk: …}\ninclude: [looks.yaml]\nmedia: {talk: talk.mov}",
      right: "include: [looks.yaml]\nmedia: {talk2: talk.mov}"),
    Entry(
      "include.cycle", "A file includes itself, directly or through others.",
      wrong: "# looks.yaml\ninclude: [looks.yaml]", right: "# looks.yaml\nlooks: {}"),
    Entry(
      "include.key",
      "An included file shares definitions: media, looks, sequences, buses, vars and profiles (and may include others). "
        + "Tracks, outputs and the canvas belong to the project file.",
      wrong: "# looks.yaml\ntracks: []", right: "# looks.yaml\nlooks: {warm: [eq]}"),
    Entry(
      "include.limit", "A project includes at most 256 files, at most 32 deep.", wrong: "include: [a.yaml] # and so on",
      right: "include: [all.yaml]"),
    Entry(
      "include.path", "include is a path or a list of paths.", wrong: "include: {looks: looks.yaml}",
      right: "include: [looks.yaml]"),
    Entry(
      "include.section", "A section that files share is a mapping of names, in each of them.",
      wrong: "# looks.yaml\nlooks: [warm]", right: "# looks.yaml\nlooks: {warm: [eq]}"),
    Entry(
      "path.outside-root",
      "With --root only files under that folder are read, symbolic links followed first. This one lies outside.",
      wrong: "include: [../../other/looks.yaml]", right: "include: [looks.yaml]"),
    Entry(
      "project.not-mapping",
      "A project file is a mapping: keys, each with a colon and a value. This file is a list or a single text.",
      wrong: "- edlrender: 1", right: "edlrender: 1"),
    Entry(
      "vars.cycle", "A variable's value uses the variable itself, directly or through others.",
      wrong: "vars: {a: \"${b}\", b: \"${a}\"}", right: "vars: {a: \"${b}\", b: World}"),
    Entry(
      "vars.mapping", "vars gives names to texts, as a mapping.", wrong: "vars: [name]", right: "vars: {name: World}"),
    Entry(
      "vars.name", "The name of a variable has letters, digits, _, - and . only.", wrong: "vars: {\"my name\": World}",
      right: "vars: {my_name: World}"),
    Entry(
      "vars.syntax",
      "A ${ begins a reference to a variable, which ends at }. A ${ that is just text is written $${.",
      wrong: "- {text: \"Hello, ${name\", duration: 2s}", right: "- {text: \"Hello, ${name}\", duration: 2s}"),
    Entry(
      "vars.too-large",
      "With the values of its variables in place a text is longer than 64 KiB, or all such texts together than 16 MiB.",
      wrong: "vars: {a: \"${b}${b}\", b: \"${c}${c}\"} # and so on", right: "vars: {a: short}"),
    Entry(
      "vars.undeclared",
      "--set gives a value to a variable that the project declares under vars, and this one is not declared there.",
      wrong: "edlrender film.yaml --set nmae=World", right: "edlrender film.yaml --set name=World"),
    Entry(
      "vars.unknown",
      "A ${name} refers to a variable under vars, and there is none of that name. A ${ that is just text is written $${.",
      wrong: "vars: {name: World}\nmarkers: [{at: 0, name: \"${nmae}\"}]",
      right: "vars: {name: World}\nmarkers: [{at: 0, name: \"${name}\"}]"),
    Entry(
      "vars.unset",
      "A variable is declared without a value. Give it one in the file or with --set, or write \"\" if it is to be "
        + "empty.",
      wrong: "vars: {name: }", right: "vars: {name: \"\"}"),
    Entry(
      "vars.value", "A variable stands for a text; a list or a mapping cannot be put into other texts.",
      wrong: "vars: {sizes: [1, 2]}", right: "vars: {size: 1}"),
  ]
}
