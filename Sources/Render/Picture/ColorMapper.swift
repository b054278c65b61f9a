internal import AV
internal import EDL

/// Brings pictures from one colour system to another, in place: planar RGB of 12 bits.
///
/// Codes become light by a table, light goes through the primaries' matrix, a tone map where the
/// target holds no more than SDR white, and a table back to codes. The rest is plain IEEE
/// multiplication, addition and square roots, so that the result is the same on every processor.
///
/// White is 4,080, as swscale has it (255 × 16); only what comes from deeper RGB than 8 bits has it
/// at 4,095.
struct ColorMapper {
  private let map: ColorMap
  /// By the code, where nothing but white's code changes; else empty.
  private let direct: [UInt16]
  /// By the code, 4,096 of them.
  private let light: [Float]
  /// Row by row; nil where both have the same primaries.
  private let matrix: [Float]?
  /// By √(highest ÷ `rolloffPeak`); empty where nothing is rolled off.
  private let rolloff: [Float]
  private let rolloffPeak: Float
  /// By √luminance: from scene to display light, for an HLG source; empty for others.
  private let systemGains: [Float]
  /// By √(luminance ÷ `displayPeak`): from display to scene light, for an HLG target.
  private let inverseGains: [Float]
  private let displayPeak: Float
  /// By a root of the light's share of `codePeak`: the code, 0 to that of white.
  private let code: [UInt16]
  private let codePeak: Float
  private let isDeepRoot: Bool
  private let sourceWeights: (r: Float, g: Float, b: Float)
  private let targetWeights: (r: Float, g: Float, b: Float)

  /// The code of white.
  static let white = 4080
  private static let top = 4095
  private static let steps = 16384

  /// Prepares a way; `inputWhite` is the code of white in the pictures that come, `outputWhite` in those that go.
  init(_ map: ColorMap, inputWhite: Int = ColorMapper.white, outputWhite: Int = ColorMapper.white) {
    self.map = map
    light = (0...Self.top).map { Float(map.light(Double($0) / Double(inputWhite))) }
    direct =
      map.from == map.to
      ? (0...Self.top).map { UInt16(min(Double(Self.top), (Double($0 * outputWhite) / Double(inputWhite)).rounded())) }
      : []
    if map.from.primaries == map.to.primaries {
      matrix = nil
    } else {
      let exact = map.from.primaries.matrix(to: map.to.primaries)
      matrix = (0..<9).map { Float(exact[$0 / 3, $0 % 3]) }
    }
    // Primaries can add up to more than the peak of one component.
    let highest = (map.from.transfer == .pq ? 10000 : ColorMap.peak) / map.white
    rolloffPeak = Float(highest)
    rolloff = map.rollsOff ? Self.table { Float(map.rolloff($0 * $0 * highest)) } : []
    systemGains = map.from.transfer == .hlg ? Self.table { Float(map.systemGain($0 * $0)) } : []
    let displayPeak = ColorMap.peak / map.white
    self.displayPeak = Float(displayPeak)
    inverseGains = map.to.transfer == .hlg ? Self.table { Float(map.inverseSystemGain($0 * $0 * displayPeak)) } : []
    // PQ is about the eighth root of light, the other curves are near the square root.
    let isDeepRoot = map.to.transfer == .pq
    let codePeak = isDeepRoot ? 10000 / map.white : 1
    self.isDeepRoot = isDeepRoot
    self.codePeak = Float(codePeak)
    code = Self.table { root in
      let square = root * root
      let share = isDeepRoot ? square * square * square * square : square
      return UInt16((map.code(share * codePeak) * Double(outputWhite)).rounded())
    }
    let (source, target) = (map.from.primaries.luminance, map.to.primaries.luminance)
    sourceWeights = (Float(source.r), Float(source.g), Float(source.b))
    targetWeights = (Float(target.r), Float(target.g), Float(target.b))
  }

  private static func table<Value>(_ value: (Double) -> Value) -> [Value] {
    (0...steps).map { value(Double($0) / Double(steps)) }
  }

  /// Converts a picture of planar RGB, 12 bits, straight where it has alpha.
  func convert(_ frame: borrowing Frame) {
    guard let g = frame.plane(0), let b = frame.plane(1), let r = frame.plane(2) else { return }
    let width = frame.width
    for row in 0..<frame.height {
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
    guard direct.isEmpty else {
      for x in 0..<count {
        red[x] = direct[min(Int(red[x]), Self.top)]
        green[x] = direct[min(Int(green[x]), Self.top)]
        blue[x] = direct[min(Int(blue[x]), Self.top)]
      }
      return
    }
    light.withUnsafeBufferPointer { light in
      code.withUnsafeBufferPointer { code in
        for x in 0..<count {
          var r = light[min(Int(red[x]), Self.top)]
          var g = light[min(Int(green[x]), Self.top)]
          var b = light[min(Int(blue[x]), Self.top)]
          if !systemGains.isEmpty {
            let luminance = sourceWeights.r * r + sourceWeights.g * g + sourceWeights.b * b
            let gain = systemGains[Self.index(luminance)]
            (r, g, b) = (r * gain, g * gain, b * gain)
          }
          if let matrix {
            let wide = (r, g, b)
            r = max(0, matrix[0] * wide.0 + matrix[1] * wide.1 + matrix[2] * wide.2)
            g = max(0, matrix[3] * wide.0 + matrix[4] * wide.1 + matrix[5] * wide.2)
            b = max(0, matrix[6] * wide.0 + matrix[7] * wide.1 + matrix[8] * wide.2)
          }
          if !rolloff.isEmpty {
            let factor = rolloff[Self.index(max(r, max(g, b)) / rolloffPeak)]
            (r, g, b) = (r * factor, g * factor, b * factor)
          }
          if !inverseGains.isEmpty {
            let luminance = targetWeights.r * r + targetWeights.g * g + targetWeights.b * b
            let gain = inverseGains[Self.index(luminance / displayPeak)]
            (r, g, b) = (r * gain, g * gain, b * gain)
          }
          red[x] = code[codeIndex(r)]
          green[x] = code[codeIndex(g)]
          blue[x] = code[codeIndex(b)]
        }
      }
    }
  }

  @inline(__always)
  private static func index(_ share: Float) -> Int {
    min(steps, Int(max(0, share).squareRoot() * Float(steps) + 0.5))
  }

  @inline(__always)
  private func codeIndex(_ light: Float) -> Int {
    let root = (light / codePeak).squareRoot()
    let deep = isDeepRoot ? root.squareRoot().squareRoot() : root
    return min(Self.steps, Int(deep * Float(Self.steps) + 0.5))
  }
}
