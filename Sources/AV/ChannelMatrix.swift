internal import CFFmpeg

/// Half the power: the root of 1/2.
private let minus3dB = 0.70710678118654752440

/// How much of every source channel goes into every target channel.
///
/// The weights are libswresample's own, with its normalisation (what `-ac 2` gives), but for mono,
/// which sounds at its own level on both sides. They are applied here and not by libswresample,
/// whose float sums differ between processors.
package struct ChannelMatrix: Hashable, Sendable {
  /// Weights by target channel, then by source channel.
  package let weights: [[Float]]
  /// The channels that go in.
  package let inputChannels: Int

  /// The number of channels that come out.
  package var outputChannels: Int { weights.count }

  /// Whether every channel comes out as it went in.
  package var isIdentity: Bool {
    inputChannels == outputChannels
      && weights.indices.allSatisfy { row in
        weights[row].indices.allSatisfy { weights[row][$0] == (row == $0 ? 1 : 0) }
      }
  }

  /// Builds the matrix between two layouts by libavutil's names, such as `mono` and `5.1(side)`.
  package init(from source: String, to target: String) throws(AVError) {
    var input = try ChannelLayout(named: source)
    var output = try ChannelLayout(named: target)
    let (columns, rows) = (input.channelCount, output.channelCount)
    inputChannels = columns
    guard max(columns, rows) <= 64 else {
      throw AVError(code: shim_averror(EINVAL), operation: "channels of \(source) to \(target)")
    }
    if input.isSame(as: &output) {
      weights = (0..<rows).map { row in (0..<columns).map { $0 == row ? 1 : 0 } }
      return
    }
    // libswresample 4 normalises 64 rows, whatever the layouts: the matrix must have room for them.
    let stride = 64
    var flat = [Double](repeating: 0, count: stride * stride)
    let result = flat.withUnsafeMutableBufferPointer { matrix in
      // Centre and surrounds enter at -3 dB, the low-frequency channel not: libswresample's defaults.
      swr_build_matrix2(
        &input.raw, &output.raw, minus3dB, minus3dB, 0, 1, 1, matrix.baseAddress, stride,
        AV_MATRIX_ENCODING_NONE, nil)
    }
    try check("swr_build_matrix2(\(source) to \(target))", result)
    weights = (0..<rows).map { row in
      (0..<columns).map { column in
        let weight = flat[row * stride + column]
        return columns == 1 && weight != 0 ? 1 : Float(weight)
      }
    }
  }

  /// Channels put together by levels of others: one row of taps a target channel.
  package init(rows: [[(channel: Int, level: Double)]], inputChannels: Int) {
    self.inputChannels = inputChannels
    weights = rows.map { taps in
      var row = [Double](repeating: 0, count: inputChannels)
      for tap in taps where tap.channel < inputChannels { row[tap.channel] += tap.level }
      return row.map { Float($0) }
    }
  }

  /// The matrix that does what another one and then this one does.
  package func after(_ other: ChannelMatrix) -> ChannelMatrix {
    let rows = weights.map { row in
      (0..<other.inputChannels).map { column in
        (
          channel: column,
          level: row.indices.reduce(0.0) { $0 + Double(row[$1]) * Double(other.weights[$1][column]) }
        )
      }
    }
    return ChannelMatrix(rows: rows, inputChannels: other.inputChannels)
  }

  /// Fills the target's planes from the source's, in a fixed order of sums.
  package func apply(from source: SamplePlanes, to target: SamplePlanes, count: Int) {
    target.clear(count)
    add(source, to: target, count: count)
  }

  /// Adds the source's planes to the target's.
  package func add(_ source: SamplePlanes, to target: SamplePlanes, count: Int) {
    for (plane, row) in zip(target, weights) {
      for (input, weight) in zip(source, row) where weight != 0 {
        for index in 0..<count { plane[index] += weight * input[index] }
      }
    }
  }
}
