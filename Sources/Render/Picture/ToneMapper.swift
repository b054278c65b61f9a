internal import AV
#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Brings wide-gamut and HDR pictures to BT.709 through linear light.
///
/// Works on planar RGB of 12 bits, in place. All transcendental functions go through tables that
/// are rounded to 24 bits or less, and the rest is plain IEEE multiplication and addition, so that
/// the result is the same on every processor.
///
/// PQ (SMPTE ST 2084) and HLG (BT.2100, 1,000 cd/m² display, system gamma 1.2) are scaled so that
/// HDR reference white (203 cd/m², BT.2408) is 1, and rolled off with the Möbius curve: straight up
/// to 0.3, then smoothly so that 1,000 cd/m² becomes SDR white. Hue is kept by scaling all three
/// components by one factor. Primaries go from BT.2020 or P3-D65 to BT.709 and are clipped.
struct ToneMapper {
  /// What the picture is coded in.
  enum Source: String, Hashable, Sendable {
    case pq
    case hlg
    case wide2020
    case wideP3
  }

  private let source: Source
  private let linear: [Float]
  private let matrix: [Float]
  /// By √(value ÷ peak) in 4,096 steps: the rolled-off value divided by the value.
  private let rolloff: [Float]
  /// By √value in 4,096 steps: the code, 0 to 4,095, for a 2.4 display.
  private let code: [UInt16]

  private static let steps = 4096
  private static let peak = 1000.0 / 203

  init(_ source: Source) {
    self.source = source
    linear = (0..<Self.steps).map { Self.rounded(Self.light(source, Double($0) / Double(Self.steps - 1))) }
    matrix =
      source == .wideP3
      ? [1.2249401, -0.2249404, 0, -0.0420569, 1.0420571, 0, -0.0196376, -0.0786361, 1.0982735]
      : [1.660491, -0.5876411, -0.0728499, -0.1245505, 1.1328999, -0.0083494, -0.0181508, -0.1005789, 1.1187297]
    let isHDR = source == .pq || source == .hlg
    rolloff = (0...Self.steps).map { step in
      let root = Double(step) / Double(Self.steps)
      let value = root * root * Self.peak
      return isHDR && value > 0 ? Self.rounded(Self.mobius(value) / value) : 1
    }
    code = (0...Self.steps).map { step in
      let root = Double(step) / Double(Self.steps)
      return UInt16((pow(root * root, 1 / 2.4) * 4095).rounded())
    }
  }

  /// Converts a `gbrp12` picture in place.
  func convert(_ frame: borrowing Frame) {
    for row in 0..<frame.height {
      guard let g = frame.plane(0), let b = frame.plane(1), let r = frame.plane(2) else { return }
      let width = frame.width
      (r + row * frame.stride(ofPlane: 2)).withMemoryRebound(to: UInt16.self, capacity: width) { red in
        (g + row * frame.stride(ofPlane: 0)).withMemoryRebound(to: UInt16.self, capacity: width) { green in
          (b + row * frame.stride(ofPlane: 1)).withMemoryRebound(to: UInt16.self, capacity: width) { blue in
            convertRow(red, green, blue, count: width)
          }
        }
      }
    }
  }

  private func convertRow(
    _ red: UnsafeMutablePointer<UInt16>, _ green: UnsafeMutablePointer<UInt16>, _ blue: UnsafeMutablePointer<UInt16>,
    count: Int
  ) {
    let top = Self.steps - 1
    let toIndex = Float(Self.steps)
    let perPeak = Float(1 / Self.peak)
    linear.withUnsafeBufferPointer { linear in
      rolloff.withUnsafeBufferPointer { rolloff in
        code.withUnsafeBufferPointer { code in
          for x in 0..<count {
            var (r, g, b) = (
              linear[min(Int(red[x]), top)], linear[min(Int(green[x]), top)], linear[min(Int(blue[x]), top)]
            )
            if source == .hlg {
              // The system gamma: display light is scene light times its luminance to the power 0.2,
              // here the square root of the square root, damped by the nearest table of √.
              let y = 0.2627 * r + 0.678 * g + 0.0593 * b
              let gain = hlgGain(y)
              r *= gain
              g *= gain
              b *= gain
            }
            let wide = (r, g, b)
            r = max(0, matrix[0] * wide.0 + matrix[1] * wide.1 + matrix[2] * wide.2)
            g = max(0, matrix[3] * wide.0 + matrix[4] * wide.1 + matrix[5] * wide.2)
            b = max(0, matrix[6] * wide.0 + matrix[7] * wide.1 + matrix[8] * wide.2)
            let highest = max(r, max(g, b))
            let factor = rolloff[min(Self.steps, Int((highest * perPeak).squareRoot() * toIndex + 0.5))]
            red[x] = code[min(Self.steps, Int((r * factor).squareRoot() * toIndex + 0.5))]
            green[x] = code[min(Self.steps, Int((g * factor).squareRoot() * toIndex + 0.5))]
            blue[x] = code[min(Self.steps, Int((b * factor).squareRoot() * toIndex + 0.5))]
          }
        }
      }
    }
  }

  /// Display light over scene light for a scene luminance of 0 to 1.
  private func hlgGain(_ y: Float) -> Float {
    hlgGains[min(Self.steps, Int(max(0, y).squareRoot() * Float(Self.steps) + 0.5))]
  }

  private let hlgGains: [Float] = (0...ToneMapper.steps).map { step in
    let root = Double(step) / Double(ToneMapper.steps)
    return ToneMapper.rounded(pow(root * root, 0.2) * ToneMapper.peak)
  }

  /// Light for a code of 0 to 1; 1 is reference white, for HLG the scene's peak.
  private static func light(_ source: Source, _ value: Double) -> Double {
    switch source {
    case .pq:
      let (m1, m2, c1, c2, c3) = (0.1593017578125, 78.84375, 0.8359375, 18.8515625, 18.6875)
      let p = pow(value, 1 / m2)
      return pow(max(p - c1, 0) / (c2 - c3 * p), 1 / m1) * 10000 / 203
    case .hlg:
      let (a, b, c) = (0.17883277, 0.28466892, 0.55991073)
      return value <= 0.5 ? value * value / 3 : (exp((value - c) / a) + b) / 12
    case .wide2020, .wideP3:
      return pow(value, 2.4)
    }
  }

  /// The Möbius roll-off: the identity below 0.3, reaching 1 at the peak.
  private static func mobius(_ value: Double) -> Double {
    let knee = 0.3
    guard value > knee else { return value }
    let a = -knee * knee * (peak - 1) / (knee * knee - 2 * knee + peak)
    let b = (knee * knee - 2 * knee * peak + peak) / max(peak - 1, 1e-6)
    return (b * b + 2 * b * knee + knee * knee) / (b - a) * (value + a) / (value + b)
  }

  /// Rounded to 2⁻²⁰, so that the last bits of a processor's own `pow` do not matter.
  private static func rounded(_ value: Double) -> Float { Float((value * 1_048_576).rounded() / 1_048_576) }
}
