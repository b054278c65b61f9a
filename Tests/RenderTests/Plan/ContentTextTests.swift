import EDL
import MediaTime
import Testing

@testable import Render

/// What a segment's key is made of: each picture field that is set is in it, by value.
@Suite struct ContentTextTests {
  private func text(_ change: (inout PictureFields) -> Void) throws -> String {
    var layer = try Make.placement(0..<10).layer
    change(&layer.picture)
    return layer.contentText(ContentNames([Make.media("a.mp4")], FileBook(nil)))
  }

  private static let changes: [@Sendable (inout PictureFields, Double) -> Void] = [
    { $0.box = Curve(Extent(Length(pixels: $1), Length(pixels: 9))) },
    { $0.crop = Crop(left: Curve(Length(pixels: $1))) },
    {
      $0.motion = Motion()
      $0.motion?.rotation = Curve($1)
    },
    { $0.key = ChromaKey(color: .black, similarity: Curve($1 / 100)) },
    { $0.mask = Mask(content: .media(0, videoStream: Int($1)), channel: .luma) },
    { $0.opacity = Curve($1 / 100) },
    { $0.fade = Fade(fadeIn: Int($1)) },
  ]

  @Test(arguments: changes.indices) func everyFieldCountsByItsValue(index: Int) throws {
    let change = Self.changes[index]
    let (three, four) = (try text { change(&$0, 3) }, try text { change(&$0, 4) })
    #expect(three != four)
    #expect(three == (try text { change(&$0, 3) }))
    #expect(three != (try text { _ in }))
  }
}
