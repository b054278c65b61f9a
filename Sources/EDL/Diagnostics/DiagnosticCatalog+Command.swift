extension DiagnosticCatalog {
  /// The command line, and what a command itself finds.
  static let commandEntries: [Entry] = [
    Entry(
      "collect.copy",
      "A file could not be read or written while it was copied. What is there is kept; the same command goes on.",
      wrong: "edlrender collect project.yaml -o /mnt/full",
      right: "edlrender collect project.yaml -o /mnt/larger"),
    Entry(
      "collect.damaged",
      "A copy is not what was written: its SHA-256 is another one. The disk or the cable is bad, or somebody has "
        + "changed it.",
      wrong: "edlrender collect project.yaml -o DIR # with a flipped bit in DIR/media/clip.mov",
      right: "rm DIR/media/clip.mov && edlrender collect project.yaml -o DIR"),
    Entry(
      "collect.foreign",
      "The folder, or a file in it, was not put there by collect, so it is not written over.",
      wrong: "edlrender collect project.yaml -o ~/Pictures",
      right: "edlrender collect project.yaml -o ~/Pictures/film"),
    Entry(
      "collect.outdated",
      "The project's file has changed since it was copied.",
      wrong: "edlrender collect project.yaml -o DIR # after clip.mov was replaced",
      right: "rm DIR/media/clip.mov && edlrender collect project.yaml -o DIR"),
    Entry(
      "collect.output",
      "An output is written outside of the project's folder, which whoever gets the collected project must allow.",
      wrong: "outputs: [{path: /srv/films/film.mp4}]",
      right: "outputs: [{path: film.mp4}]"),
    Entry(
      "collect.path",
      "A file that must move has a path that cannot be written anew. Move it under the project's folder, where "
        + "paths stay as they are.",
      wrong: "times.csv: ../elsewhere/1.png,0",
      right: "times.csv: 1.png,0"),
    Entry(
      "collect.space",
      "The disk has less room than the files need.",
      wrong: "edlrender collect project.yaml -o /mnt/full",
      right: "edlrender collect project.yaml -o /mnt/larger"),
    Entry(
      "init.no-media",
      "A folder that init was given holds nothing that can be played.",
      wrong: "edlrender init documents/",
      right: "edlrender init footage/"),
    Entry(
      "collect.unused",
      "A name under media that no clip uses is left out: what it leads to was not even looked at.",
      wrong: "media: {a: a.mov, never: used.mov}",
      right: "media: {a: a.mov}"),
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
