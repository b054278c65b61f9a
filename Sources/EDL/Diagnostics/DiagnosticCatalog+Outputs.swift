extension DiagnosticCatalog {
  /// What is written.
  static let outputEntries: [Entry] = [
    Entry(
      "output.default-streams",
      "A player chooses one audio stream by itself, and more than one is marked as that one.",
      wrong: "audio: [{codec: aac, default: true}, {codec: ac3, default: true}]",
      right: "audio: [{codec: aac, default: true}, {codec: ac3}]"),
    Entry(
      "output.empty",
      "An output has neither picture nor sound, or its range holds no frame.",
      wrong: "outputs: [{path: out.mp4, range: 2s..1s}]",
      right: "outputs: [{path: out.mp4, range: 1s..2s}]"),
    Entry(
      "output.is-folder",
      "The path of an output is a folder.",
      wrong: "outputs: [{path: folder}]",
      right: "outputs: [{path: folder/out.mp4}]"),
    Entry(
      "output.none",
      "The list of outputs is empty.",
      wrong: "outputs: []",
      right: "outputs: [{path: out.mp4}]"),
    Entry(
      "output.outside-project",
      "Outputs are written below the project's folder, so that a stranger's project cannot write elsewhere. "
        + "Allow another folder with --allow, or give the path with -o.",
      wrong: "outputs: [{path: ../out.mp4}]",
      right: "outputs: [{path: out/out.mp4}]"),
    Entry(
      "output.overwrites-source",
      "The output would take the place of a file that the project reads.",
      wrong: "outputs: [{path: a.mov}]",
      right: "outputs: [{path: out.mov}]"),
    Entry(
      "output.chapters", "The container, which the ending of the path chooses, has no place for chapters.",
      wrong: "outputs: [{path: a.ts, chapters: markers}]", right: "outputs: [{path: a.mkv, chapters: markers}]"),
    Entry(
      "output.metadata",
      "mp4 and its kin hold certain facts only, and would lose this one. Matroska holds any.",
      wrong: "outputs: [{path: a.mp4, metadata: {mood: calm}}]",
      right: "outputs: [{path: a.mp4, metadata: {comment: calm}}]"),
    Entry(
      "output.same-path",
      "Two outputs have the same path: one would take the other's place.",
      wrong: "outputs: [{path: a.mp4}, {path: ./a.mp4, size: 640x360}]",
      right: "outputs: [{path: a.mp4}, {path: a-small.mp4, size: 640x360}]"),
    Entry(
      "profile.built-in",
      "A profile of the project has the name of one that is built in, which \"edlrender profiles\" prints.",
      wrong: "profiles: {web: {video: {crf: 16}}}",
      right: "profiles: {fine: {extends: web, video: {crf: 16}}}"),
    Entry(
      "profile.recursion", "A profile extends itself, by way of others perhaps.",
      wrong: "profiles: {fine: {extends: fine}}", right: "profiles: {fine: {extends: web}}"),
    Entry(
      "profile.unknown", "No profile of this name is under profiles, nor built in.",
      wrong: "outputs: [{path: a.mp4, profile: wbe}]", right: "outputs: [{path: a.mp4, profile: web}]"),
  ]
}
