package import AV
package import EDL
package import MediaTime

/// A source stream in the canvas's rate and layout: the grid of ``SoundStrip``.
///
/// Sample *m* is a pure function of *m*. Where rate and layout agree it is the source's own sample.
package final class CanvasSource: SampleSource {
  package let sampleRate: Int
  package let layout: String
  private let chain: any SampleSource

  /// Wraps a source. `varispeed` is the number of source seconds in a second of the result; `isSpread`
  /// puts what is in the centre on the left and on the right as well.
  package init(
    _ source: any SampleSource, sampleRate: Int, layout: String, channels: ChannelMap? = nil,
    isSpread: Bool = false, varispeed: Rational = .one
  ) throws {
    var matrix = try ChannelMatrix(from: source.layout, to: layout, channels)
    if isSpread { matrix = try matrix.spread(in: layout) }
    let from = try Rational(source.sampleRate) * varispeed
    let ratio = try from / Rational(sampleRate)
    var chain = source
    // Fewer channels cost less to resample.
    let remixesFirst = matrix.outputChannels < matrix.inputChannels
    if remixesFirst { chain = RemixedSource(chain, matrix: matrix, layout: layout) }
    if ratio != .one {
      chain = try ResampledSource(
        chain, channels: min(matrix.inputChannels, matrix.outputChannels), sampleRate: sampleRate,
        from: Int(ratio.numerator), to: Int(ratio.denominator))
    }
    if !remixesFirst, !matrix.isIdentity { chain = RemixedSource(chain, matrix: matrix, layout: layout) }
    self.chain = chain
    self.sampleRate = sampleRate
    self.layout = layout
  }

  package func read(at position: Int, count: Int, into planes: SamplePlanes) throws {
    try chain.read(at: position, count: count, into: planes)
  }
}
