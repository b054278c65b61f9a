extension DiagnosticCatalog {
  /// The lock of a project, and what is held to it.
  static let lockEntries: [Entry] = [
    Entry(
      "lock.differs",
      "With --frozen the project must be what was locked, and something is not: a file has other bytes, is not in the lock "
        + "or not read any more, or a library has another version. The message names it and what differs. Bring the "
        + "locked file back, or run \"edlrender lock\" to lock what is there now.",
      wrong: "edlrender film.yaml --frozen # after talk.mov was encoded anew",
      right: "edlrender lock film.yaml && edlrender film.yaml --frozen"),
    Entry(
      "lock.lost",
      "A locked file is gone, and no file under the folder of --relink has its bytes. Look for it elsewhere: its name, "
        + "size and digest are in the lock.",
      wrong: "edlrender lock film.yaml --relink /empty", right: "edlrender lock film.yaml --relink /footage"),
    Entry(
      "lock.missing",
      "--frozen and --relink need the lock that \"edlrender lock\" writes beside the project, and it cannot be read.",
      wrong: "edlrender film.yaml --frozen # without film.lock.yaml", right: "edlrender lock film.yaml"),
    Entry(
      "lock.moved",
      "A file of the project has the bytes of one that was locked under another path: it was moved or renamed. The film is "
        + "the same, so --frozen goes on. \"edlrender lock\" writes the new path down.",
      wrong: "clip: new/talk.mov # locked as talk.mov", right: "edlrender lock film.yaml"),
    Entry(
      "lock.syntax",
      "The lock file is not what \"edlrender lock\" writes: it was edited, or another version wrote it. Write it anew.",
      wrong: "lock: 7", right: "edlrender lock film.yaml"),
  ]
}
