internal import EDL
internal import MediaTime

/// Draws the columns of a waveform.
struct WaveformPicture {
  let wave: Waveform
  let columns: WaveformColumns

  /// The picture: each row a channel, its middle line silence.
  var picture: PictureSheet {
    var picture = PictureSheet(wave.size, wave.background)
    let rows = wave.isSplit ? columns.channels : 1
    for column in 0..<min(wave.size.width, columns.reaches.count / (2 * columns.channels)) {
      for row in 0..<rows {
        let top = row * wave.size.height / rows
        let height = (row + 1) * wave.size.height / rows - top
        let (least, greatest) = reach(column, row)
        let upper = position(greatest, in: height)
        let lower = position(least, in: height)
        // Silence is a line.
        picture.fill(wave.color, x: column, y: top + upper, width: 1, height: max(1, lower - upper))
      }
    }
    return picture
  }

  private func reach(_ column: Int, _ row: Int) -> (Float, Float) {
    let channels = wave.isSplit ? row..<row + 1 : 0..<columns.channels
    let places = channels.map { (column * columns.channels + $0) * 2 }
    return (places.map { columns.reaches[$0] }.min() ?? 0, places.map { columns.reaches[$0 + 1] }.max() ?? 0)
  }

  /// The line of a row that a sample lies at: 1 at its top edge, -1 at its bottom edge.
  private func position(_ sample: Float, in height: Int) -> Int {
    let size = min(Double(abs(sample)), 1)
    let share: Double =
      switch wave.scale {
      case .linear: size
      case .log: size <= 0.001 ? 0 : 1 + PortableMath.log(size) / PortableMath.log(1000)
      }
    let half = Double(height) / 2
    return min(max(Int((half - (sample < 0 ? -share : share) * half).rounded()), 0), height)
  }
}
