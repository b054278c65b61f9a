import EDL
import MediaTime
import Testing

@testable import Render

/// Placements and timelines without media, at 25 frames a second.
enum Make {
  static let origin = SourceRange(
    file: 0, start: SourcePosition(line: 1, column: 1), end: SourcePosition(line: 1, column: 2))
  static let rate = Rational(25)

  static func placement(
    _ frames: Range<Int>, media: Int = 0, in start: Int = 0, speed: Rational = .one
  ) throws -> Placement {
    Placement(
      frames: frames,
      layer: Layer(
        source: .media(index: media, stream: 0), start: try Time(frame: start, at: rate),
        step: try Time(frame: 1, at: rate) * speed, picture: PictureFields(),
        note: Layer.Note(label: "m\(media)", origin: origin)))
  }

  static func media(_ path: String) -> Media {
    Media(name: path, source: .file(path), info: MediaInfo(kind: .video, format: path), origin: origin)
  }

  static func pieces(
    _ placements: [Placement], in window: Range<Int>, hides: @escaping (Layer) -> Bool = { _ in true }
  ) throws -> [Piece] {
    try PieceBuilder(hidesBelow: hides).pieces(placements, in: window)
  }

  static func clip(media: Int, frames: Range<Int>, in start: Int, speed: Rational = .one) throws -> Item {
    Item(
      label: "m\(media)", frames: frames, content: .clip(media: media, videoStream: 0, audioStream: nil),
      plays: [Play(frames: frames, start: try Time(frame: start, at: rate), speed: speed)], origin: origin)
  }

  static func timeline(_ tracks: [[Item]], frameCount: Int) -> Timeline {
    Timeline(
      projectPath: "p.yaml", canvas: Canvas(size: PixelSize(width: 64, height: 48), frameRate: rate), media: [],
      root: Sequence(
        tracks: tracks.map { Track(kind: .video, items: $0, origin: origin) }, frameCount: frameCount),
      markers: [], outputs: [])
  }
}

@Suite struct PieceTests {
  @Test func aCutMakesTwoPieces() throws {
    let pieces = try Make.pieces(
      [try Make.placement(0..<10), try Make.placement(10..<30, media: 1, in: 5)], in: 0..<30)
    #expect(pieces.map(\.count) == [10, 20])
    #expect(try pieces[1].layers[0].time(at: 0) == Time(frame: 5, at: Make.rate))
  }

  @Test func aCutThatChangesNothingIsNoCut() throws {
    let pieces = try Make.pieces(
      [try Make.placement(0..<7, in: 3), try Make.placement(7..<14, in: 10), try Make.placement(14..<21, in: 18)],
      in: 0..<21)
    // The second goes on where the first ends, the third skips a frame.
    #expect(pieces.map(\.count) == [14, 7])
  }

  @Test func holesShowTheBackgroundAndTheWindowIsFilled() throws {
    let pieces = try Make.pieces([try Make.placement(5..<8)], in: 0..<12)
    #expect(pieces.map(\.count) == [5, 3, 4])
    #expect(pieces.map(\.layers.count) == [0, 1, 0])
  }

  @Test func whatIsHiddenIsLeftOut() throws {
    let below = try Make.placement(0..<20)
    let above = try Make.placement(5..<15, media: 1)
    let hidden = try Make.pieces([below, above], in: 0..<20)
    #expect(hidden.map(\.count) == [5, 10, 5])
    #expect(hidden.map(\.layers.count) == [1, 1, 1])
    let seen = try Make.pieces([below, above], in: 0..<20, hides: { $0.source == .media(index: 0, stream: 0) })
    #expect(seen.map(\.layers.count) == [1, 2, 1])
    // The lower layer goes on from where it was.
    #expect(try seen[2].layers[0].time(at: 0) == Time(frame: 15, at: Make.rate))
  }

  @Test func aWindowIsTheSameFramesOfTheWhole() throws {
    let placements = [try Make.placement(0..<50, in: 7), try Make.placement(50..<90, media: 1)]
    let part = try Make.pieces(placements, in: 40..<60)
    #expect(part.map(\.count) == [10, 10])
    #expect(try part[0].layers[0].time(at: 0) == Time(frame: 47, at: Make.rate))
  }
}

@Suite struct FlattenerTests {
  @Test func groupsAtAnotherSpeedAreComposedExactly() throws {
    // A group of two clips of 10 frames each, played at 3/2 from frame 4 on: positions 0, 1.5, 3, …
    let inner = Sequence(
      tracks: [
        Track(
          kind: .video,
          items: [
            try Make.clip(media: 0, frames: 0..<10, in: 100), try Make.clip(media: 1, frames: 10..<20, in: 0),
          ], origin: Make.origin)
      ], frameCount: 20)
    let group = Item(
      label: "group", frames: 4..<17, content: .sequence(inner),
      plays: [Play(frames: 4..<17, start: .zero, speed: try Rational(3, over: 2))], origin: Make.origin)
    let placements = try PictureFlattener.placements(
      Make.timeline([[group]], frameCount: 17), in: 0..<17)
    // Positions below 10 are frames 4 to 10 (0 … 9), from 10 on frames 11 to 16 (10.5 … 18).
    #expect(placements.map(\.frames) == [4..<11, 11..<17])
    #expect(try placements[0].layer.time(at: 0) == Time(frame: 100, at: Make.rate))
    #expect(try placements[1].layer.time(at: 0) == Time(seconds: Rational(1, over: 50)))
    #expect(try placements[1].layer.times.scale == Rational(3, over: 50))
  }

  @Test func aReversedGroupRunsItsClipsBackwards() throws {
    let inner = Sequence(
      tracks: [
        Track(
          kind: .video,
          items: [
            try Make.clip(media: 0, frames: 0..<4, in: 0), try Make.clip(media: 1, frames: 4..<10, in: 20),
          ], origin: Make.origin)
      ], frameCount: 10)
    let group = Item(
      label: "group", frames: 0..<10, content: .sequence(inner),
      plays: [
        Play(frames: 0..<10, start: try Time(frame: 9, at: Make.rate), speed: try -Rational.one)
      ], origin: Make.origin)
    let placements = try PictureFlattener.placements(
      Make.timeline([[group]], frameCount: 10), in: 0..<10
    ).sorted { $0.frames.lowerBound < $1.frames.lowerBound }
    #expect(placements.map(\.frames) == [0..<6, 6..<10])
    // First frame: the group's frame 9, which is the second clip's sixth: source frame 25.
    #expect(try placements[0].layer.time(at: 0) == Time(frame: 25, at: Make.rate))
    #expect(try placements[1].layer.time(at: 0) == Time(frame: 3, at: Make.rate))
    #expect(try placements[1].layer.times.scale == Rational(-1, over: 25))
  }

  @Test func upperTracksAndNestedTracksKeepTheirOrder() throws {
    let stack = Sequence(
      tracks: [
        Track(kind: .video, items: [try Make.clip(media: 1, frames: 0..<5, in: 0)], origin: Make.origin),
        Track(kind: .video, items: [try Make.clip(media: 2, frames: 0..<5, in: 0)], origin: Make.origin),
      ], frameCount: 5)
    let item = Item(
      label: "stack", frames: 0..<5, content: .sequence(stack), plays: [Play(frames: 0..<5, start: .zero)],
      origin: Make.origin)
    let timeline = Make.timeline(
      [[item], [try Make.clip(media: 3, frames: 0..<5, in: 0)]], frameCount: 5)
    let ordered = try PictureFlattener.placements(timeline, in: 0..<5)
    #expect(ordered.map(\.layer.note.label) == ["m1", "m2", "m3"])
  }
  @Test func whatReadsOnLeadsToTheNextPiece() throws {
    // A title comes and goes over a clip; then a cut; then the same file, half a minute further on.
    let placements = [
      try Make.placement(0..<300), try Make.placement(100..<200, media: 5),
      try Make.placement(300..<400, media: 1), try Make.placement(400..<500, media: 1, in: 900),
    ]
    let pieces = try Make.pieces(placements, in: 0..<500) { _ in false }
    #expect(pieces.map(\.count) == [100, 100, 100, 100, 100])
    let leads = try zip(pieces, pieces.dropFirst()).map { try $0.leads(to: $1) }
    #expect(leads == [true, true, false, false])
  }
}
