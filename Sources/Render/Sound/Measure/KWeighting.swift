internal import AV
internal import MediaTime

/// The power of channels as the ear weighs it: the filter of ITU-R BS.1770, a shelf for the head and a
/// high pass, and the power of what comes out.
///
/// What it adds up does not depend on how the samples are cut into calls. Owned by one thread.
struct KWeighting {
  /// One second-order section: the coefficients of a quotient of polynomials.
  struct Section {
    var b0: Double, b1: Double, b2: Double, a1: Double, a2: Double
  }

  /// A channel that counts.
  private struct Channel {
    let index: Int
    let weight: Double
    /// What the two sections remember.
    var memory = (0.0, 0.0, 0.0, 0.0)
    /// The squares so far.
    var sum = 0.0
  }

  private let shelf: Section
  private let pass: Section
  private var channels: [Channel]

  /// Weighs channels; those with the weight 0 are left out.
  init(sampleRate: Int, weights: [Double]) {
    (shelf, pass) = Self.sections(sampleRate: sampleRate)
    channels = weights.indices.filter { weights[$0] != 0 }.map { Channel(index: $0, weight: weights[$0]) }
  }

  /// Takes in samples.
  mutating func add(_ planes: SamplePlanes, in range: Range<Int>) {
    for index in channels.indices {
      guard let samples = planes[channels[index].index].baseAddress else { continue }
      var (m1, m2, n1, n2) = channels[index].memory
      var sum = channels[index].sum
      var place = range.lowerBound
      while place < range.upperBound {
        let x = Double(samples[place])
        let y = shelf.b0 * x + m1
        m1 = (shelf.b1 * x - shelf.a1 * y) + m2
        m2 = shelf.b2 * x - shelf.a2 * y
        let z = pass.b0 * y + n1
        n1 = (pass.b1 * y - pass.a1 * z) + n2
        n2 = pass.b2 * y - pass.a2 * z
        sum += z * z
        place += 1
      }
      channels[index].memory = (m1, m2, n1, n2)
      channels[index].sum = sum
    }
  }

  /// The weighted squares of all channels since the last call, added up.
  mutating func takePower() -> Double {
    var power = 0.0
    for index in channels.indices {
      power += channels[index].weight * channels[index].sum
      channels[index].sum = 0
      let (m1, m2, n1, n2) = channels[index].memory
      // Numbers too small to be normal are slow to reckon with, and one that is not finite would stay for ever.
      let size = max(abs(m1), abs(m2), abs(n1), abs(n2))
      if size < 1e-20 || !size.isFinite || !(m1 + m2 + n1 + n2).isFinite { channels[index].memory = (0, 0, 0, 0) }
    }
    return power.isFinite ? power : 0
  }

  /// The sections at a sample rate, from the analogue filters that give BS.1770's table at 48 kHz.
  static func sections(sampleRate: Int) -> (shelf: Section, pass: Section) {
    func warped(_ frequency: Double) -> Double {
      // At low rates the shelf would lie beyond what the rate can hold.
      let turns = min(frequency / Double(sampleRate), 0.49) / 2
      return PortableMath.sine(turns: turns) / PortableMath.cosine(turns: turns)
    }
    let (k, q) = (warped(1681.974450955533), 0.7071752369554196)
    let high = PortableMath.power(10, 3.999843853973347 / 20)
    let band = PortableMath.power(high, 0.4996667741545416)
    let a0 = 1 + k / q + k * k
    let shelf = Section(
      b0: (high + band * k / q + k * k) / a0, b1: 2 * (k * k - high) / a0, b2: (high - band * k / q + k * k) / a0,
      a1: 2 * (k * k - 1) / a0, a2: (1 - k / q + k * k) / a0)
    let (k2, q2) = (warped(38.13547087602444), 0.5003270373238773)
    let c0 = 1 + k2 / q2 + k2 * k2
    let pass = Section(b0: 1, b1: -2, b2: 1, a1: 2 * (k2 * k2 - 1) / c0, a2: (1 - k2 / q2 + k2 * k2) / c0)
    return (shelf, pass)
  }
}
