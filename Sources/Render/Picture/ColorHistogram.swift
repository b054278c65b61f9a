internal import AV

/// How often which colours occur in pictures of packed RGB, to choose a palette by.
struct ColorHistogram {
  /// Colours that differ in their last two bits alone, as one.
  private struct Cell {
    var count = 0.0
    var sum = SIMD3<Double>.zero
  }

  private var cells = [Cell](repeating: Cell(), count: 1 << 18)
  /// The very colours, while they are few.
  private var few: Set<UInt32> = []
  private let limit: Int
  private var isCrowded = false

  /// Makes one for palettes of up to so many colours.
  init(limit: Int) { self.limit = limit }

  /// Counts the colours of a picture.
  mutating func add(_ frame: borrowing Frame) {
    guard let plane = frame.plane(0) else { return }
    let (width, height, stride) = (frame.width, frame.height, frame.stride(ofPlane: 0))
    var last: UInt32?
    cells.withUnsafeMutableBufferPointer { cells in
      for row in 0..<height {
        var pixel = plane + row * stride
        for _ in 0..<width {
          let (red, green, blue) = (pixel[0], pixel[1], pixel[2])
          let index = Int(red >> 2) << 12 | Int(green >> 2) << 6 | Int(blue >> 2)
          cells[index].count += 1
          cells[index].sum += SIMD3(Double(red), Double(green), Double(blue))
          if !isCrowded {
            let color = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
            if color != last {
              few.insert(color)
              isCrowded = few.count > limit
            }
            last = color
          }
          pixel += 3
        }
      }
    }
  }

  /// The colours of a palette, each `0xRRGGBB`: those that occur if they are few enough, else those that
  /// leave the least error when colours are brought to the nearest one.
  var palette: [UInt32] {
    if !isCrowded { return few.sorted() }
    var entries: [ColorBox.Entry] = []
    for cell in cells where cell.count > 0 {
      entries.append(.init(count: cell.count, color: cell.sum / cell.count))
    }
    var boxes = [ColorBox(entries[...])]
    while boxes.count < limit, let worst = boxes.indices.max(by: { boxes[$0].error < boxes[$1].error }),
      let (low, high) = boxes[worst].split()
    {
      boxes[worst] = low
      boxes.append(high)
    }
    return Set(boxes.map(\.mean)).sorted()
  }
}

/// Colours that are brought to their mean.
private struct ColorBox {
  struct Entry {
    var count: Double
    var color: SIMD3<Double>
  }

  /// How much an error in red, green and blue counts: about as much as the eye sees of it.
  private static let weights = SIMD3(2.0, 4.0, 3.0)

  private var entries: ArraySlice<Entry>
  /// The error that bringing them to their mean makes, squared and summed.
  let error: Double
  /// The channel in which they lie farthest apart.
  private let channel: Int
  private let count: Double
  private let sum: SIMD3<Double>

  init(_ entries: ArraySlice<Entry>) {
    self.entries = entries
    var (count, sum, squares) = (0.0, SIMD3<Double>.zero, SIMD3<Double>.zero)
    for entry in entries {
      count += entry.count
      sum += entry.count * entry.color
      squares += entry.count * entry.color * entry.color
    }
    (self.count, self.sum) = (count, sum)
    let errors = (squares - sum * sum / max(count, 1)) * Self.weights
    error = entries.count > 1 ? max(0, errors.sum()) : 0
    channel = (0..<3).max { errors[$0] < errors[$1] } ?? 0
  }

  /// `0xRRGGBB`.
  var mean: UInt32 {
    (0..<3).reduce(0) { $0 << 8 | UInt32(min(255, max(0, (sum[$1] / max(count, 1)).rounded()))) }
  }

  /// Two boxes with the least error in the channel that has most of it; nil for one colour.
  func split() -> (ColorBox, ColorBox)? {
    guard error > 0 else { return nil }
    let sorted = entries.sorted { $0.color[channel] < $1.color[channel] }
    let sum = sum[channel]
    var (best, bestGain, left, leftSum) = (1, -1.0, 0.0, 0.0)
    for (index, entry) in sorted.dropLast().enumerated() {
      left += entry.count
      leftSum += entry.count * entry.color[channel]
      // What two means explain; the rest of the variance is the same for every place.
      let gain = leftSum * leftSum / left + (sum - leftSum) * (sum - leftSum) / (count - left)
      if gain > bestGain { (best, bestGain) = (index + 1, gain) }
    }
    return (ColorBox(sorted[..<best]), ColorBox(sorted[best...]))
  }
}
