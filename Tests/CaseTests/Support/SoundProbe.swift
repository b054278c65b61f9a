internal import Foundation

/// The decoded sound of one stream, 16 bits, a column a channel.
struct Sound: Equatable {
  let rate: Int
  let channels: [[Int16]]

  /// A stretch of consecutive source samples: where it lies in the file, where it begins in the source.
  struct SawRun: Equatable, CustomStringConvertible {
    let start: Int
    let source: Int
    let length: Int

    var description: String { "\(start):\(source):\(length)" }
  }

  struct Tone {
    let rms: Double
    let peak: Double
    let hertz: Double
  }

  /// Decodes an audio stream from the file's start; a late stream begins with silence.
  static func of(_ path: String, stream: Int = 0) throws -> Sound {
    let facts = try Facts.of(path).audio
    guard facts.indices.contains(stream), let rate = facts[stream].sample_rate.flatMap({ Int($0) }),
      let count = facts[stream].channels, count > 0
    else { throw HarnessError("no audio stream \(stream) in \(path)") }
    var bytes: [UInt8] = []
    let run = try Command(
      "ffmpeg",
      FFmpeg.quiet + [
        "-i", path, "-map", "0:a:\(stream)", "-af", "aresample=\(rate):async=1:first_pts=0",
        "-f", "s16le", "-c:a", "pcm_s16le", "-",
      ]
    ).stream { bytes = try $0.rest() }
    guard run.status == 0 else { throw HarnessError("cannot decode \(path): \(run.errors)") }
    let length = bytes.count / 2 / count
    let channels = bytes.withUnsafeBytes { raw in
      (0..<count).map { channel in
        [Int16](unsafeUninitializedCapacity: length) { column, filled in
          for index in 0..<length {
            column[index] = Int16(
              littleEndian: raw.loadUnaligned(fromByteOffset: (index * count + channel) * 2, as: Int16.self))
          }
          filled = length
        }
      }
    }
    return Sound(rate: rate, channels: channels)
  }

  var length: Int { channels.first?.count ?? 0 }

  /// Where sound rises over a tenth of the full level after a thousand quiet samples.
  func onsets(channel: Int = 0, threshold: Double = 0.1, quiet gap: Int = 1000) -> [Int] {
    let level = Int(threshold * 32768)
    return channels[channel].withUnsafeBufferPointer { samples in
      var quiet = gap
      var found: [Int] = []
      for index in samples.indices {
        if abs(Int(samples[index])) > level {
          if quiet >= gap { found.append(index) }
          quiet = 0
        } else {
          quiet += 1
        }
      }
      return found
    }
  }

  /// The runs of a saw in the first channel.
  func sawRuns() -> [SawRun] {
    guard let samples = channels.first, !samples.isEmpty else { return [] }
    var runs: [SawRun] = []
    var start = 0
    samples.withUnsafeBufferPointer { samples in
      for index in 1...samples.count {
        if index == samples.count || !follows(samples[index], samples[index - 1]) {
          runs.append(SawRun(start: start, source: Int(samples[start]), length: index - start))
          start = index
        }
      }
    }
    return runs
  }

  private func follows(_ sample: Int16, _ previous: Int16) -> Bool {
    let step = (Int(sample) - Int(previous)) % 32000
    return step == 1 || step == -31999
  }

  /// The largest absolute sample of a range, of 1; of all channels unless one is named.
  func peak(_ range: Range<Int>, channel: Int? = nil) -> Double {
    let heard = channel.map { [channels[$0]] } ?? channels
    let largest = heard.map { channel in
      channel.withUnsafeBufferPointer { samples in
        samples[range.clamped(to: samples.indices)].reduce(0) { max($0, abs(Int($1))) }
      }
    }.max()
    return Double(largest ?? 0) / 32768
  }

  /// Level and pitch of a stretch, by its upward zero crossings.
  func tone(_ from: Double, _ to: Double, channel: Int = 0) -> Tone {
    let samples = channels[channel]
    let range = (Int(from * Double(rate))..<Int(to * Double(rate))).clamped(to: samples.indices)
    guard !range.isEmpty else { return Tone(rms: 0, peak: 0, hertz: 0) }
    var squares = 0.0
    var crossings = 0
    for index in range {
      squares += Double(samples[index]) * Double(samples[index])
      if index > range.lowerBound && samples[index - 1] < 0 && samples[index] >= 0 { crossings += 1 }
    }
    let count = Double(range.count)
    return Tone(
      rms: (squares / count).squareRoot() / 32768, peak: peak(range, channel: channel),
      hertz: Double(crossings) / (count / Double(rate)))
  }
}
