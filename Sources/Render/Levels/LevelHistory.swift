internal import AV

/// What a picture of a sound shows, in as many columns as it may be wide, however long it is.
struct LevelHistory: Sendable {
  /// The part of the sound that one column stands for.
  struct Column: Sendable {
    /// The lowest and the highest sample of all channels.
    var samples: ClosedRange<Float> = 0...0
    /// The greatest loudness that ends in it, in LUFS; nil where none does.
    var momentary: Double?
    var shortTerm: Double?
  }

  private(set) var columns: [Column]
  private let length: Int

  init(length: Int) {
    self.length = max(length, 1)
    columns = Array(repeating: Column(), count: min(self.length, 1000))
  }

  /// Takes in samples.
  mutating func add(_ planes: SamplePlanes, at position: Int, count: Int) {
    var done = 0
    while done < count {
      let column = self.column(at: position + done)
      let step = min(count - done, max(1, edge(column + 1) - position - done))
      var (low, high) = (columns[column].samples.lowerBound, columns[column].samples.upperBound)
      for plane in planes {
        for index in done..<done + step {
          let sample = plane[index]
          if sample < low { low = sample }
          if sample > high { high = sample }
        }
      }
      columns[column].samples = low...high
      done += step
    }
  }

  /// Takes in the loudness that ends at a sample.
  mutating func add(_ step: LoudnessMeter.Step, before sample: Int) {
    let column = self.column(at: sample - 1)
    func greatest(_ path: WritableKeyPath<Column, Double?>, _ value: Double?) {
      guard let value else { return }
      columns[column][keyPath: path] = max(columns[column][keyPath: path] ?? value, value)
    }
    greatest(\.momentary, step.momentary)
    greatest(\.shortTerm, step.shortTerm)
  }

  private func column(at sample: Int) -> Int { min(sample * columns.count / length, columns.count - 1) }

  /// The first sample of a column.
  private func edge(_ column: Int) -> Int { (column * length + columns.count - 1) / columns.count }
}
