import AV
import EDL
import Testing

@testable import Render

/// Colours through light, against values worked out from the standards' own numbers.
@Suite struct ColorMapperTests {
  private static let wide = ColorSystem(primaries: .bt2020, transfer: .sdr)
  private static let pq = ColorSystem(primaries: .bt2020, transfer: .pq)
  private static let hlg = ColorSystem(primaries: .bt2020, transfer: .hlg)

  /// One colour, codes of 0 to 1, through the tables.
  private func map(
    _ from: ColorSystem, _ to: ColorSystem, _ codes: [Double], _ toneMap: ToneMap = .mobius
  ) throws -> [Double] {
    let frame = try Frame.picture(width: 1, height: 1, format: try #require(PixelFormat(named: "gbrp12le")))
    for (plane, value) in zip([2, 0, 1], codes) {
      let code = UInt16((value * Double(ColorMapper.white)).rounded())
      frame.plane(plane)?.withMemoryRebound(to: UInt16.self, capacity: 1) { $0.pointee = code }
    }
    ColorMapper(ColorMap(from: from, to: to, toneMap: toneMap, white: 203)).convert(frame)
    return [2, 0, 1].map { plane in
      Double(frame.plane(plane)?.withMemoryRebound(to: UInt16.self, capacity: 1) { $0.pointee } ?? 0)
        / Double(ColorMapper.white)
    }
  }

  private func expect(_ found: [Double], near wanted: [Double], within error: Double, _ what: String = "") {
    for (value, target) in zip(found, wanted) { #expect(abs(value - target) < error, "\(what) \(found) \(wanted)") }
  }

  @Test func theMatrixOfBT2087() {
    // ITU-R BT.2087, BT.709 to BT.2020.
    let wanted = [[0.6274, 0.3293, 0.0433], [0.0691, 0.9195, 0.0114], [0.0164, 0.0880, 0.8956]]
    let matrix = ColorSystem.Primaries.bt709.matrix(to: .bt2020)
    for row in 0..<3 { expect((0..<3).map { matrix[row, $0] }, near: wanted[row], within: 0.00006) }
    let (r, g, b) = ColorSystem.Primaries.bt2020.luminance
    expect([r, g, b], near: [0.2627, 0.6780, 0.0593], within: 0.0001)
  }

  @Test func redOf709InWiderSystems() throws {
    // 0.6274^(1/2.4), 0.0691^(1/2.4), 0.0164^(1/2.4).
    expect(try map(.sdr, Self.wide, [1, 0, 0]), near: [0.8234, 0.3284, 0.1804], within: 0.001)
    // Of 203 cd/m², by ST 2084.
    expect(try map(.sdr, Self.pq, [1, 0, 0]), near: [0.5325, 0.3270, 0.2201], within: 0.001)
  }

  @Test func whiteIsReferenceWhite() throws {
    expect(try map(.sdr, Self.pq, [1, 1, 1]), near: [0.5807, 0.5807, 0.5807], within: 0.0004)
    expect(try map(.sdr, Self.hlg, [1, 1, 1]), near: [0.75, 0.75, 0.75], within: 0.0006)
    expect(try map(Self.hlg, Self.pq, [0.75, 0.75, 0.75]), near: [0.5807, 0.5807, 0.5807], within: 0.0006)
    expect(try map(Self.pq, Self.hlg, [0.5807, 0.5807, 0.5807]), near: [0.75, 0.75, 0.75], within: 0.0006)
  }

  @Test func darkCodesKeepTheirSteps() throws {
    // 8-bit greys: (code ÷ 255)^2.4 × 203 cd/m², by ST 2084.
    for (code, wanted) in [(1.0, 0.00341), (4, 0.0209), (16, 0.0924)] {
      let value = code / 255
      let found = try map(.sdr, Self.pq, [value, value, value])
      expect(found, near: [wanted, wanted, wanted], within: 0.0005, "\(code)")
    }
  }

  @Test(arguments: [
    // Of reference white, 1, with the peak at 4.926 times that; then ^(1/2.4).
    (ToneMap.mobius, 0.851), (.reinhard, 0.7618), (.hable, 0.6760), (.clip, 1.0),
  ])
  func toneMapsOfReferenceWhite(_ toneMap: ToneMap, _ wanted: Double) throws {
    expect(try map(Self.pq, .sdr, [0.5807, 0.5807, 0.5807], toneMap), near: [wanted, wanted, wanted], within: 0.004)
    expect(try map(Self.hlg, .sdr, [0.75, 0.75, 0.75], toneMap), near: [wanted, wanted, wanted], within: 0.004)
  }

  @Test(arguments: ToneMap.allCases)
  func blackStaysBlackAndThePeakBecomesWhite(_ toneMap: ToneMap) throws {
    #expect(try map(Self.pq, .sdr, [0, 0, 0], toneMap) == [0, 0, 0])
    // 1,000 cd/m² is 75.18 % PQ.
    expect(try map(Self.pq, .sdr, [0.7518, 0.7518, 0.7518], toneMap), near: [1, 1, 1], within: 0.003)
    #expect(try map(Self.pq, .sdr, [1, 1, 1], toneMap) == [1, 1, 1])
  }

  @Test func greyStaysGrey() throws {
    for code in stride(from: 0.0, to: 1, by: 0.0287) {
      for source in [Self.hlg, Self.pq, Self.wide] {
        let value = try map(source, .sdr, [code, code, code])
        #expect(abs(value[0] - value[1]) < 0.002 && abs(value[2] - value[1]) < 0.002)
      }
    }
  }

  @Test func onlyTheCodeOfWhiteChangesWithinOneSystem() throws {
    let frame = try Frame.picture(width: 1, height: 1, format: try #require(PixelFormat(named: "gbrp12le")))
    for plane in 0..<3 {
      frame.plane(plane)?.withMemoryRebound(to: UInt16.self, capacity: 1) { $0.pointee = 4095 }
    }
    ColorMapper(CanvasColor("bt709").identity, inputWhite: 4095).convert(frame)
    #expect(frame.plane(0)?.withMemoryRebound(to: UInt16.self, capacity: 1) { $0.pointee } == 4080)
  }

  @Test func coloursOfTheAuthor() {
    // Of limited-range 10-bit samples: Y 64 + 876 × 0.5807.
    #expect(CanvasColor("bt2020-pq").samples(Color(red: 255, green: 255, blue: 255), depth: 10) == [573, 512, 512])
    #expect(CanvasColor("bt2020-hlg").samples(Color(red: 255, green: 255, blue: 255), depth: 10) == [721, 512, 512])
    #expect(CanvasColor("bt2020").samples(Color(red: 255, green: 0, blue: 0), depth: 10) == [458, 384, 739])
    #expect(CanvasColor("bt709").samples(Color(red: 255, green: 0, blue: 0), depth: 8) == [63, 102, 240])
  }
}
