extension DiagnosticCatalog {
  /// Transitions between items.
  static let transitionEntries: [Entry] = [
    Entry(
      "transition.empty",
      "A transition comes to no frame. Of no length at all it is a plain cut, which is only a warning.",
      wrong: "- {clip: a.mov, out: 1s}\n- {transition: dissolve, duration: 1ms}\n- {clip: a.mov, in: 1s}",
      right: "- {clip: a.mov, out: 1s}\n- {transition: dissolve, duration: 5f}\n- {clip: a.mov, in: 1s}"),
    Entry(
      "transition.handles",
      "A transition that keeps the programme's length shows frames beyond the edges of its items: of the outgoing one "
        + "after its end, of the incoming one before its start. These items do not have so many. Shorten it, let the "
        + "frame at the edge stand (handles: freeze), or let the items overlap (mode: overlap), which makes the "
        + "programme shorter.",
      wrong: "- {clip: a.mov}\n- {transition: dissolve, duration: 10f}\n- {clip: a.mov}",
      right: "- {clip: a.mov}\n- {transition: dissolve, duration: 10f, mode: overlap}\n- {clip: a.mov}"),
    Entry(
      "transition.kind",
      "A transition is dissolve, a kind of libavfilter's xfade by its name, {fade-through: COLOR}, or "
        + "{wipe: {luma: FILE, softness: 10%}}.",
      wrong: "- {clip: a.mov, out: 1s}\n- {transition: wipe, duration: 5f}\n- {clip: a.mov, in: 1s}",
      right: "- {clip: a.mov, out: 1s}\n- {transition: wipeleft, duration: 5f}\n- {clip: a.mov, in: 1s}"),
    Entry(
      "transition.luma",
      "A wipe is led by a picture: a still, or a video whose first frame it takes.",
      wrong: "- {clip: a.mov, out: 1s}\n- {transition: {wipe: {luma: bed.wav}}, duration: 5f}\n- {gap: 1s}",
      right: "- {clip: a.mov, out: 1s}\n- {transition: {wipe: {luma: photo.png}}, duration: 5f}\n- {gap: 1s}"
    ),
    Entry(
      "transition.place",
      "A transition stands between two items of its track that meet, at least one of which shows or sounds. From and "
        + "to nothing an item goes with fade_in and fade_out, or beside a gap.",
      wrong: "- {clip: a.mov}\n- {transition: dissolve, duration: 5f}",
      right: "- {clip: a.mov, out: 1s}\n- {transition: dissolve, duration: 5f}\n- {gap: 1s}"),
    Entry(
      "transition.too-long",
      "A transition is longer than one of its items, or would be on at the same time as the item's other transition.",
      wrong: "- {clip: a.mov, out: 5f}\n- {transition: dissolve, duration: 9f, mode: overlap}\n- {clip: a.mov}",
      right: "- {clip: a.mov, out: 5f}\n- {transition: dissolve, duration: 5f, mode: overlap}\n- {clip: a.mov}"),
    Entry(
      "transition.unknown",
      "No transition has this name in the FFmpeg that edlrender was built with. The message lists those that there are.",
      wrong: "- {clip: a.mov, out: 1s}\n- {transition: wipelef, duration: 5f}\n- {clip: a.mov, in: 1s}",
      right: "- {clip: a.mov, out: 1s}\n- {transition: wipeleft, duration: 5f}\n- {clip: a.mov, in: 1s}"),
  ]
}
