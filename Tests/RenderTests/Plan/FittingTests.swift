import EDL
import Testing

@testable import Render

@Suite struct FittingTests {
  private let canvas = PixelSize(width: 160, height: 120)

  private func fit(_ fit: PictureFields.Fit, _ width: Int, _ height: Int) -> Fitting {
    Fitting(fit, display: PixelSize(width: width, height: height), canvas: canvas)
  }

  @Test func containKeepsTheShapeAndCentres() {
    // 120x160 upright in 160x120: 90x120 by proportion, 35 px each side, inside a chroma sample.
    let upright = fit(.contain, 120, 160)
    #expect(upright.size == PixelSize(width: 90, height: 120))
    #expect(upright.originX == 35)
    #expect(upright.originY == 0)
    #expect(!upright.lies(onGrid: 2, 2))
  }

  @Test func containOfTheSameShapeCovers() {
    #expect(fit(.contain, 320, 240).covers(canvas))
    #expect(fit(.contain, 1920, 1440).covers(canvas))
    // One odd pixel of a 161x121 picture does not make a bar: 160 x 120.25 rounds to the canvas.
    #expect(fit(.contain, 161, 121).covers(canvas))
  }

  @Test func coverCutsEvenly() {
    // 120x160 to a width of 160 is 213.33 high: 213, of which 93 are too many, 46 above.
    let covered = fit(.cover, 120, 160)
    #expect(covered.covers(canvas))
    #expect(covered.scaled == PixelSize(width: 160, height: 213))
    #expect(covered.cropY == 46)
  }

  @Test func fillStretches() {
    let filled = fit(.fill, 7, 900)
    #expect(filled.scaled == canvas)
    #expect(filled.covers(canvas))
  }

  @Test func noneKeepsTheSize() {
    let small = fit(.none, 40, 20)
    #expect(small.size == PixelSize(width: 40, height: 20))
    #expect(small.originX == 60)
    #expect(small.originY == 50)
    let large = fit(.none, 200, 300)
    #expect(large.size == canvas)
    #expect(large.cropX == 20)
    #expect(large.cropY == 90)
  }
}
