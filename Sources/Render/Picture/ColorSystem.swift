internal import EDL
internal import MediaTime

/// What numbers mean in light: the primaries and the transfer of a picture.
struct ColorSystem: Hashable, Sendable {
  /// The chromaticities of red, green, blue and white.
  enum Primaries: String, Hashable, Sendable {
    /// Those of HD and of sRGB; SD's are treated as the same, as every player does.
    case bt709
    case bt2020
    /// P3 with the white D65.
    case p3
    /// P3 with the cinema's white.
    case dci
    /// NTSC of 1953.
    case bt470m
    /// Generic film.
    case film
  }

  /// What a number is in light.
  enum Transfer: String, Hashable, Sendable {
    /// As a reference display shows SDR: the power 2.4 (BT.1886).
    case sdr
    /// SMPTE ST 2084, up to 10,000 cd/m².
    case pq
    /// BT.2100 HLG, on a display of 1,000 cd/m².
    case hlg
    /// Light itself, 1 being white.
    case linear
  }

  var primaries: Primaries
  var transfer: Transfer

  static let sdr = ColorSystem(primaries: .bt709, transfer: .sdr)

  /// Whether it holds more than SDR white.
  var isHDR: Bool { transfer == .pq || transfer == .hlg }

  /// What people call it.
  var name: String {
    let primaries =
      switch primaries {
      case .bt709: "BT.709"
      case .bt2020: "BT.2020"
      case .p3: "P3"
      case .dci: "DCI-P3"
      case .bt470m: "NTSC 1953"
      case .film: "film"
      }
    switch transfer {
    case .sdr: return primaries
    case .pq: return "\(primaries) PQ"
    case .hlg: return "\(primaries) HLG"
    case .linear: return "\(primaries) linear"
    }
  }
}

extension ColorSystem.Primaries {
  /// The names that FFmpeg has for them.
  init(tag: String?) {
    switch tag {
    case "bt2020": self = .bt2020
    case "smpte432": self = .p3
    case "smpte431": self = .dci
    case "bt470m": self = .bt470m
    case "film": self = .film
    default: self = .bt709
    }
  }

  /// x and y of red, green, blue and white (ITU-T H.273).
  private var chromaticities: [(x: Double, y: Double)] {
    let (d65, c) = ((0.3127, 0.3290), (0.310, 0.316))
    switch self {
    case .bt709: return [(0.640, 0.330), (0.300, 0.600), (0.150, 0.060), d65]
    case .bt2020: return [(0.708, 0.292), (0.170, 0.797), (0.131, 0.046), d65]
    case .p3: return [(0.680, 0.320), (0.265, 0.690), (0.150, 0.060), d65]
    case .dci: return [(0.680, 0.320), (0.265, 0.690), (0.150, 0.060), (0.314, 0.351)]
    case .bt470m: return [(0.67, 0.33), (0.21, 0.71), (0.14, 0.08), c]
    case .film: return [(0.681, 0.319), (0.243, 0.692), (0.145, 0.049), c]
    }
  }

  /// From linear RGB to CIE XYZ, white having Y = 1.
  private var toXYZ: Matrix3 {
    let points = chromaticities.map { [$0.x / $0.y, 1, (1 - $0.x - $0.y) / $0.y] }
    let columns = Matrix3(columns: points[0], points[1], points[2])
    let scale = columns.inverse.times(points[3])
    return Matrix3(
      columns: points[0].map { $0 * scale[0] }, points[1].map { $0 * scale[1] }, points[2].map { $0 * scale[2] })
  }

  /// From linear RGB of these primaries to that of others; white stays white.
  func matrix(to target: Self) -> Matrix3 {
    var matrix = target.toXYZ.inverse.times(toXYZ)
    for row in 0..<3 {
      let sum = matrix[row, 0] + matrix[row, 1] + matrix[row, 2]
      for column in 0..<3 { matrix[row, column] = matrix[row, column] / sum }
    }
    return matrix
  }

  /// How much red, green and blue give to luminance.
  var luminance: (r: Double, g: Double, b: Double) {
    let matrix = toXYZ
    return (matrix[1, 0], matrix[1, 1], matrix[1, 2])
  }
}

/// A matrix of three rows and three columns.
struct Matrix3 {
  private var m: [Double]

  init(columns a: [Double], _ b: [Double], _ c: [Double]) {
    m = [a[0], b[0], c[0], a[1], b[1], c[1], a[2], b[2], c[2]]
  }

  subscript(row: Int, column: Int) -> Double {
    get { m[row * 3 + column] }
    set { m[row * 3 + column] = newValue }
  }

  func times(_ v: [Double]) -> [Double] {
    (0..<3).map { self[$0, 0] * v[0] + self[$0, 1] * v[1] + self[$0, 2] * v[2] }
  }

  func times(_ other: Matrix3) -> Matrix3 {
    let columns = (0..<3).map { column in times((0..<3).map { other[$0, column] }) }
    return Matrix3(columns: columns[0], columns[1], columns[2])
  }

  /// By the adjugate; the matrices of primaries have one.
  var inverse: Matrix3 {
    let (a, b, c, d, e, f, g, h, i) = (m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8])
    let determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
    let columns = [
      [e * i - f * h, f * g - d * i, d * h - e * g], [c * h - b * i, a * i - c * g, b * g - a * h],
      [b * f - c * e, c * d - a * f, a * e - b * d],
    ].map { $0.map { $0 / determinant } }
    return Matrix3(columns: columns[0], columns[1], columns[2])
  }
}
