import MediaTime
import Testing

@testable import EDL

/// Eases against closed forms worked out apart from them, and curves at and around their keys.
@Suite struct EaseTests {
  /// The value at a quarter, a half and three quarters: Penner's forms as easings.net gives them, in
  /// Python's floats; Béziers by bisection.
  static let table: [(name: String, quarter: Double, half: Double, threeQuarters: Double)] = [
    ("sine-in", 0.076120, 0.292893, 0.617317),
    ("sine-out", 0.382683, 0.707107, 0.923880),
    ("sine-in-out", 0.146447, 0.500000, 0.853553),
    ("expo-in", 0.005524, 0.031250, 0.176777),
    ("expo-out", 0.823223, 0.968750, 0.994476),
    ("expo-in-out", 0.015625, 0.500000, 0.984375),
    ("circ-in", 0.031754, 0.133975, 0.338562),
    ("circ-out", 0.661438, 0.866025, 0.968246),
    ("circ-in-out", 0.066987, 0.500000, 0.933013),
    ("back-in", -0.064137, -0.087698, 0.182590),
    ("back-out", 0.817410, 1.087697, 1.064137),
    ("back-in-out", -0.099682, 0.500000, 1.099682),
    ("elastic-in", -0.005524, -0.015625, 0.088388),
    ("elastic-out", 0.911612, 1.015625, 1.005524),
    ("elastic-in-out", 0.011969, 0.500000, 0.988031),
    ("bounce-out", 0.472656, 0.765625, 0.972656),
    ("bounce-in", 0.027344, 0.234375, 0.527344),
    ("bounce-in-out", 0.117188, 0.500000, 0.882812),
    ("linear", 0.250000, 0.500000, 0.750000),
    ("hold", 0.000000, 0.000000, 0.000000),
    ("quad-in", 0.062500, 0.250000, 0.562500),
    ("quad-out", 0.437500, 0.750000, 0.937500),
    ("quad-in-out", 0.125000, 0.500000, 0.875000),
    ("cubic-in", 0.015625, 0.125000, 0.421875),
    ("cubic-out", 0.578125, 0.875000, 0.984375),
    ("cubic-in-out", 0.062500, 0.500000, 0.937500),
    ("quart-in", 0.003906, 0.062500, 0.316406),
    ("quart-out", 0.683594, 0.937500, 0.996094),
    ("quart-in-out", 0.031250, 0.500000, 0.968750),
    ("quint-in", 0.000977, 0.031250, 0.237305),
    ("quint-out", 0.762695, 0.968750, 0.999023),
    ("quint-in-out", 0.015625, 0.500000, 0.984375),
    ("ease", 0.408511, 0.802403, 0.960459),
    ("ease-in", 0.093465, 0.315357, 0.621862),
    ("ease-out", 0.378138, 0.684643, 0.906535),
    ("ease-in-out", 0.129162, 0.500000, 0.870838),
    ("cubic-bezier(0.3, -0.5, 0.7, 1.5)", 0.028078, 0.500000, 0.971922),
  ]

  @Test(arguments: table.indices)
  func closedForms(_ index: Int) throws {
    let row = Self.table[index]
    let ease = try #require(Ease(row.name))
    #expect(ease(0) == 0 && ease(1) == 1)
    for (fraction, wanted) in [(0.25, row.quarter), (0.5, row.half), (0.75, row.threeQuarters)] {
      #expect(abs(ease(fraction) - wanted) < 1e-6, "\(row.name) at \(fraction): \(ease(fraction))")
    }
  }

  @Test func everyNameIsInTheTableAndReadsBack() throws {
    let known = Set(Self.table.map(\.name))
    for name in Ease.names {
      #expect(known.contains(name), "\(name)")
      #expect(try #require(Ease(name)).name == name)
    }
    #expect(Ease("cubic-bezier(0.3, -0.5, 0.7, 1.5)")?.name == "cubic-bezier(0.3, -0.5, 0.7, 1.5)")
    for wrong in ["easeOut", "cubic-bezier(2, 0, 0, 1)", "cubic-bezier(0, 0, 0)", "bounce", ""] {
      #expect(Ease(wrong) == nil, "\(wrong)")
    }
  }

  @Test func aCurveHoldsBeforeItsFirstKeyAndAfterItsLast() throws {
    let curve = try #require(
      Curve(keys: [
        .init(time: seconds(1), value: 0.2), .init(time: seconds(2), value: 0.8, ease: .hold),
        .init(time: seconds(3), value: 0.4),
      ]))
    let times: [(Int64, Int64, Double)] = [
      (0, 1, 0.2), (1, 1, 0.2), (3, 2, 0.5), (2, 1, 0.8), (5, 2, 0.8), (3, 1, 0.4), (9, 1, 0.4),
    ]
    for (top, bottom, wanted) in times {
      #expect(abs(curve.value(at: seconds(top, bottom)) - wanted) < 1e-12, "\(top)/\(bottom)")
    }
    let later = try curve.shifted(by: seconds(1))
    #expect(abs(later.value(at: seconds(5, 2)) - 0.5) < 1e-12)
  }

  @Test func lengthsOfTwoKindsMix() throws {
    let curve = try #require(
      Curve(keys: [
        .init(time: .zero, value: Length(pixels: 20)), .init(time: seconds(1), value: Length(share: 0.5)),
      ]))
    #expect(curve.value(at: seconds(1, 2)).on(200) == 60)
  }
}
