internal import EDL
internal import MediaTime

/// All that one layer of one frame is made of, exact times in place of decoded pictures: equal matter
/// makes equal images, as equal ingredients do in the composer.
struct FrameMatter: Hashable {
  private let source: Layer.Source
  private let fields: PictureFields
  private let state: PictureState
  /// The source's time; nil where a still says it all.
  private let time: Time?
  /// The still of a sequence that shows.
  private let still: String?
  /// How far into its item it is, where a mask moves with that.
  private let frame: Rational?
  /// How far a transition is.
  private let way: Rational?
  private let effectClock: EffectClock?
  /// What a transition leaves.
  private let outgoing: [FrameMatter]
  /// What is inside a composite, or what a transition leads to.
  private let inner: [FrameMatter]

  /// The frame of a side of a comparison that is looked at.
  struct Look {
    let number: Int
    let stills: CommonStills
    let canvas: CanvasFormat
    let rate: Rational
  }

  /// The matter of a frame's layers, bottom first, in common terms; what cannot be seen is left out.
  ///
  /// `own` are the same layers in the terms of their timeline, which `cover` understands.
  static func of(
    _ layers: [Layer], own: [Layer], _ look: Look, _ cover: inout Cover
  ) throws(TimeOverflow) -> [FrameMatter] {
    var matter: [FrameMatter] = []
    for (layer, own) in zip(layers, own).reversed() {
      guard let seen = try FrameMatter(layer, own: own, look, &cover) else { continue }
      matter.append(seen)
      var full = own
      (full.picture.opacity, full.picture.fade) = (nil, nil)
      if seen.state.opacity == 1, cover.hidesBelow(full) { break }
    }
    return matter.reversed()
  }

  private init?(_ layer: Layer, own: Layer, _ look: Look, _ cover: inout Cover) throws(TimeOverflow) {
    let (number, canvas, rate) = (look.number, look.canvas, look.rate)
    let frame = try layer.clock?.frame(at: number)
    state = PictureState(layer.picture, at: frame, of: layer.clock?.count ?? 1, canvas: canvas, rate: rate)
    guard state.opacity > 0 else { return nil }
    fields = layer.picture.withoutCurves
    self.frame = layer.picture.mask.map(\.isStill) == false ? frame : nil
    effectClock = layer.effectClock.map { EffectClock(frame: $0.frame + number, count: $0.count) }
    let moment = layer.source.hasTime ? try layer.time(at: number) : nil
    still = moment.flatMap { layer.still(at: $0, look.stills) }
    time = still == nil ? moment : nil
    var way: Rational?
    var outgoing: [FrameMatter] = []
    var inner: [FrameMatter] = []
    switch layer.source {
    case .drawing(let drawing):
      source = .drawing(drawing.still(at: Time(seconds: try (frame ?? .zero) / rate)))
    case .composite(let layers):
      source = .composite([])
      guard case .composite(let own) = own.source else { break }
      inner = try Self.of(layers, own: own, look, &cover)
    case .crossing(let crossing):
      if let frame, let count = layer.clock?.count, count > 0 { way = try frame / Rational(count) }
      // At its first edge a transition of any kind shows what it leaves.
      let hasBegun = way.map { $0 > .zero } ?? true
      source = .crossing(.init(kind: hasBegun ? crossing.kind : .dissolve, outgoing: [], incoming: []))
      guard case .crossing(let own) = own.source else { break }
      outgoing = try Self.of(crossing.outgoing, own: own.outgoing, look, &cover)
      if hasBegun { inner = try Self.of(crossing.incoming, own: own.incoming, look, &cover) }
    case .media(_, let stream): source = still == nil ? layer.source : .media(index: -1, stream: stream)
    case .solid, .generator, .subtitles, .adjustment, .program: source = layer.source
    }
    self.way = way
    self.outgoing = outgoing
    self.inner = inner
  }
}

extension Layer {
  /// The still that a frame is made of; nil where other frames count, or for what is no sequence.
  fileprivate func still(at time: Time, _ stills: CommonStills) -> String? {
    guard case .media(let index, _) = source, !FilterTraits.reach(picture.effects).isTemporal else { return nil }
    return stills.still(of: index, at: time)
  }
}

extension PictureFields {
  /// The fields that are the same all the time; the others' values are in a ``PictureState``.
  var withoutCurves: PictureFields {
    var fields = self
    (fields.box, fields.crop, fields.motion, fields.key, fields.opacity, fields.fade) = (nil, nil, nil, nil, nil, nil)
    return fields
  }
}

extension Layer.Source {
  /// Whether its picture depends on its own time.
  var hasTime: Bool {
    switch self {
    case .media, .generator, .subtitles: true
    case .solid, .drawing, .adjustment, .composite, .crossing, .program: false
    }
  }
}
