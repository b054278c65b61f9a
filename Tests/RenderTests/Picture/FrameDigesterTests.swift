import AV
import Testing

@testable import Render

@Suite struct FrameDigesterTests {
  /// The upper half of a picture and its upper field begin at the same place in memory, and differ.
  @Test func aPictureThatBeginsWhereTheLastDidIsAnother() throws {
    let frame = try Frame.picture(width: 16, height: 16, format: try #require(PixelFormat(named: "yuv420p")))
    for (plane, (first, step)) in [(0, 10), (100, 1), (200, 1)].enumerated() {
      let base = try samples(of: frame, plane)
      for row in 0..<frame.planeHeight(plane) {
        for column in 0..<frame.planeWidth(plane) {
          base[row * frame.stride(ofPlane: plane) + column] = UInt8(first + row * step)
        }
      }
    }
    let half = try PictureFilter("crop=16:8:0:0").convert(frame.copyReference())
    let field = try PictureFilter("field=top").convert(frame.copyReference())
    let places = (half.plane(0), field.plane(0))
    try #require(places.0 == places.1)
    let shelf = DigestShelf()
    let digester = FrameDigester(segment: 0, shelf: shelf)
    try digester.take(half)
    try digester.take(field)
    try digester.take(field.copyReference())
    digester.finish()
    // The first half of the MD5 of 8 rows of 16 bytes, then 4 of 8 and 4 of 8: every row, and every second one.
    #expect(
      try #require(shelf.all.segments[0]).map { "\($0)" } == [
        "d4750bbd2bd6a18a", "bd09ba7fd6dab077", "bd09ba7fd6dab077",
      ])
  }
}
