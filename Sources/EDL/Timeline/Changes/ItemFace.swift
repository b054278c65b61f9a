internal import MediaTime

/// What an item is, free of its place: equal faces play the same.
struct ItemFace: Hashable {
  /// What is shown or heard, without how.
  var subject: String
  var length: Int
  /// The plays, counted from the item's own first frame.
  var plays: [Play]
  var picture: PictureFields
  var sound: SoundFields?
  /// The tracks of a nested sequence.
  var inner: [[Placed]]

  /// An item of a nested track at its place.
  struct Placed: Hashable {
    var frame: Int
    var face: ItemFace
  }

  init(_ item: Item, in timeline: Timeline) {
    subject = Self.subject(item, in: timeline)
    length = item.ownFrames.count
    let start = item.ownFrames.lowerBound
    plays = item.plays.map { play in
      var play = play
      play.frames = play.frames.lowerBound - start..<play.frames.upperBound - start
      return play
    }
    picture = item.picture
    // What a mask shows is counted among the media, which says nothing in another timeline.
    if case .media(let index, let stream) = picture.mask?.content {
      subject += " mask \(Self.name(index, timeline))"
      picture.mask?.content = .media(0, videoStream: stream)
    }
    for index in picture.effects.indices { picture.effects[index].folder = "" }
    sound = item.sound
    if var mix = sound?.mix {
      for index in mix.effects.indices { mix.effects[index].folder = "" }
      sound?.mix = mix
    }
    guard case .sequence(let sequence) = item.content else {
      inner = []
      return
    }
    inner = sequence.tracks.map { track in
      track.items.map { Placed(frame: $0.ownFrames.lowerBound, face: ItemFace($0, in: timeline)) }
    }
  }

  static func subject(_ item: Item, in timeline: Timeline) -> String {
    switch item.content {
    case .clip(let media, let video, let audio):
      "\(name(media, timeline)) \(video.map { "video \($0)" } ?? "") \(audio.map { "audio \($0)" } ?? "")"
    case .solid(let color): "solid \(color.hexText)"
    case .sequence: "sequence \(item.label)"
    case .drawing(let drawing): "drawing \(drawing)"
    case .generator(let generator): "source \(generator.text)"
    case .subtitles(let subtitles): "subtitles \(subtitles.path) \(subtitles.style.sorted { $0.key < $1.key })"
    case .adjustment: "adjustment"
    }
  }

  private static func name(_ index: Int, _ timeline: Timeline) -> String {
    timeline.media.indices.contains(index) ? timeline.media[index].name : "media \(index)"
  }
}
