import AV
import EDL
import MediaTime
import Testing

@testable import Render

/// Kinds of transition at single frames, against values worked out by hand.
@Suite struct CrossingTests {
  private static let size = PixelSize(width: 16, height: 8)
  private let context: LayerContext

  init() {
    let canvas = CanvasFormat(
      size: Self.size, pixelFormat: .planar420, color: CanvasColor("bt709"), background: .black)
    context = LayerContext(canvas: canvas, media: [], rate: Rational(25), pool: ReaderPool(maxReaders: 2))
  }

  /// A picture whose luma is a function of the column and the row.
  private func image(_ luma: (Int, Int) -> Int, _ u: Int = 100, _ v: Int = 150) throws -> LayerImage {
    let frame = try Frame.picture(width: Self.size.width, height: Self.size.height, format: .planar420)
    frame.fill([0, u, v])
    for y in 0..<Self.size.height {
      for x in 0..<Self.size.width { frame.plane(0)?[y * frame.stride(ofPlane: 0) + x] = UInt8(luma(x, y)) }
    }
    return LayerImage(.opaque, frame)
  }

  private func luma(_ image: LayerImage?, _ plane: Int = 0) throws -> [[Int]] {
    let image = try #require(image)
    #expect(image.kind == .opaque)
    let base = try samples(of: image.frame, plane)
    return (0..<image.frame.planeHeight(plane)).map { y in
      (0..<image.frame.planeWidth(plane)).map { Int(base[y * image.frame.stride(ofPlane: plane) + $0]) }
    }
  }

  private func mix(
    _ kind: Transition.Kind, _ from: LayerImage?, _ to: LayerImage?, _ frame: Int, of count: Int,
    luma: LumaPlane? = nil
  ) throws -> LayerImage? {
    try Crossing(context, kind).image(
      from, to, at: Crossing.Way(frame: Rational(frame), count: count), luma: luma)
  }

  @Test(arguments: [0, 1, 5, 9])
  func aDissolveIsALineInEverySample(_ frame: Int) throws {
    let (from, to) = (try image { x, y in 16 + 10 * x + y }, try image({ x, _ in 235 - 3 * x }, 200, 90))
    let mixed = try mix(.dissolve, from, to, frame, of: 10)
    func right(_ first: Int, _ second: Int) -> Int {
      Int((Double(first) + Double(second - first) * Double(frame) / 10 + 0.4999).rounded(.down))
    }
    for (y, row) in try luma(mixed).enumerated() {
      for (x, value) in row.enumerated() { #expect(abs(value - right(16 + 10 * x + y, 235 - 3 * x)) <= 1) }
    }
    #expect(try luma(mixed, 1).allSatisfy { $0.allSatisfy { $0 == 100 + 10 * frame } })
    #expect(try luma(mixed, 2).allSatisfy { $0.allSatisfy { $0 == 150 - 6 * frame } })
  }

  @Test func aFadeGoesThroughItsColour() throws {
    let (from, to) = (try image { _, _ in 200 }, try image { _, _ in 100 })
    let found = try (0..<10).map { try luma(try mix(.fadeThrough(.black), from, to, $0, of: 10))[3][5] }
    #expect(found == [200, 163, 126, 90, 53, 16, 33, 50, 66, 83])
  }

  @Test(arguments: [("slideleft", -1, 0), ("slideright", 1, 0), ("slideup", 0, -1), ("slidedown", 0, 1)])
  func aSlideMovesBoth(_ name: String, _ dx: Int, _ dy: Int) throws {
    func value(_ x: Int, _ y: Int) -> Int { 20 + 9 * x + y }
    let (from, to) = (try image(value), try image { x, y in value(x, y) + 60 })
    for frame in [0, 4, 7] {
      let found = try luma(try mix(.xfade(name), from, to, frame, of: 8))
      // Both at a step of the way; where the outgoing picture has left, the incoming one follows it.
      let (moveX, moveY) = (dx * Self.size.width * frame / 8, dy * Self.size.height * frame / 8)
      for y in 0..<Self.size.height {
        for x in 0..<Self.size.width {
          let (sourceX, sourceY) = (x - moveX, y - moveY)
          let isOutgoing = (0..<Self.size.width).contains(sourceX) && (0..<Self.size.height).contains(sourceY)
          let wrapped = (
            (sourceX + Self.size.width) % Self.size.width, (sourceY + Self.size.height) % Self.size.height
          )
          let right = isOutgoing ? value(sourceX, sourceY) : value(wrapped.0, wrapped.1) + 60
          #expect(found[y][x] == right, "\(name) frame \(frame) at \(x), \(y)")
        }
      }
    }
  }

  @Test(arguments: [("wipeleft", false), ("wiperight", true)])
  func aWipeHasAHardEdge(_ name: String, _ fromLeft: Bool) throws {
    let (from, to) = (try image { _, _ in 50 }, try image { _, _ in 200 })
    let row = try luma(try mix(.xfade(name), from, to, 2, of: 8))[0]
    // A quarter of the way, give or take the pixel at the edge.
    #expect((3...5).contains(row.filter { $0 == 200 }.count))
    #expect(row.allSatisfy { $0 == 50 || $0 == 200 })
    #expect(row == row.sorted { fromLeft ? $0 > $1 : $0 < $1 })
  }

  @Test(arguments: [0.0, 0.5])
  func aLumaWipeBeginsInTheDark(_ softness: Double) throws {
    let grey = try Frame.picture(
      width: Self.size.width, height: Self.size.height, format: try #require(PixelFormat(named: "gray")))
    for y in 0..<Self.size.height {
      for x in 0..<Self.size.width { grey.plane(0)?[y * grey.stride(ofPlane: 0) + x] = UInt8(17 * x) }
    }
    let info = VideoStreamInfo(
      codec: "png", codedSize: Self.size, frameRate: nil, duration: nil, pixelFormat: "gray")
    let plane = try LumaPlane(grey, color: SourceColor(info), size: Self.size)
    let (from, to) = (try image { _, _ in 50 }, try image { _, _ in 200 })
    for frame in [0, 3, 5, 9] {
      let row = try luma(try mix(.luma(media: 0, softness: softness), from, to, frame, of: 10, luma: plane))[4]
      let share = Double(frame) / 10
      for (x, value) in row.enumerated() {
        let grey = Double(17 * x) / 255
        let shown =
          softness == 0
          ? (grey < share ? 1 : 0) : max(0, min(1, (share * (1 + softness) - grey) / softness))
        #expect(abs(Double(value) - (50 + 150 * shown)) <= 1, "frame \(frame), column \(x)")
      }
    }
  }

  @Test func outOfNothingTheOtherSideAppears() throws {
    let to = try image { _, _ in 235 }
    let mixed = try #require(try mix(.dissolve, nil, to, 1, of: 4))
    #expect(mixed.kind == .premultiplied)
    #expect(mixed.frame.plane(3)?[0] == 64)
    #expect(try mix(.xfade("wipeleft"), nil, nil, 1, of: 4) == nil)
  }

  @Test func everyKindKeepsChromaThatOnlyMoves() throws {
    // The same picture on both sides comes out as it is, whatever is done to it but for these.
    let changing: Set<String> = [
      "circlecrop", "rectcrop", "fadeblack", "fadewhite", "fadegrays", "squeezeh", "squeezev", "zoomin", "pixelize",
      "hblur",
    ]
    let same = try image({ _, _ in 90 }, 61, 201)
    for name in CrossfadeKinds.names where !changing.contains(name) {
      for frame in [1, 5, 9] {
        let mixed = try mix(.xfade(name), same, same, frame, of: 10)
        for (plane, value) in [90, 61, 201].enumerated() {
          #expect(try luma(mixed, plane).allSatisfy { $0.allSatisfy { abs($0 - value) <= 1 } }, "\(name)")
        }
      }
    }
  }

  @Test func framesMayBeAskedForInAnyOrder() throws {
    let (from, to) = (try image { x, y in 16 + 10 * x + y }, try image { x, _ in 235 - 3 * x })
    for name in CrossfadeKinds.names {
      let first = try (1..<10).map { try mix(.xfade(name), from, to, $0, of: 10)?.frame.pictureMD5() }
      let again = try (1..<10).reversed().map { try mix(.xfade(name), from, to, $0, of: 10)?.frame.pictureMD5() }
      #expect(first == again.reversed(), "\(name)")
    }
  }
}
