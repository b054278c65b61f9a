extension DiagnosticCatalog {
  /// The command line, and what a command itself finds.
  static let commandEntries: [Entry] = [
    Entry(
      "command.usage",
      "The command line is wrong: an option or command that does not exist, a value that it cannot have, an argument too "
        + "many or too few. \"edlrender --help\" and \"edlrender COMMAND --help\" say all that there is.",
      wrong: "edlrender film.yaml --jobs many", right: "edlrender film.yaml --jobs 2"),
    Entry(
      "diff.revision",
      "diff --rev reads the project, its includes and all that git tracks at another revision. The message has git's own "
        + "words: there is no such revision, the file is in no repository, or git is not installed.",
      wrong: "edlrender diff --rev HEAD~1 film.yaml # in the first commit", right: "edlrender diff old.yaml film.yaml"),
    Entry(
      "findings.omitted",
      "There are very many findings, and those beyond a number are counted but not shown. Mend the first ones and look "
        + "again: most of the others tend to go with them.",
      wrong: "edlrender check film.yaml # 5000 mistakes", right: "edlrender check film.yaml # after mending the first"),
    Entry(
      "fmt.kept",
      "fmt reads its own result again before it writes it, and here the result would not have said the same: a value, an "
        + "anchor or a comment would have been lost. The file is kept as it is. Write the place in a plainer way, a "
        + "comment on a line of its own above its entry, and please report it.",
      wrong: "edlrender fmt film.yaml # a layout that fmt cannot bring over", right: "edlrender fmt film.yaml"),
    Entry(
      "init.exists",
      "init does not write over a project that is there already. Name another file with -o, or give --force to replace "
        + "it.",
      wrong: "edlrender init clip.mov # in a folder that has a project.yaml",
      right: "edlrender init clip.mov -o second.yaml"),
    Entry(
      "output.unwritable",
      "The system does not let this be written; the message has its reason: a folder that does not exist, a missing "
        + "permission, a full disk.",
      wrong: "edlrender init clip.mov -o nowhere/project.yaml", right: "edlrender init clip.mov -o project.yaml"),
    Entry(
      "probe.skipped",
      "A folder that was probed has files that are no media. They are passed over; a file that is named itself must be "
        + "media.",
      wrong: "edlrender probe media/ # which has a notes.txt", right: "edlrender probe media/*.mp4"),
    Entry(
      "range.empty", "A range ends where it starts or before, so that it holds no frame. Its end is exclusive.",
      wrong: "edlrender film.yaml --range 20s..10s", right: "edlrender film.yaml --range 10s..20s"),
    Entry(
      "range.syntax",
      "A range is two times with two dots between them. Either may be left out: 10s.. goes on to the end, ..10s starts "
        + "at the beginning.",
      wrong: "edlrender film.yaml --range 10s-20s", right: "edlrender film.yaml --range 10s..20s"),
  ]
}
