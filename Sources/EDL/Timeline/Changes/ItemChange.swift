/// One thing that differs between two timelines, as an editor would say it.
public struct ItemChange: Sendable {
  /// What happened.
  public enum Kind: String, Sendable {
    /// It was not there.
    case added
    /// It is not there any more.
    case removed
    /// It is something else, or treated otherwise, or of another length.
    case changed
    /// It is the same at another place among its neighbours.
    case moved
    /// It and all after it are the same at another time.
    case shifted
  }

  /// What happened.
  public var kind: Kind
  /// What it is called.
  public var label: String
  /// The track, `track 1` or `track 1 / group / track 2`.
  public var track: String
  /// Its frames in its sequence before, where it was.
  public var oldFrames: Range<Int>?
  /// Its frames in its sequence now, where it is.
  public var newFrames: Range<Int>?
  /// Where the old project defines it.
  public var oldOrigin: SourceRange?
  /// Where the new project defines it.
  public var newOrigin: SourceRange?
  /// What happened, in words: `trimmed by 12 frames at the head`.
  public var words: String
}

extension Timeline {
  /// What was done to an older timeline's items to get this one.
  public func changes(since old: Timeline) -> [ItemChange] {
    var comparison = SequenceComparison(old: old, new: self)
    comparison.compare(old.root, root, within: "")
    return comparison.changes
  }
}
