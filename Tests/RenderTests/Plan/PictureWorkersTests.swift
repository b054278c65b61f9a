import AV
import EDL
import Testing

@testable import Render

@Suite struct PictureWorkersTests {
  /// 90 pictures of 4:2:0: 266 MiB at 1080p, 1,068 at 2160p, twice that with ten bits.
  @Test(
    "jobs have 768 MiB each, whatever the size of the pictures",
    arguments: [
      ("1920x1080", "yuv420p", 2, 5), ("1920x1080", "yuv420p10le", 2, 2), ("3840x2160", "yuv420p", 2, 1),
      ("3840x2160", "yuv420p", 8, 5), ("3840x2160", "yuv420p10le", 8, 2), ("7680x4320", "yuv420p10le", 1, 1),
    ])
  func affordable(size: String, format: String, jobs: Int, workers: Int) throws {
    let sides = size.split(separator: "x").compactMap { Int($0) }
    let canvas = CanvasFormat(
      size: PixelSize(width: sides[0], height: sides[1]), pixelFormat: try #require(PixelFormat(named: format)),
      color: CanvasColor("bt709"), background: .black)
    #expect(PictureWorkers.affordable(canvas, jobs: jobs) == workers)
  }
}
