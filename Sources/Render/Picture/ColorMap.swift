internal import EDL
internal import MediaTime

/// From one colour system to another through light: what is done, as data.
struct ColorMap: Hashable, Sendable {
  var from: ColorSystem
  var to: ColorSystem
  /// How light above white is brought below it, where the target holds no more.
  var toneMap: ToneMap
  /// The cd/m² of SDR white among HDR.
  var white: Double

  /// The peak that tone maps expect, and that of an HLG display, in cd/m².
  static let peak = 1000.0

  /// Whether light above white has to be brought below it.
  var rollsOff: Bool { from.isHDR && !to.isHDR }

  /// What is done, for people.
  var text: String {
    guard from != to else { return "white to 4080" }
    var parts = ["\(from.name) to \(to.name)"]
    if rollsOff { parts.append("tone map \(toneMap.rawValue)") }
    if from.isHDR != to.isHDR { parts.append("SDR white at \(whiteText) cd/m²") }
    return parts.joined(separator: ", ")
  }

  private var whiteText: String { white == white.rounded() ? "\(Int(white))" : "\(white)" }

  // MARK: The curves. Light is counted in SDR whites.

  /// The light of a code of 0 to 1; for HLG the scene's, 1 being its peak.
  func light(_ code: Double) -> Double {
    switch from.transfer {
    case .sdr: return PortableMath.power(max(0, code), 2.4)
    case .linear: return code
    case .pq: return PerceptualQuantizer.light(code) * 10000 / white
    case .hlg: return HybridLogGamma.light(code)
    }
  }

  /// The code of an amount of light; for HLG of the scene's.
  func code(_ light: Double) -> Double {
    switch to.transfer {
    case .sdr: return PortableMath.power(max(0, min(1, light)), 1 / 2.4)
    case .linear: return max(0, min(1, light))
    case .pq: return PerceptualQuantizer.code(light * white / 10000)
    case .hlg: return HybridLogGamma.code(light)
    }
  }

  /// What scene light of an HLG source is multiplied by to be display light, for a scene luminance.
  func systemGain(_ luminance: Double) -> Double { PortableMath.power(luminance, 0.2) * Self.peak / white }

  /// What display light is multiplied by to be the scene's for HLG, for a display luminance.
  func inverseSystemGain(_ luminance: Double) -> Double {
    // Display light is scene light times its luminance to the power 0.2 (a gamma of 1.2 in all).
    let share = luminance * white / Self.peak
    return PortableMath.power(max(share, 1e-7), -1.0 / 6) * white / Self.peak
  }

  /// What light is multiplied by so that none is above 1, for its highest component.
  func rolloff(_ highest: Double) -> Double {
    guard rollsOff, highest > 0 else { return 1 }
    return Self.rolled(highest, toneMap, peak: Self.peak / white) / highest
  }

  private static func rolled(_ value: Double, _ map: ToneMap, peak: Double) -> Double {
    let value = min(value, peak)
    switch map {
    case .clip: return min(value, 1)
    case .reinhard: return value * (1 + value / (peak * peak)) / (1 + value)
    case .hable: return hable(value) / hable(peak)
    case .mobius:
      let knee = 0.3
      guard value > knee else { return value }
      let a = -knee * knee * (peak - 1) / (knee * knee - 2 * knee + peak)
      let b = (knee * knee - 2 * knee * peak + peak) / max(peak - 1, 1e-6)
      return (b * b + 2 * b * knee + knee * knee) / (b - a) * (value + a) / (value + b)
    }
  }

  /// The curve of Hable's "Uncharted 2: HDR Lighting" (GDC 2010).
  private static func hable(_ x: Double) -> Double {
    (x * (0.15 * x + 0.05) + 0.004) / (x * (0.15 * x + 0.5) + 0.06) - 0.02 / 0.3
  }
}

extension ColorMap {
  /// One colour, exactly: codes of 0 to 1 in and out.
  func color(_ codes: [Double]) -> [Double] {
    var light = codes.map { self.light($0) }
    if from.transfer == .hlg {
      let weights = from.primaries.luminance
      let gain = systemGain(weights.r * light[0] + weights.g * light[1] + weights.b * light[2])
      light = light.map { $0 * gain }
    }
    if from.primaries != to.primaries { light = from.primaries.matrix(to: to.primaries).times(light) }
    light = light.map { max(0, $0) }
    let factor = rolloff(light.max() ?? 0)
    light = light.map { $0 * factor }
    if to.transfer == .hlg {
      let weights = to.primaries.luminance
      let gain = inverseSystemGain(weights.r * light[0] + weights.g * light[1] + weights.b * light[2])
      light = light.map { $0 * gain }
    }
    return light.map { code($0) }
  }
}

/// SMPTE ST 2084; light is a share of 10,000 cd/m².
enum PerceptualQuantizer {
  private static let (m1, m2) = (2610.0 / 16384, 2523.0 / 32)
  private static let (c1, c2, c3) = (3424.0 / 4096, 2413.0 / 128, 2392.0 / 128)

  static func light(_ code: Double) -> Double {
    let p = PortableMath.power(max(0, min(1, code)), 1 / m2)
    return PortableMath.power(max(p - c1, 0) / (c2 - c3 * p), 1 / m1)
  }

  static func code(_ light: Double) -> Double {
    let p = PortableMath.power(max(0, min(1, light)), m1)
    return PortableMath.power((c1 + c2 * p) / (1 + c3 * p), m2)
  }
}

/// BT.2100 HLG; light is the scene's, 0 to 1.
enum HybridLogGamma {
  private static let (a, b, c) = (0.17883277, 0.28466892, 0.55991073)

  static func light(_ code: Double) -> Double {
    code <= 0.5 ? code * code / 3 : (PortableMath.exp((code - c) / a) + b) / 12
  }

  static func code(_ light: Double) -> Double {
    let light = max(0, min(1, light))
    return light <= 1.0 / 12 ? (3 * light).squareRoot() : a * PortableMath.log(12 * light - b) + c
  }
}
