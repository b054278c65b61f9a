import CFFmpeg
import Testing

@testable import AV
@testable import Render

@Suite struct FrameDigesterTests {
  /// What swaps the planes of chroma may hand the luma on: the same memory, another picture.
  @Test func aPictureThatSharesItsLumaIsAnother() throws {
    let frame = try Frame.picture(width: 16, height: 16, format: try #require(PixelFormat(named: "yuv420p")))
    for plane in 0..<3 {
      let base = try samples(of: frame, plane)
      for row in 0..<frame.planeHeight(plane) {
        for column in 0..<frame.planeWidth(plane) {
          base[row * frame.stride(ofPlane: plane) + column] = UInt8(40 * (plane + 1))
        }
      }
    }
    let swapped = try frame.copyReference()
    let data = swapped.pointer.pointee.data
    swapped.pointer.pointee.data.1 = data.2
    swapped.pointer.pointee.data.2 = data.1
    let shelf = DigestShelf()
    let digester = FrameDigester(segment: 0, shelf: shelf)
    try digester.take(frame)
    try digester.take(swapped)
    try digester.take(swapped.copyReference())
    digester.finish()
    let digests = try #require(shelf.all.segments[0])
    // The first half of the MD5 of the raw bytes: 256 bytes of 40, then 64 of 80 and 64 of 120, or the other way.
    #expect(digests.map { "\($0)" } == ["4c09dd213328ec87", "a0803ab1b81f54de", "a0803ab1b81f54de"])
  }
}
