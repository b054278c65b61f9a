extension DiagnosticCatalog {
  /// What `golden check` finds, and what is wrong with a golden file.
  static let goldenEntries: [Entry] = [
    Entry(
      "golden.picture",
      "Frames are not those that were recorded. The line is that of the item whose place is most like theirs, and the "
        + "notes name what else plays there. If the change is wanted, record again and commit the golden file with it.",
      wrong: "edlrender golden check film.yaml # after an edit that was not meant to show",
      right: "edlrender golden record film.yaml"),
    Entry(
      "golden.sound",
      "Samples of the mix are not those that were recorded; they are compared in blocks of 1,000. The line is that of "
        + "the item whose place is most like theirs.",
      wrong: "edlrender golden check film.yaml # after a gain was changed", right: "edlrender golden record film.yaml"),
    Entry(
      "golden.stream",
      "A stream is gone, new, in another place, or of another kind than recorded: its encoder, size, rate, layout, "
        + "length, language or title.",
      wrong: "edlrender golden check film.yaml # after the second language became the first",
      right: "edlrender golden record film.yaml"),
    Entry(
      "golden.chapter", "A chapter is gone, new, or begins at another frame than recorded.",
      wrong: "edlrender golden check film.yaml # after a marker was deleted", right: "edlrender golden record film.yaml"
    ),
    Entry(
      "golden.tag", "A tag of the file has another value than recorded, is gone or is new.",
      wrong: "edlrender golden check film.yaml # after the title was changed",
      right: "edlrender golden record film.yaml"),
    Entry(
      "golden.output",
      "The project has other outputs than the golden file, which knows them by their paths.",
      wrong: "edlrender golden check film.yaml # after an output was added", right: "edlrender golden record film.yaml"),
    Entry(
      "golden.versions",
      "The golden file was recorded with other versions of edlrender's engine or of the libraries. What is exact with "
        + "one build may differ in a last bit with another. Check with a tolerance against a proxy, or keep a golden "
        + "file for each version (--golden FILE).",
      wrong: "edlrender golden check film.yaml # on a machine with another FFmpeg",
      right: "edlrender golden check film.yaml --tolerance psnr=40"),
    Entry(
      "golden.proxy",
      "The small copy of an output that a tolerance is measured against, and that a report shows as recorded, is not "
        + "there, or is not the one that the golden file names. \"golden record --proxy\" writes both, with the versions "
        + "that are linked then.",
      wrong: "edlrender golden check film.yaml --tolerance psnr=40 # after a record without --proxy",
      right: "edlrender golden record film.yaml --proxy"),
    Entry(
      "golden.missing", "The golden file cannot be read. It lies beside the project unless --golden names another.",
      wrong: "edlrender golden check film.yaml # before the first record", right: "edlrender golden record film.yaml"),
    Entry(
      "golden.syntax",
      "A line of the golden file is none that edlrender writes: the file was edited, merged by halves, or is of a later "
        + "format. Record it again.",
      wrong: "edlrender golden check film.yaml # with conflict marks in film.golden",
      right: "edlrender golden record film.yaml"),
    Entry(
      "golden.foreign", "What is at the golden file's path is no golden file, and is kept. Name another with --golden.",
      wrong: "edlrender golden record film.yaml --golden notes.txt",
      right: "edlrender golden record film.yaml --golden film.golden"),
  ]
}
