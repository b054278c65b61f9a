import AV
import EDL
import MediaTime
@testable import Render

/// A source whose samples are computed; silence before 0 and from `length` on.
final class ComputedSource: SampleSource {
  let sampleRate: Int
  let layout: String
  private let length: Int
  private let sample: (_ channel: Int, _ position: Int) -> Float
  /// Where every read began.
  private(set) var reads: [Int] = []

  init(
    rate: Int = 48000, layout: String = "stereo", length: Int,
    sample: @escaping (_ channel: Int, _ position: Int) -> Float
  ) {
    sampleRate = rate
    self.layout = layout
    self.length = length
    self.sample = sample
  }

  func read(at position: Int, count: Int, into planes: SamplePlanes) {
    reads.append(position)
    for (channel, plane) in planes.enumerated() {
      for index in 0..<count {
        let place = position + index
        plane[index] = (0..<length).contains(place) ? sample(channel, place) : 0
      }
    }
  }

  /// Sample *n* is the 16-bit value *n* mod 32000 in every channel.
  static func saw(rate: Int = 48000, layout: String = "stereo", length: Int) -> ComputedSource {
    ComputedSource(rate: rate, layout: layout, length: length) { _, position in Float(position % 32000) / 32768 }
  }

  /// Noise that is the same for a position whenever it is read.
  static func noise(rate: Int, layout: String = "mono", length: Int, level: Float = 0.5) -> ComputedSource {
    ComputedSource(rate: rate, layout: layout, length: length) { channel, position in
      var state = UInt64(bitPattern: Int64(position * 8 + channel)) &* 0x9E37_79B9_7F4A_7C15
      state = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
      state = (state ^ (state >> 27)) &* 0x94D0_49BB_1331_11EB
      return (Float(state >> 40) / 8_388_608 - 1) * level
    }
  }
}

/// Reads a stretch of a source.
func samples(of source: any SampleSource, _ range: Range<Int>, channels: Int) throws -> [[Float]] {
  let buffer = SampleBuffer(channels: channels, capacity: range.count)
  try source.read(at: range.lowerBound, count: range.count, into: buffer.planes)
  return buffer.planes.map { Array($0) }
}

/// Mixes a whole plan in blocks of a size.
func mix(
  _ plan: SoundPlan, block: Int = 1024, open: @escaping (Int) -> any SampleSource
) throws -> (samples: [[Float]], clipping: Mixer.Clipping) {
  let mixer = try Mixer(plan) { media, _ in open(media) }
  return (try mixer.all(block: block)[0], mixer.clippings[0])
}

extension Mixer {
  /// All that comes, by outlet and channel.
  func all(block: Int = 1024) throws -> [[[Float]]] {
    var result = channelCounts.map { [[Float]](repeating: [], count: $0) }
    while try next(
      block,
      { outlet, planes in
        for (channel, plane) in planes.enumerated() { result[outlet][channel] += plane }
      }) > 0
    {}
    return result
  }
}

let nowhere = SourceRange(
  file: 0, start: SourcePosition(line: 1, column: 1), end: SourcePosition(line: 1, column: 1))

/// A clip of media 0 on the timeline: by default all of it forwards, from its start.
func clip(
  _ frames: Range<Int>, from start: Rational = .zero, speed: Rational = .one, media: Int = 0,
  sound: SoundFields = SoundFields()
) -> Item {
  Item(
    label: "clip", frames: frames, content: .clip(media: media, videoStream: nil, audioStream: 0),
    plays: [Play(frames: frames, start: Time(seconds: start), speed: speed)], sound: sound, origin: nowhere)
}

/// A timeline of audio tracks.
func timeline(
  _ tracks: [[Item]], fps: Rational = Rational(25), rate: Int = 48000, channels: String = "stereo"
) -> Timeline {
  let length = tracks.joined().map(\.frames.upperBound).max() ?? 0
  return Timeline(
    projectPath: "test.yaml",
    canvas: Canvas(
      size: PixelSize(width: 16, height: 16), frameRate: fps, sampleRate: rate, channels: channels),
    media: [],
    root: EDL.Sequence(
      tracks: tracks.map { Track(kind: .audio, items: $0, origin: nowhere) }, frameCount: length),
    markers: [], outputs: [])
}

extension Timeline {
  /// The plan of all its sound.
  func soundPlan() throws -> SoundPlan {
    try SoundPlan.make(timeline: self, frames: 0..<root.frameCount)
  }
}

/// Where sound begins after at least a thousand quiet samples.
func onsets(_ samples: [Float], threshold: Float = 0.1) -> [Int] {
  var (result, quiet) = ([Int](), 1000)
  for (index, sample) in samples.enumerated() {
    if abs(sample) >= threshold {
      if quiet >= 1000 { result.append(index) }
      quiet = 0
    } else {
      quiet += 1
    }
  }
  return result
}

/// The frequency by the upward zero crossings of a stretch.
func frequency(_ samples: ArraySlice<Float>, rate: Int = 48000) -> Double {
  var crossings: [Double] = []
  for index in samples.indices.dropLast() where samples[index] < 0 && samples[index + 1] >= 0 {
    let step = Double(samples[index + 1] - samples[index])
    crossings.append(Double(index) - Double(samples[index]) / step)
  }
  guard let first = crossings.first, let last = crossings.last, last > first else { return 0 }
  return Double(crossings.count - 1) * Double(rate) / (last - first)
}
