internal import AV
internal import Draw
internal import EDL
internal import Foundation
internal import MediaTime

/// The engine's own version: raised by every change that can change a picture or a sample.
let engineVersion = 4

/// What a rendered part is known by.
struct ContentKey: Hashable, Sendable {
  /// A digest of all that can change it, files by a sample of theirs.
  var text: String
  /// What it depends on that the sample of a file does not prove.
  var needs: ContentNames.Needs

  /// The key of a segment of picture: content, canvas, encoder, libraries and engine, not its place.
  static func segment(
    _ segment: Segment, _ names: ContentNames, _ output: OutputPlan, _ video: VideoPlan, rate: Rational
  ) throws(TimeOverflow) -> ContentKey {
    names.reset()
    var digest = Digest()
    digest.update("edlrender picture \(engineVersion)\n\(Libraries.versions)\n\(DrawLibraries.versions)\n")
    digest.update(ContentDump().text(output.canvas) + "\n\(ContentDump().text(video.settings))\n\(video.conversion)\n")
    // Times of the pieces count in frames of the canvas, whose rate the encoder's need not be.
    digest.update("\(rate)\n")
    if let repeats = segment.repeats { digest.update("shown \(repeats)\n") }
    if !segment.keys.isEmpty { digest.update("key pictures \(segment.keys)\n") }
    if let after = video.afterMapping { digest.update("as sRGB, \(after)\n") }
    if video.hasPalette { digest.update("palette of all\n") }
    if video.isTwoPass { digest.update("two passes\n") }
    for piece in segment.pieces { digest.update(piece.contentText(names) + "\n") }
    return ContentKey(text: digest.finish(), needs: names.needs)
  }

  /// The key of a stream of sound: everything that is heard, and how it is encoded.
  static func sound(
    _ sound: SoundPlan, _ names: ContentNames, _ audio: AudioPlan
  ) throws(TimeOverflow) -> ContentKey {
    try self.sound(sound, names, head(audio))
  }

  /// The key of how loud a bus is: everything that is heard in it, and what it is to become.
  static func loudness(_ bus: SoundPlan, _ names: ContentNames) throws(TimeOverflow) -> ContentKey {
    try sound(bus, names, "loudness\n")
  }

  /// The key of a piece of such a stream, of which only these samples are heard: `place` says which they are.
  static func soundPiece(
    _ sound: SoundPlan, _ names: ContentNames, _ audio: AudioPlan, _ place: String
  ) throws(TimeOverflow) -> ContentKey {
    var piece = audio
    // How the stream is trimmed is no part of what is encoded.
    (piece.length, piece.trimming) = (0, .delay)
    return try self.sound(sound, names, "piece \(place)\n" + head(piece))
  }

  /// What a stream of subtitles is known by: all its texts and their times.
  static func subtitles(_ stream: SubtitlePlan) -> String {
    var digest = Digest()
    digest.update("edlrender subtitles \(engineVersion)\n\(Libraries.versions)\n\(stream.codec)\n\(stream.head)\n")
    for cue in stream.cues { digest.update("\(cue.times) \(cue.packet)\n") }
    return digest.finish()
  }

  /// How a stream is encoded; what players are told of it is no part of its packets.
  private static func head(_ audio: AudioPlan) -> String {
    var stream = audio
    (stream.isDefault, stream.language, stream.title) = (false, nil, nil)
    return ContentDump().text(stream) + "\n"
  }

  private static func sound(
    _ sound: SoundPlan, _ names: ContentNames, _ head: String
  ) throws(TimeOverflow) -> ContentKey {
    names.reset()
    var digest = Digest()
    digest.update("edlrender sound \(engineVersion)\n\(Libraries.versions)\n\(head)")
    // Media by their order of first use: one that is only seen must not shift the others.
    var numbers: [Int: Int] = [:]
    var plan = sound.withoutStrips
    for index in plan.nodes.indices { plan.nodes[index].chain = nil }
    digest.update(ContentDump().text(plan) + "\n")
    for node in sound.nodes {
      digest.update("\(node.strips.count) \(node.chain?.contentText(names) ?? "")\n")
    }
    // Most strips differ in their places alone, and what is left of them is printed once.
    var treatments: [SoundStrip: String] = [:]
    func add(_ strips: [SoundStrip], to digest: inout Digest) {
      for var strip in strips {
        let (parts, chain) = (strip.parts, strip.chain)
        if parts.isEmpty, numbers[strip.media] == nil {
          digest.update("\(numbers.count) \(names.medium(strip.media))\n")
          numbers[strip.media] = numbers.count
        }
        let places = [
          parts.isEmpty ? numbers[strip.media] ?? 0 : -1, strip.samples.lowerBound, strip.samples.upperBound,
          strip.origin, strip.position,
        ]
        (strip.media, strip.samples, strip.origin, strip.position, strip.place) = (0, 0..<0, 0, 0, .wholeFile)
        (strip.parts, strip.chain) = ([], nil)
        let treatment = treatments[strip] ?? ContentDump().text(strip)
        treatments[strip] = treatment
        digest.update("\(places) \(treatment)\n")
        if let chain { digest.update("through \(chain.contentText(names))\n") }
        guard !parts.isEmpty else { continue }
        digest.update("sum of \(parts.count)\n")
        add(parts, to: &digest)
      }
    }
    add(sound.strips, to: &digest)
    var needs = names.needs
    // Decoders of sound work in floating point, each processor in its own way.
    needs.processor = true
    return ContentKey(text: digest.finish(), needs: needs)
  }
}

extension SoundChain {
  /// The filters and their options, files by their content.
  fileprivate func contentText(_ names: ContentNames) -> String {
    names.note(effects.flatMap(\.filters))
    var chain = self
    for index in chain.effects.indices {
      chain.effects[index].files = effects[index].files.map(names.file)
      for path in effects[index].files {
        chain.effects[index].text = chain.effects[index].text.replacing(path, with: names.file(path))
      }
    }
    return ContentDump().text(chain)
  }
}
