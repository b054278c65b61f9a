internal import AV
internal import EDL
internal import MediaTime

/// The picture of one output: which segments there are, and where each plays.
struct PicturePlan: Sendable {
  /// The different segments, in order of first appearance.
  var segments: [Segment]
  /// For each segment what it is known by.
  var keys: [ContentKey]
  /// The programme: indexes into `segments`, in order of time.
  var places: [Int]
  /// Runs of segments that go on reading about where the one before ended; best left to one worker.
  var runs: [Range<Int>]

  /// Plans the picture of an output.
  init(
    _ timeline: Timeline, _ output: OutputPlan, video: VideoPlan, names: ContentNames
  ) throws(TimeOverflow) {
    let pieces = try Self.pieces(timeline, canvas: output.canvas, frames: output.frames)
    var cut: [Segment]
    if let interval = output.keyInterval {
      cut = try KeyedSegments(interval: interval, cadence: output.cadence, isCuttable: video.isCuttable)
        .segments(pieces)
    } else {
      cut =
        video.isCuttable
        ? try Segmenter(rate: timeline.canvas.frameRate, names: names).segments(pieces)
        : [Segment(pieces: pieces)]
    }
    if !output.cadence.isPlain {
      var start = 0
      for place in cut.indices {
        let end = start + cut[place].frameCount
        cut[place].repeats = output.cadence.repeats(of: start..<end)
        start = end
      }
    }
    var indexes: [Segment: Int] = [:]
    segments = []
    places = []
    runs = []
    for (place, segment) in cut.enumerated() {
      if let known = indexes[segment] {
        places.append(known)
        continue
      }
      let index = segments.count
      indexes[segment] = index
      segments.append(segment)
      places.append(index)
      let before = place > 0 && places[place - 1] == index - 1 ? cut[place - 1].pieces.last : nil
      if let before, let first = segment.pieces.first, let run = runs.last, run.upperBound == index,
        try before.leads(to: first)
      {
        runs[runs.count - 1] = run.lowerBound..<index + 1
      } else {
        runs.append(index..<index + 1)
      }
    }
    keys = []
    for segment in segments {
      keys.append(try ContentKey.segment(segment, names, output, video, rate: timeline.canvas.frameRate))
    }
  }

  /// Plans pictures: those of neighbouring frames as a film is, others each for itself.
  init(
    _ timeline: Timeline, _ output: OutputPlan, pictures: PicturesPlan, video: VideoPlan, names: ContentNames
  ) throws(TimeOverflow) {
    let pieces = try Self.pieces(timeline, canvas: output.canvas, frames: output.frames)
    let isWhole = pictures.frames.count > 1 && pictures.frames.elementsEqual(output.frames)
    let cut =
      isWhole && video.isCuttable
      ? try Segmenter(rate: timeline.canvas.frameRate, names: names).segments(pieces)
      : try Self.single(pictures.frames, of: pieces, from: output.frames.lowerBound)
    var indexes: [Segment: Int] = [:]
    (segments, places, keys) = ([], [], [])
    for segment in cut {
      let index = indexes[segment] ?? segments.count
      if index == segments.count { segments.append(segment) }
      indexes[segment] = index
      places.append(index)
    }
    // Neighbours in time are near each other in their files: a worker takes as many as it can.
    runs = segments.isEmpty ? [] : [0..<segments.count]
    for segment in segments {
      keys.append(try ContentKey.segment(segment, names, output, video, rate: timeline.canvas.frameRate))
    }
  }

  /// Each frame as a segment of its own; frames are in order.
  private static func single(_ frames: [Int], of pieces: [Piece], from start: Int) throws(TimeOverflow) -> [Segment] {
    var (index, first) = (0, start)
    var found: [Segment] = []
    for frame in frames {
      while index < pieces.count, frame >= first + pieces[index].count {
        first += pieces[index].count
        index += 1
      }
      guard index < pieces.count else { break }
      found.append(Segment(pieces: [try pieces[index].part(frame - first..<frame - first + 1)]))
    }
    return found
  }

  /// The pieces of the programme, layers that are fully hidden left out.
  static func pieces(
    _ timeline: Timeline, canvas: CanvasFormat, frames: Range<Int>
  ) throws(TimeOverflow) -> [Piece] {
    let placements = try PictureFlattener.placements(timeline, in: frames)
    var cover = Cover(timeline: timeline, canvas: canvas)
    return try PieceBuilder { cover.hidesBelow($0) }.pieces(placements, in: frames)
  }
}

/// Tells which layers leave nothing of what lies below them to be seen.
struct Cover {
  let timeline: Timeline
  let canvas: CanvasFormat
  private var known: [Question: Bool] = [:]

  private struct Question: Hashable {
    var index: Int
    var stream: Int
    var fields: PictureFields
  }

  init(timeline: Timeline, canvas: CanvasFormat) {
    self.timeline = timeline
    self.canvas = canvas
  }

  mutating func hidesBelow(_ layer: Layer) -> Bool {
    guard layer.picture.isLaidPlainly, layer.picture.box == nil, layer.picture.crop == nil else { return false }
    switch layer.source {
    case .solid(let color): return color.alpha == 255 && layer.picture.effects.isEmpty
    case .composite(let layers): return layer.picture.effects.isEmpty && (layers.first.map { hidesBelow($0) } ?? false)
    case .crossing(let crossing):
      if case .fadeThrough(let color) = crossing.kind, color.alpha < 255 { return false }
      return (crossing.outgoing.first.map { hidesBelow($0) } ?? false)
        && (crossing.incoming.first.map { hidesBelow($0) } ?? false)
    case .drawing, .generator, .subtitles, .adjustment, .program: return false
    case .media(let index, let stream):
      let question = Question(index: index, stream: stream, fields: layer.picture)
      if let answer = known[question] { return answer }
      let answer = covers(index, stream, layer.picture)
      known[question] = answer
      return answer
    }
  }

  private func covers(_ index: Int, _ stream: Int, _ fields: PictureFields) -> Bool {
    let info = timeline.media[index].info.video[stream]
    guard !info.hasAlpha, fields.effects.isEmpty, let shape = PictureShape(info) else { return false }
    return Conversion(
      Conversion.Request(
        shape: shape, color: SourceColor(info, correctedBy: fields.colorTags),
        orientation: fields.orientation ?? info.orientation, fit: fields.fit),
      canvas: canvas
    ).fitting.covers(canvas.size)
  }
}

extension PictureShape {
  /// The shape that a stream's pictures have, as far as its facts tell.
  init?(_ info: VideoStreamInfo) {
    guard let format = PixelFormat(named: info.pixelFormat) else { return nil }
    self.init(
      width: info.codedSize.width, height: info.codedSize.height, format: format,
      aspectX: Int(info.sampleAspectRatio.numerator), aspectY: Int(info.sampleAspectRatio.denominator))
  }
}
