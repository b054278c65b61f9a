internal import MediaTime

/// An item whose length and content are known, but not yet its place.
struct PreparedItem {
  enum Content {
    case gap
    case solid(Color)
    /// Something that is drawn; only its length makes its keyframes known.
    case drawing
    /// A position in the timeline's media.
    case media(Int, videoStream: Int?, audioStream: Int?)
    case sequence(ResolvedSequence)
    case generator(Generator)
    case subtitles(Subtitles)
    case adjustment
  }

  /// How long it lasts in all.
  enum Total {
    case fixed(Time)
    /// Until the sequence ends.
    case toEnd
    /// Something about it was reported.
    case unknown
  }

  /// What the author wrote.
  var document: ItemDocument { _read { yield written.document } }
  let kind: Track.Kind
  let label: String
  var content = Content.gap
  /// What of its content plays.
  var span: SourceSpan?
  /// The length of one play; nil when that is the time until the sequence ends.
  var unit: Time?
  var total = Total.unknown
  /// One play, cut where its source changes.
  var pieces: [Piece] = []
  /// The sound fields as written, when it sounds.
  var sound: SoundDocument?

  /// By reference: a document is large, and prepared items are copied about.
  private let written: Written

  private final class Written {
    let document: ItemDocument
    init(_ document: ItemDocument) { self.document = document }
  }

  init(document: ItemDocument, kind: Track.Kind, label: String) {
    written = Written(document)
    self.kind = kind
    self.label = label
  }

  /// Whether it only keeps its time.
  var isDisabled: Bool { document.isEnabled?.value == false }

  /// Whether it is shown or heard.
  var isVisible: Bool {
    if case .gap = content { return false }
    return !isDisabled
  }
}

/// A part of one play: content forward or backward at a speed, one frame, or nothing.
struct Piece {
  enum Mode {
    /// Plays from here on.
    case forward(from: Time)
    /// Plays the content down to here, the last first.
    case backward(from: Time)
    /// Shows the frame of this time.
    case frozen(at: Time)
    case blank
  }

  let mode: Mode
  /// How long it lasts in the sequence.
  let length: Time
  /// How far into the play it begins, which is what a ramp counts by.
  var offset = Time.zero
}

/// The part of a clip's content that plays, and how.
struct SourceSpan {
  /// The first moment of the content.
  var start = Time.zero
  /// The length of the content; nil where it has no end (a still).
  var available: Time?
  /// The last moment that still shows the last frame.
  var lastMoment = Time.zero
  /// How far past its end the content may be asked for: half of a frame.
  var tolerance = Time.zero
  var speed = Rational.one
  /// How the speed changes in a play; nil where it is ``speed`` all the time.
  var ramp: SpeedCurve?
  var isReversed = false
  /// The moment of the content that is shown all the time.
  var frozenAt: Time?
  var extend = ItemDocument.Extend.error
  /// Whether it lasts to the end of its sequence when nothing else is said.
  var lastsToEnd = false
  /// What messages call the content.
  var name = ""
  /// The rate that messages count the content's frames at; nil for sound.
  var frameRate: Rational?
  /// The length by default: that of the picture where there is one.
  var naturalLength: Time?
}

extension SourceSpan {
  /// The content that a play has used up at a moment of it; below zero before its start.
  func content(at time: Time) throws(TimeOverflow) -> Time {
    if let ramp { try ramp.content(at: time) } else { try time * speed }
  }

  /// The moment of a play at which it has used up so much content.
  func time(ofContent content: Time) throws(TimeOverflow) -> Time {
    if let ramp { try ramp.time(ofContent: content) } else { try content / speed }
  }
}
