internal import MediaTime

/// A transition between two neighbouring items of a track whose places are not known yet.
struct Joint {
  let document: ItemDocument
  let kind: Transition.Kind
  /// The place of the outgoing item among the track's items; the incoming one follows it.
  let outgoing: Int
  let length: Time

  var incoming: Int { outgoing + 1 }
  var isOverlap: Bool { document.transition.mode?.value == .overlap }
  var align: TransitionDocument.Align { document.transition.align?.value ?? .center }
  var freezes: Bool { document.transition.handles?.value == .freeze }
  /// The place to point at for its length.
  var range: SourceRange { document.transition.duration?.range ?? document.range }
}

/// Frames that an item lends to transitions beyond its own edges.
struct Handles {
  /// Ahead of its first frame, from its source.
  var before = 0
  /// Behind its last frame, from its source.
  var after = 0
  /// Still further ahead, the first of those frames standing.
  var frozenBefore = 0
  /// Still further on, the last of those frames standing.
  var frozenAfter = 0
}

/// A transition whose frames are known.
struct Crossing {
  let joint: Joint
  let frames: Range<Int>
  /// The frame edge at which the two items meet.
  let cut: Int
}

extension ItemDocument {
  var isTransition: Bool {
    guard case .transition = content else { return false }
    return true
  }
}
