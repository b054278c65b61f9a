internal import EDL
internal import MediaTime

/// One picture among those that lie over each other in a piece, free of its place on the timeline.
///
/// Frame *n* of the piece shows the source at `times(n)`, which is `start + n × step` but for ramps.
struct Layer: Hashable, Sendable {
  /// Where the picture comes from.
  indirect enum Source: Hashable, Sendable {
    case media(index: Int, stream: Int)
    case solid(Color)
    case drawing(Drawing)
    case generator(Generator)
    case subtitles(Subtitles)
    /// All that lies below.
    case adjustment
    /// Layers on a transparent canvas of their own, bottom first.
    case composite([Layer])
    /// All that a composite shows from its start to its end, for effects that look at other frames.
    case program(Program)
    case crossing(Crossing)
  }

  /// The pieces of a composite, from the first frame that its effects count from.
  struct Program: Hashable, Sendable {
    var pieces: [Piece]
    /// The colour that lies below them; nil for nothing.
    var ground: Color?
    /// Whether it takes the place of what lies below: an adjustment.
    var replacesBelow: Bool
  }

  /// One side giving way to the other.
  struct Crossing: Hashable, Sendable {
    var kind: Transition.Kind
    var outgoing: [Layer]
    var incoming: [Layer]
  }

  var source: Source
  /// The source's time, in seconds, by the piece's frames.
  var times: TimeMap
  var picture: PictureFields
  /// Where in its item it is, when the picture depends on that.
  var clock: ItemClock?
  /// Where in its play it is, when its effects look at the time or at other frames.
  var effectClock: EffectClock?
  /// Where the author put it and what it is called: for messages, no part of the content.
  var note: Note

  /// What a layer is called in messages; all notes are equal, so content keys do not see them.
  struct Note: Hashable, Sendable {
    var label: String
    var origin: SourceRange
    static func == (lhs: Note, rhs: Note) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }

  /// The source's time at a frame of the piece.
  func time(at number: Int) throws(TimeOverflow) -> Time { Time(seconds: try times(number)) }

  /// The layer from `count` frames on.
  func advanced(by count: Int) throws(TimeOverflow) -> Layer {
    guard count != 0 else { return self }
    var copy = self
    copy.times = try times.advanced(by: Rational(count))
    copy.clock = try clock?.advanced(by: count)
    copy.effectClock?.frame += count
    switch source {
    case .composite(let layers): copy.source = .composite(try Self.advanced(layers, by: count))
    case .crossing(var crossing):
      crossing.outgoing = try Self.advanced(crossing.outgoing, by: count)
      crossing.incoming = try Self.advanced(crossing.incoming, by: count)
      copy.source = .crossing(crossing)
    case .media, .solid, .drawing, .generator, .subtitles, .adjustment, .program: break
    }
    return copy
  }

  static func advanced(_ layers: [Layer], by count: Int) throws(TimeOverflow) -> [Layer] {
    var moved: [Layer] = []
    for layer in layers { moved.append(try layer.advanced(by: count)) }
    return moved
  }
}

extension Layer {
  /// A layer whose source runs evenly: `step` seconds a frame, negative backwards, zero frozen.
  init(
    source: Source, start: Time, step: Time, picture: PictureFields, clock: ItemClock? = nil,
    effectClock: EffectClock? = nil, note: Note
  ) {
    self.init(
      source: source, times: TimeMap(offset: start.seconds, scale: step.seconds), picture: picture, clock: clock,
      effectClock: effectClock, note: note)
  }
}

/// Where in its item, or in its transition, a layer is: what keyframes and fades count by.
struct ItemClock: Hashable, Sendable {
  /// The exact frame of the item by the piece's frames.
  var frames: TimeMap
  /// The frames that the item has in all.
  var count: Int

  /// The clock from `count` frames on.
  func advanced(by number: Int) throws(TimeOverflow) -> ItemClock {
    ItemClock(frames: try frames.advanced(by: Rational(number)), count: count)
  }

  /// The item's frame at a frame of the piece.
  func frame(at number: Int) throws(TimeOverflow) -> Rational { try frames(number) }
}

/// Where in its play a layer is, in frames of the programme, whatever part of that is rendered.
struct EffectClock: Hashable, Sendable {
  /// Frames since the play's first one.
  var frame: Int
  /// The frames that the play has in all.
  var count: Int
}

extension PictureFields {
  /// Whether nothing but the fit, the fields and the orientation is set.
  var isPlain: Bool {
    var plain = PictureFields(fit: fit, deinterlace: deinterlace, orientation: orientation)
    plain.colorTags = colorTags
    return self == plain && colorTags == nil
  }

  /// What leads to the fitted picture: all that comes before the effects.
  var fitted: PictureFields {
    var fields = PictureFields(fit: fit, deinterlace: deinterlace, orientation: orientation)
    fields.colorTags = colorTags
    (fields.box, fields.backdrop, fields.crop, fields.key) = (box, backdrop, crop, key)
    return fields
  }

  /// What is done to the fitted picture: the effects and all that comes after them.
  var unfitted: PictureFields {
    var fields = self
    let usual = PictureFields()
    (fields.fit, fields.deinterlace, fields.orientation) = (usual.fit, usual.deinterlace, usual.orientation)
    (fields.box, fields.backdrop, fields.crop, fields.key, fields.colorTags) = (nil, nil, nil, nil, nil)
    return fields
  }

  /// Whether the picture lies alone and whole where it is: nothing but its framing and effects is set.
  var isLaidPlainly: Bool {
    motion == nil && key == nil && mask == nil && opacity == nil && fade == nil && blend == nil
  }
}
