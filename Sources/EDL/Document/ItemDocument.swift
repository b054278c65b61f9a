package import MediaTime

/// An item of a track as written.
package struct ItemDocument: DocumentNode {
  /// What the leading key says that the item is.
  package enum Content: Sendable {
    /// A name under `media` or `sequences`, or a path.
    case clip(Located<String>)
    case gap(Located<TimeExpression>)
    case group([ItemDocument])
    case stack([TrackDocument])
    case solid(Located<Color>)
    case transition(Located<TransitionDocument.Kind>)
    case text(Located<String>)
    case shape(Located<ShapeDocument.Kind>)
    case gradient(Located<GradientDocument>)
    case adjustment(Located<AdjustmentDocument>)
    /// A source of libavfilter.
    case generator(Located<String>)
    /// The path of a file of subtitles.
    case subtitles(Located<String>)
  }

  /// Where a timecode in `in` and `out` counts from.
  package enum TimecodeBase: String, CaseIterable, Sendable {
    /// The first frame is 00:00:00:00.
    case start
    /// The media's own start timecode.
    case source
  }

  /// What happens where the media is shorter than asked.
  package enum Extend: String, CaseIterable, Sendable {
    case error, freeze, loop, black
  }

  package var range: SourceRange
  package var isFaulty = false
  package var content: Content?
  package var id: Located<String>?
  package var at: Located<TimeExpression>?
  package var isEnabled: Located<Bool>?
  package var sourceIn: Located<TimeExpression>?
  package var sourceOut: Located<TimeExpression>?
  package var duration: Located<TimeExpression>?
  package var timecode: Located<TimecodeBase>?
  package var speed: Located<CurveDocument<Rational>>?
  package var isReversed: Located<Bool>?
  package var freeze: Located<TimeExpression>?
  package var repeats: Located<Int>?
  package var loop: Located<TimeExpression>?
  package var extend: Located<Extend>?
  package var streams: Located<StreamDocument>?
  package var effects: Located<[EffectDocument]>?
  /// Overrides of the style of subtitles.
  package var style: Located<[Named<String>]>?
  package var fit: Located<PictureFields.Fit>?
  @Apart package var picture = PictureDocument()
  package var deinterlace: Located<PictureFields.Deinterlace>?
  /// The EXIF orientation, 1 to 8, that is undone instead of the file's.
  package var orientation: Located<Int>?
  /// What stands beside `transition`.
  package var transition: TransitionDocument
  /// The fields of a title.
  @Apart package var title = TitleDocument()
  /// The fields of a shape, and of a gradient.
  @Apart package var drawn = ShapeDocument()
  /// The sound fields of an item of an audio track.
  package var ownSound: SoundDocument
  /// The item as outputs of another framing show it.
  package var framings: [Named<ItemDocument>] = []
  /// `audio:` of an item of a video track.
  package var audio: Located<SoundSetting>?

  package init(at range: SourceRange) {
    self.range = range
    ownSound = SoundDocument(at: range)
    transition = TransitionDocument(at: range)
  }
}
