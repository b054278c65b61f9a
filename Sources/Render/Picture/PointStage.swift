internal import AV
internal import EDL
internal import Foundation

/// Known operations on single pixels, done in one pass on the canvas's own planes: a table of colours,
/// and before it what changes each plane by itself.
final class PointStage: EffectStage {
  /// What one pass does.
  struct Operation {
    var cube: ColorCube
    var tables: ColorCube.Tables
  }

  let timeBase: (Int, Int)
  private let operation: Operation
  private let color: StreamColor
  private var held: LayerImage?

  init(_ operation: Operation, _ color: CanvasColor, timeBase: (Int, Int)) {
    self.operation = operation
    self.color = color.stream
    self.timeBase = timeBase
  }

  func push(_ frame: consuming Frame) throws(AVError) {
    let result = try operation.cube.apply(frame, after: operation.tables)
    result.makePlain()
    result.pts = frame.pts
    result.tag(color)
    held = LayerImage(.opaque, result)
  }

  func pull() throws(AVError) -> Frame? {
    defer { held = nil }
    return try held?.frame.copyReference()
  }

  // MARK: Recognising

  /// The operation that the first effects come to, and how many they are; nil when they are none.
  static func make(
    _ effects: ArraySlice<Effect>, _ format: PixelFormat, _ color: CanvasColor
  ) -> (Operation, Int)? {
    guard PlanarColor.takes(format) else { return nil }
    var tables = ColorCube.Tables.identity
    var count = 0
    for effect in effects {
      count += 1
      if let cube = cube(effect, color) { return (Operation(cube: cube, tables: tables), count) }
      guard let more = planeTables(effect) else { return nil }
      tables = ColorCube.Tables(
        y: tables.y.map { more.y[Int($0)] }, u: tables.u.map { more.u[Int($0)] }, v: tables.v.map { more.v[Int($0)] })
    }
    return nil
  }

  /// The cube of a `lut3d` with a `.cube` file and nothing out of the ordinary.
  private static func cube(_ effect: Effect, _ color: CanvasColor) -> ColorCube? {
    guard case .filter("lut3d", let options) = effect.action else { return nil }
    var path: String?
    for option in options {
      guard case .text(let text) = option.value else { return nil }
      switch option.name {
      case "file": path = text
      case "interp": guard text == "tetrahedral" else { return nil }
      default: return nil
      }
    }
    guard let path, path.lowercased().hasSuffix(".cube"), let data = FileManager.default.contents(atPath: path),
      data.count < 32 << 20
    else { return nil }
    return ColorCube(cube: String(decoding: data, as: UTF8.self), kr: color.kr, kb: color.kb)
  }

  /// Filters that change each sample by its plane and value alone; what they do is measured by
  /// sending every value through.
  private static let planewise: Set<String> = ["eq", "negate", "limiter"]

  private static func planeTables(_ effect: Effect) -> ColorCube.Tables? {
    guard case .filter(let name, let options) = effect.action, planewise.contains(name), !effect.isKeyframed,
      FilterTraits.reach(effect) == .picture, !options.contains(where: { $0.name == "enable" })
    else { return nil }
    return try? measure(EffectText(effect, index: 0).closed)
  }

  private static func measure(_ text: String) throws(AVError) -> ColorCube.Tables? {
    guard let format = PixelFormat(named: "yuv444p") else { return nil }
    let graph = try FilterGraph(text, inputs: [GraphStage.input(format, 256, 16, (1, 25))])
    guard !graph.hasInsertedConversion, graph.outputFormat == format else { return nil }
    let ramp = try Frame.picture(width: 256, height: 16, format: format)
    for plane in 0..<3 {
      guard let base = ramp.plane(plane) else { return nil }
      for row in 0..<16 {
        for value in 0..<256 { base[row * ramp.stride(ofPlane: plane) + value] = UInt8(value) }
      }
    }
    ramp.makePlain()
    ramp.pts = 0
    try graph.push(ramp)
    guard case .ready(let result) = try graph.pull() else { return nil }
    func row(_ plane: Int) -> [UInt8] {
      guard let base = result.plane(plane) else { return [] }
      return (0..<256).map { base[$0] }
    }
    let (y, u, v) = (row(0), row(1), row(2))
    guard y.count == 256, u.count == 256, v.count == 256 else { return nil }
    return ColorCube.Tables(y: y, u: u, v: v)
  }
}
