internal import AV

/// What a project's outputs were when they were recorded: a digest of every frame and of every
/// thousand samples, the streams, chapters and tags.
public struct GoldenRecord: Sendable {
  /// A named value of an output, a stream, a chapter or a tag.
  struct Fact: Hashable, Sendable {
    var name: String
    var value: String
  }

  /// One stream of an output, before its encoder.
  struct Stream: Sendable {
    /// Whether its digests are of frames; else of blocks of ``blockLength`` samples.
    var isPicture: Bool
    var facts: [Fact]
    var digests: [Fingerprint]
    /// Where items begin, by the index of the digest: for readers of the file alone.
    var remarks: [Int: [String]] = [:]
  }

  /// One output.
  struct Output: Sendable {
    /// The path, seen from the project's folder.
    var path: String
    var facts: [Fact]
    var chapters: [Chapter]
    var tags: [Fact]
    /// The picture first, as in the file.
    var streams: [Stream]
    /// The small copy that was kept beside the record.
    var proxy: GoldenProxy?
  }

  /// A chapter: its first frame, counted from the output's first, and its title.
  struct Chapter: Hashable, Sendable {
    var frame: Int
    var title: String
  }

  /// The samples of a channel that a digest of sound covers; the last has what is left.
  static let blockLength = 1000

  /// The engine and the libraries that rendered it.
  var versions: [Fact]
  var outputs: [Output]
}

extension [GoldenRecord.Fact] {
  subscript(name: String) -> String? { first { $0.name == name }?.value }
}

extension GoldenRecord.Stream {
  /// How many frames or samples a number of digests covers, as far as the stream has any.
  func units(_ digests: Range<Int>) -> Range<Int> {
    guard !isPicture else { return digests }
    let end = Int(facts["samples"] ?? "") ?? digests.upperBound * GoldenRecord.blockLength
    let length = GoldenRecord.blockLength
    return min(digests.lowerBound * length, end)..<min(digests.upperBound * length, end)
  }
}

/// How much a record covers.
public struct GoldenCounts: Sendable {
  /// Outputs.
  public let outputs: Int
  /// Frames of all outputs.
  public let frames: Int
  /// Samples of all streams of sound, a channel's each.
  public let samples: Int

  /// Counts a record.
  public init(_ record: GoldenRecord) {
    let streams = record.outputs.flatMap(\.streams)
    outputs = record.outputs.count
    frames = streams.filter(\.isPicture).reduce(0) { $0 + $1.digests.count }
    samples = streams.filter { !$0.isPicture }.reduce(0) { $0 + $1.units(0..<$1.digests.count).count }
  }
}
