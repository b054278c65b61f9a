import MediaTime
import Testing

@testable import EDL

/// Picture fields resolved: values, moments and what follows from what.
@Suite struct ResolvePictureTests {
  private func picture(_ fields: String) throws -> PictureFields {
    try #require(try resolved(video("- {clip: a.mov, duration: 2s, \(fields)}")).firstItems.first).picture
  }

  @Test func whatIsNotWrittenStaysUnset() throws {
    let plain = try #require(try resolved(video("- {clip: a.mov}")).firstItems.first)
    #expect(plain.picture == PictureFields())
    #expect(try picture("opacity: 1").motion == nil)
  }

  @Test func lengthsAndShares() throws {
    #expect(try picture("size: [50%, 90px]").box == Curve(Extent(Length(share: 0.5), Length(pixels: 90))))
    #expect(try picture("size: 50%").box == Curve(Extent(Length(share: 0.5), Length(share: 0.5))))
    #expect(try picture("size: 640x360").box == Curve(Extent(Length(pixels: 640), Length(pixels: 360))))
    #expect(
      try picture("position: [10, 5%]").motion?.position == Curve(Extent(Length(pixels: 10), Length(share: 0.05))))
    #expect(try picture("anchor: top-right").motion?.anchor == Curve(Extent(Length(share: 1), Length(share: 0))))
    #expect(try picture("scale: 150%").motion?.scale == Curve(Pair(1.5, 1.5)))
    #expect(try picture("scale: [2, 50%]").motion?.scale == Curve(Pair(2, 0.5)))
    #expect(try picture("rotation: -90deg").motion?.rotation == Curve(-90))
    let flip = try picture("flip: [horizontal]").motion
    #expect(flip?.isFlippedHorizontally == true && flip?.isFlippedVertically == false)
    #expect(try picture("flip: both").motion?.isFlippedVertically == true)
    #expect(try picture("corners: [[0, 0], [100%, 1], [9, 8], [0, 7]]").motion?.corners?.first.topRight.y.pixels == 1)
  }

  @Test func cropsOnOneSideAndOnAll() throws {
    let one = try #require(try picture("crop: {left: 10%, top: {0s: 0, 1s: 20px}}").crop)
    #expect(one.value(at: seconds(1, 2)) == Insets(left: Length(share: 0.1), top: Length(pixels: 10)))
    let all = try #require(try picture("crop: {0s: 0, end: 10%}").crop)
    #expect(all.value(at: seconds(1)).bottom.share == 0.05)
    try expectFindings(
      video("- {clip: a.mov, crop: ▸50%}\n- {clip: a.mov, crop: ▸{left: 100, right: 60}}"),
      "crop.nothing-left", "crop.nothing-left")
  }

  @Test func keyframesCountInTheItem() throws {
    let opacity = try #require(try picture("opacity: {0s: 0.2, 50%: 80%, end: 0, ease: ease-in}").opacity)
    #expect(opacity.keys.map(\.time) == [seconds(0), seconds(1), seconds(2)])
    #expect(opacity.keys.map(\.value) == [0.2, 0.8, 0])
    #expect(opacity.keys.map(\.ease.name) == ["ease-in", "ease-in", "ease-in"])
    let list = try #require(try picture("opacity: [{at: 5f, value: 0, ease: hold}, {at: end - 1s, value: 1}]").opacity)
    #expect(list.keys.map(\.time) == [seconds(1, 5), seconds(1)])
    #expect(list.keys.map(\.ease) == [.hold, .linear])
    // A value that never changes is a constant.
    #expect(try picture("opacity: {0s: 0.5, 1s: 50%}").opacity?.isConstant == true)
  }

  @Test func fadesOfPictureAndSound() throws {
    let both = try #require(try resolved(video("- {clip: a.mov, fade_in: 10f, fade_out: 1s}")).firstItems.first)
    #expect(both.picture.fade == Fade(fadeIn: 10, fadeOut: 25))
    #expect(both.sound?.fadeIn == seconds(2, 5) && both.sound?.fadeOut == seconds(1))
    let sound = try #require(try resolved(video("- {clip: a.mov, audio: {fade_in: 10f}}")).firstItems.first)
    #expect(sound.picture.fade == nil && sound.sound?.fadeIn == seconds(2, 5))
    let apart = try #require(
      try resolved(video("- {clip: a.mov, fade_in: 10f, audio: {fade_in: 0}}")).firstItems.first)
    #expect(apart.picture.fade?.fadeIn == 10 && apart.sound?.fadeIn == .zero)
    try expectFindings(video("- {clip: a.mov, duration: 1s, fade_in: ▸2s}"), "fade.too-long")
  }

  @Test func anItemCutByAHoleKeepsItsKeyframesInTime() throws {
    let outcome = try resolved(
      video("- {clip: a.mov, in: 3s, duration: 2s, extend: black, loop: 4s, opacity: {0s: 0, 4s: 1}, fade_in: 5f}"))
    let items = outcome.firstItems
    #expect(items.count == 2)
    for item in items {
      let start = try Time(frame: item.frames.lowerBound, at: ratio(25))
      let value = item.picture.opacity?.value(at: .zero) ?? -1
      #expect(abs(value - start.seconds.approximate / 4) < 1e-12)
    }
    #expect(items.first?.picture.fade?.fadeIn == 5 && items.last?.picture.fade?.fadeIn == 0)
  }

  @Test func masksAndKeys() throws {
    let mask = try picture("mask: {media: photo.png, invert: true, feather: {0s: 0, 1s: 8px}}").mask
    #expect(mask?.isInverted == true && mask?.feather.keys.last?.value == 8)
    let key = try picture("key: lime").key
    #expect(key == ChromaKey(color: Color(red: 0, green: 255, blue: 0)))
    #expect(try picture("key: {color: lime, spill: 50%}").key?.spill == Curve(0.5))
    #expect(try picture("blend: multiply").blend?.name == "multiply")
    try expectFindings(
      video(
        "- {clip: a.mov, mask: ▸bed.wav}\n- {clip: a.mov, mask: {media: ▸part}}",
        more: "sequences: {part: [{solid: red, duration: 1s}]}"), "mask.no-picture", "mask.no-picture")
    try expectFindings(video("- {clip: a.mov, mask: ▸missing.png}"), "media.not-found")
  }

  @Test func colourTagsCorrectTheFile() throws {
    let item = try picture("color_tags: {space: bt601, range: full, transfer: pq, primaries: p3}")
    #expect(
      item.colorTags
        == ColorTags(space: "smpte170m", primaries: "smpte432", transfer: "smpte2084", range: "pc"))
    let outcome = try resolved(
      video("- {clip: m}", more: "media: {m: {path: a.mov, color_tags: {space: bt2020nc}}}"))
    #expect(outcome.timeline?.media.first?.info.video.first?.color.space == "bt2020nc")
  }

  @Test func orientationsByHand() throws {
    for (word, exif) in [
      ("ignore", 1), ("90", 6), ("270", 8), ("flip-horizontal", 2), ("transverse", 7), ("exif-5", 5),
    ] {
      #expect(try picture("orientation: \(word)").orientation == exif)
    }
    try expectFindings(video("- {clip: a.mov, orientation: ▸45}"), "value.choice")
  }

  @Test func fieldsThatCannotDoAnything() throws {
    try expectFindings(
      video(
        """
        - {clip: a.mov, corners: [[0, 0], [9, 0], [9, 9], [0, 9]], position: ▸[1, 2], rotation: ▸4}
        - {clip: a.mov, fit: cover, backdrop: ▸blur}
        - {clip: a.mov, fit: none, size: ▸50%}
        """), "picture.no-effect", "picture.no-effect", "picture.no-effect", "picture.no-effect")
  }

  @Test func aSolidFillsItsBox() throws {
    let item = try #require(try resolved(video("- {solid: red, duration: 1s, size: 40x30}")).firstItems.first)
    #expect(item.picture.fit == .fill && item.picture.box != nil)
  }
}
