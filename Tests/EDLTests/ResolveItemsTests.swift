import MediaTime
import Testing

@testable import EDL

@Suite struct ResolveItemsTests {
  @Test func cutsFollowEachOther() throws {
    let outcome = try resolved(
      video(
        """
        - {clip: a.mov, in: 10f, duration: 7f}
        - {clip: a.mov, in: 1s, out: 2s}
        - {gap: 1s}
        - {clip: mute.mov}
        """))
    #expect(outcome.frameCount == 107)
    let items = outcome.firstItems
    #expect(items.map(\.frames) == [0..<7, 7..<32, 57..<107])
    #expect(items[0].plays == [Play(frames: 0..<7, start: seconds(2, 5))])
    #expect(items[1].plays == [Play(frames: 7..<32, start: seconds(1))])
    #expect(items[0].sound != nil && items[2].sound == nil)
    #expect(outcome.timeline?.media.map(\.name) == ["a.mov", "mute.mov"])
  }
}
