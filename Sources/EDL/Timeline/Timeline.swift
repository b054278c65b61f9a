public import MediaTime

/// The resolved programme: references followed, defaults filled, every edge a frame number.
///
/// Immutable plain data. A renderer needs nothing else, and no later stage rounds a time again:
/// frame edges are here, and a sample edge is ``Canvas/sample(atFrame:)`` of a frame edge.
public struct Timeline: Sendable {
  /// The path of the project file, as given.
  public var projectPath: String
  /// The picture and sound that everything is brought to.
  public var canvas: Canvas
  /// The media that items use; ``Item/Content`` indexes them.
  public var media: [Media]
  /// The programme.
  public var root: Sequence
  /// Where sound is summed: each bus after those that go to it.
  public var buses: [Bus]
  /// Named moments.
  public var markers: [Marker]
  /// What is to be written.
  public var outputs: [Output]
  /// The programme as outputs with a framing of their own show it, by their composition; without outputs.
  var framings: [Output.Composition: Timeline] = [:]

  /// Creates a timeline.
  public init(
    projectPath: String, canvas: Canvas, media: [Media], root: Sequence, buses: [Bus] = [], markers: [Marker],
    outputs: [Output]
  ) {
    let isComplete = buses.contains { $0.name == Bus.main }
    self.buses = isComplete ? buses : buses + [Bus(name: Bus.main, layout: canvas.channels, origin: .wholeFile)]
    self.projectPath = projectPath
    self.canvas = canvas
    self.media = media
    self.root = root
    self.markers = markers
    self.outputs = outputs
  }
}

extension Timeline {
  /// The programme as an output shows it, with the same outputs.
  public func framed(for output: Output) -> Timeline {
    guard let composition = output.composition, var timeline = framings[composition] else { return self }
    (timeline.outputs, timeline.framings) = (outputs, framings)
    return timeline
  }

  /// The programme as all of its outputs show it: its own framing, and those of outputs that have one.
  public var allFramings: [Timeline] {
    var seen: Set<Output.Composition> = []
    let compositions = outputs.compactMap(\.composition).filter { seen.insert($0).inserted }
    return [self] + compositions.compactMap { framings[$0] }
  }
}

/// The picture and sound format that the programme is composed in.
public struct Canvas: Hashable, Sendable {
  /// Pixels, square ones.
  public var size: PixelSize
  /// Frames a second.
  public var frameRate: Rational
  /// Samples a second.
  public var sampleRate: Int
  /// libavutil's name of the channel layout.
  public var channels: String
  /// The colour space, one of ``colors``.
  public var color: String
  /// Bits of a component that an output has unless it says otherwise.
  public var depth: Int
  /// How light above SDR white is brought below it.
  public var toneMap: ToneMap
  /// The cd/m² of SDR white among HDR.
  public var sdrWhite: Double
  /// What shows where nothing else does.
  public var background: Color
  /// What displays are told of an HDR programme.
  public var hdr: HDRMetadata?

  /// Creates a canvas.
  public init(
    size: PixelSize, frameRate: Rational, sampleRate: Int = 48000, channels: String = "stereo",
    color: String = "bt709", background: Color = .black, depth: Int = 8, toneMap: ToneMap = .mobius,
    sdrWhite: Double = 203
  ) {
    self.depth = depth
    self.toneMap = toneMap
    self.sdrWhite = sdrWhite
    self.size = size
    self.frameRate = frameRate
    self.sampleRate = sampleRate
    self.channels = channels
    self.color = color
    self.background = background
  }

  /// The sample edge that belongs to a frame edge of the programme; the only rounding of sound.
  public func sample(atFrame frame: Int) throws(TimeOverflow) -> Int {
    try Time(frame: frame, at: frameRate).samples(at: sampleRate)
  }
}

/// An sRGB colour, 8 bits a component, straight alpha.
public struct Color: Hashable, Sendable {
  /// Red, 0 to 255.
  public var red: UInt8
  /// Green, 0 to 255.
  public var green: UInt8
  /// Blue, 0 to 255.
  public var blue: UInt8
  /// Opacity, 0 to 255.
  public var alpha: UInt8

  /// Creates a colour.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Black.
  public static let black = Color(red: 0, green: 0, blue: 0)
}

/// One source of frames or sound.
public struct Media: Sendable {
  /// Where the frames come from.
  public enum Source: Hashable, Sendable {
    /// One file.
    case file(String)
    /// Stills, each shown from its time on (seconds from the first) until the next one's; the
    /// last ends at `end`.
    case stills([StillFrame], end: Time)
  }

  /// One still of an image sequence.
  public struct StillFrame: Hashable, Sendable {
    /// The file.
    public let path: String
    /// When it appears, from the sequence's start.
    public let time: Time

    /// Creates a still of a sequence.
    public init(path: String, time: Time) {
      self.path = path
      self.time = time
    }
  }

  /// A smaller copy of a film.
  public struct Proxy: Hashable, Sendable {
    /// The file, which may not be there yet.
    public let path: String
    /// Whether its pictures are shown instead of the film's, as in a draft.
    public let isRead: Bool
    /// The EXIF orientation that its own file asks for.
    public let orientation: Int

    /// Creates a proxy.
    public init(path: String, isRead: Bool, orientation: Int = 1) {
      self.path = path
      self.isRead = isRead
      self.orientation = orientation
    }
  }

  /// The name under `media`, or the path.
  public var name: String
  /// Where the frames come from.
  public var source: Source
  /// The facts (for a sequence: those of its first still, with a rate and a duration).
  public var info: MediaInfo
  /// A smaller copy, if the project names one.
  public var proxy: Proxy?
  /// Where the project names it.
  public var origin: SourceRange

  /// The files that it is read from, those of its pictures in their order; a proxy is not among them.
  public var files: [String] {
    switch source {
    case .file(let path): [path]
    case .stills(let stills, end: _): stills.map(\.path)
    }
  }

  /// Creates a media entry.
  public init(name: String, source: Source, info: MediaInfo, origin: SourceRange) {
    self.name = name
    self.source = source
    self.info = info
    self.origin = origin
  }
}

/// Tracks played together, bottom first.
public struct Sequence: Sendable {
  /// The tracks, bottom first.
  public var tracks: [Track]
  /// The length in canvas frames.
  public var frameCount: Int
  /// The effects on the whole picture.
  public var effects: [Effect]

  /// Creates a sequence.
  public init(tracks: [Track], frameCount: Int, effects: [Effect] = []) {
    self.tracks = tracks
    self.frameCount = frameCount
    self.effects = effects
  }
}

/// Items in order of time; the holes between them are gaps, an overlap is a transition.
public struct Track: Sendable {
  /// What a track's items give.
  public enum Kind: String, Hashable, Sendable {
    /// Picture, and sound where an item has some.
    case video
    /// Sound alone.
    case audio
  }

  /// What its items give.
  public var kind: Kind
  /// The bus that its sound goes to; nil where it goes the way of the item around it, or to `main`.
  public var bus: String?
  /// What is done to the sum of its items' sound.
  public var mix: Mix
  /// The items in order of time; where two overlap there is a transition.
  public var items: [Item]
  /// The transitions between neighbouring items, in order of time.
  public var transitions: [Transition]
  /// The effects on all that the track shows.
  public var effects: [Effect]
  /// Where the project defines it.
  public var origin: SourceRange

  /// Creates a track.
  public init(
    kind: Kind, bus: String? = nil, mix: Mix = Mix(), items: [Item], transitions: [Transition] = [],
    effects: [Effect] = [], origin: SourceRange
  ) {
    self.mix = mix
    self.kind = kind
    self.bus = bus
    self.items = items
    self.transitions = transitions
    self.effects = effects
    self.origin = origin
  }
}

/// Something placed on a track.
public struct Item: Sendable {
  /// What is shown or heard.
  public enum Content: Sendable {
    /// Streams of a media entry; nil where the item has no picture or no sound.
    case clip(media: Int, videoStream: Int?, audioStream: Int?)
    /// One colour.
    case solid(Color)
    /// A nested sequence: a group, a stack, or a named sequence.
    case sequence(Sequence)
    /// A picture that is drawn: a title, a shape, a gradient.
    case drawing(Drawing)
    /// The pictures of a libavfilter source.
    case generator(Generator)
    /// Subtitles burnt in.
    case subtitles(Subtitles)
    /// Nothing of its own: its effects apply to all that lies below.
    case adjustment
  }

  /// The author's `id`.
  public var id: String?
  /// What to call it in messages: the id, else the clip's name, else its kind.
  public var label: String
  /// The frames of its sequence that it covers; the union of its plays.
  public var frames: Range<Int>
  /// The frames between its own edges, without those that it lends to transitions beyond them:
  /// keyframes and fades count by these.
  public var ownFrames: Range<Int>
  /// What is shown or heard.
  public var content: Content
  /// Its plays, one after the other without holes: one, or one a repeat.
  public var plays: [Play]
  /// How the picture is fitted.
  public var picture: PictureFields
  /// How the sound is treated; nil when the item is silent.
  public var sound: SoundFields?
  /// Where the project defines it.
  public var origin: SourceRange

  /// Creates an item; without `ownFrames` it lends none.
  public init(
    id: String? = nil, label: String, frames: Range<Int>, ownFrames: Range<Int>? = nil, content: Content,
    plays: [Play], picture: PictureFields = PictureFields(), sound: SoundFields? = nil, origin: SourceRange
  ) {
    self.id = id
    self.label = label
    self.frames = frames
    self.ownFrames = ownFrames ?? frames
    self.content = content
    self.plays = plays
    self.picture = picture
    self.sound = sound
    self.origin = origin
  }
}

/// A named moment.
public struct Marker: Hashable, Sendable {
  /// The frame edge.
  public var frame: Int
  /// The name.
  public var name: String
  /// Where the project defines it.
  public var origin: SourceRange

  /// Creates a marker.
  public init(frame: Int, name: String, origin: SourceRange) {
    self.frame = frame
    self.name = name
    self.origin = origin
  }
}

/// A file to be written.
public struct Output: Sendable {
  /// The path to write: absolute, or relative to the current directory.
  public var path: String
  /// The frames of the programme that it holds.
  public var frames: Range<Int>
  /// Whether it is a film or pictures.
  public var form: OutputForm = .film
  /// How large and fast its picture is; nil for what the canvas is.
  public var framing: Framing?
  /// How the programme is composed anew for it; nil where it shows the programme as it is.
  public var composition: Composition?
  /// The picture; nil for `video: off`.
  public var video: VideoOutput?
  /// The audio streams.
  public var audio: [AudioOutput]
  /// The streams of subtitles.
  public var subtitles: [SubtitleOutput] = []
  /// Where chapters are asked for, one a marker; nil for none.
  public var chapters: SourceRange?
  /// What the file says of itself, in the order written.
  public var metadata: [Metadata] = []
  /// The picture that stands for it.
  public var cover: CoverArt?
  /// The EXIF orientation that its pictures are stored in, for players to undo; 1 is upright.
  public var orientation = 1
  /// Where that is asked for.
  public var orientationOrigin: SourceRange?
  /// The timecode of its first picture; nil for none.
  public var timecode: StartTimecode?
  /// Where the project defines it, or the whole file when it is the default output.
  public var origin: SourceRange

  /// How an output with a framing of its own is composed.
  public struct Composition: Hashable, Sendable {
    /// The framing that items go by.
    public var framing: String
    /// The size that it is composed at.
    public var size: PixelSize
    /// How pictures go into it that do not say it themselves.
    public var fit: PictureFields.Fit
  }

  /// Whether it holds sound and no picture of any kind.
  public var isSoundAlone: Bool { if case .film = form { video == nil } else { false } }

  /// A fact about the whole file, such as its title.
  public struct Metadata: Hashable, Sendable {
    /// The name, as FFmpeg calls it.
    public var name: String
    /// The text.
    public var value: String
    /// Where it is written.
    public var origin: SourceRange
  }

  /// Creates an output.
  public init(
    path: String, frames: Range<Int>, framing: Framing? = nil, video: VideoOutput?, audio: [AudioOutput],
    origin: SourceRange
  ) {
    self.path = path
    self.frames = frames
    self.framing = framing
    self.video = video
    self.audio = audio
    self.origin = origin
  }
}

/// One option for an encoder, as written; checked against libavcodec's own tables by `Render`.
public struct EncoderOption: Hashable, Sendable {
  /// The option's name.
  public var name: String
  /// The value's raw text.
  public var value: String
  /// Where the name stands.
  public var nameRange: SourceRange
  /// Where the value stands.
  public var valueRange: SourceRange

  /// Creates an option.
  public init(name: String, value: String, nameRange: SourceRange, valueRange: SourceRange) {
    self.name = name
    self.value = value
    self.nameRange = nameRange
    self.valueRange = valueRange
  }
}

/// How an output's picture is encoded.
public struct VideoOutput: Hashable, Sendable {
  /// The codec (`h264`) or encoder (`libx264`) name; nil lets the container choose.
  public var codec: String?
  /// libavutil's name of the pixel format; nil lets the encoder choose.
  public var pixelFormat: String?
  /// Everything else, in the order written (`preset`, `crf`, `bitrate`, `profile`, …).
  public var options: [EncoderOption]
  /// Whether it is encoded twice, the second time knowing all of it.
  public var isTwoPass: Bool
  /// Where the codec is named, or the output.
  public var origin: SourceRange

  /// Creates a video output.
  public init(
    codec: String?, pixelFormat: String? = nil, options: [EncoderOption] = [], isTwoPass: Bool = false,
    origin: SourceRange
  ) {
    self.codec = codec
    self.pixelFormat = pixelFormat
    self.options = options
    self.isTwoPass = isTwoPass
    self.origin = origin
  }
}
