package import AV

/// Samples by position: the same ones for a position however it is come to.
package protocol SampleSource: AnyObject {
  /// Samples a second.
  var sampleRate: Int { get }
  /// libavutil's name of the channel layout.
  var layout: String { get }
  /// Fills the first `count` samples of the planes from a position of the source's clock, one plane
  /// a channel; silence where the source has nothing.
  func read(at position: Int, count: Int, into planes: SamplePlanes) throws
}

/// A source brought to another layout.
final class RemixedSource: SampleSource {
  let layout: String
  private let source: any SampleSource
  private let matrix: ChannelMatrix
  private var scratch: SampleBuffer

  init(_ source: any SampleSource, matrix: ChannelMatrix, layout: String) {
    self.source = source
    self.matrix = matrix
    self.layout = layout
    scratch = SampleBuffer(channels: matrix.inputChannels, capacity: 4096)
  }

  var sampleRate: Int { source.sampleRate }

  func read(at position: Int, count: Int, into planes: SamplePlanes) throws {
    var done = 0
    while done < count {
      let step = min(count - done, scratch.capacity)
      try source.read(at: position + done, count: step, into: scratch.planes)
      matrix.apply(from: scratch.planes, to: planes.slices(from: done, count: step), count: step)
      done += step
    }
  }
}
