internal import AV
internal import EDL

/// What makes a bus softer while another one sounds, in samples.
package struct SoundDuck: Hashable, Sendable {
  /// The node that is listened to.
  package var key: Int
  /// How many decibels softer.
  package var depth: Double
  /// The amplitude above which a sample of the other one counts.
  package var threshold: Double
  /// How long it takes to become softer; so far ahead it listens.
  package var attack: Int
  /// How long it stays soft after the last sample that counts.
  package var hold: Int
  /// How long it takes to come back.
  package var release: Int
}

/// Makes a stream softer while another one sounds.
///
/// At sample *n* it is on its way down, or down, if any sample of the other one from *n* − hold to
/// *n* + attack counts, else on its way up. Both ways are straight lines of decibels, so it is down by
/// the whole depth at the very sample at which the other one begins:
///
///     key     ________######____####________________
///     level   ------\________________________/------
///              attack                 hold  release
final class DuckStream: StripStream {
  private let content: any StripStream
  private let duck: SoundDuck
  private let key: MixTap
  private var position: Int
  /// The samples of the key that count and that lie ahead, as stretches; what the hold joins is one.
  private var loud: [Range<Int>] = []
  /// The last sample that counts among those that are near enough.
  private var lastLoud = Int.min / 2
  /// How far down it is, in samples of the attack, or of the release on its way up.
  private var depth = 0.0

  init(_ content: any StripStream, _ duck: SoundDuck, key: MixTap, from position: Int) {
    self.content = content
    self.duck = duck
    self.key = key
    self.position = position
  }

  func read(_ count: Int, into planes: SamplePlanes) throws {
    try content.read(count, into: planes)
    try listen(until: position + count + duck.attack + 1)
    let (down, up) = (1 / Double(max(duck.attack, 1)), 1 / Double(max(duck.release, 1)))
    var gain: Float = 1
    var gainDepth = 0.0
    for index in 0..<count {
      let sample = position + index
      hear(until: sample + duck.attack)
      depth = sample - lastLoud <= duck.hold ? min(1, depth + down) : max(0, depth - up)
      guard depth > 0 else { continue }
      if depth != gainDepth { (gain, gainDepth) = (Float(Gain(decibels: -duck.depth * depth).amplitude), depth) }
      for plane in planes { plane[index] *= gain }
    }
    position += count
  }

  /// Takes in the samples that count up to one.
  private func hear(until sample: Int) {
    while let first = loud.first, first.lowerBound <= sample {
      lastLoud = min(first.upperBound - 1, sample)
      guard first.upperBound - 1 <= sample else { return }
      loud.removeFirst()
    }
  }

  private func listen(until end: Int) throws {
    let threshold = Float(duck.threshold)
    while key.position < end {
      let start = key.position
      let planes = try key.read(until: min(end, start + MixNode.blockLength))
      for index in 0..<key.position - start {
        var counts = false
        for plane in planes where abs(plane[index]) > threshold { counts = true }
        if counts { add(start + index) }
      }
    }
  }

  private func add(_ sample: Int) {
    if let last = loud.last, sample - last.upperBound < max(duck.hold, 1) {
      loud[loud.count - 1] = last.lowerBound..<sample + 1
    } else {
      loud.append(sample..<sample + 1)
    }
  }
}
