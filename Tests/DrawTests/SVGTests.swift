internal import EDL
internal import Testing

@testable import Draw

@Suite struct SVGTests {
  private func document(_ text: String) throws -> SVGDocument { try SVGDocument(Array(text.utf8)) }
  private let head = "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\""

  @Test func sizes() throws {
    #expect(try document("\(head) width=\"30\" height=\"20\"/>").size == Pair(30, 20))
    #expect(try document("\(head) width=\"1in\" height=\"0.5in\"/>").size == Pair(96, 48))
    #expect(try document("\(head) viewBox=\"0 0 24 12\"/>").size == Pair(24, 12))
    #expect(throws: DrawError.self) { try document("\(head) width=\"40000\" height=\"20\"/>") }
    #expect(throws: DrawError.self) { try document("\(head)/>") }
  }

  @Test func drawnInItsFinalSize() throws {
    let square = try document(
      "\(head) width=\"10\" height=\"10\"><rect x=\"2\" y=\"2\" width=\"6\" height=\"6\"/></svg>")
    let region = PixelRect(x: 0, y: 0, width: 100, height: 100)
    let picture = Pixels(try square.draw(Affine(xx: 8, yy: 8), region: region, clip: nil))
    #expect(picture.ink?.x == 16...63)
    #expect(picture.alpha(16, 40) == 255)
  }

  @Test func nothingOutsideIsRead() throws {
    for reference in ["picture.png", "file:///etc/passwd", "http://example.com/a.png"] {
      #expect(throws: DrawError.self) {
        try document(
          "\(head) width=\"9\" height=\"9\"><image xlink:href=\"\(reference)\" width=\"9\" height=\"9\"/></svg>")
      }
      #expect(throws: DrawError.self) {
        try document("\(head) width=\"9\" height=\"9\"><style>@import '\(reference)';</style></svg>")
      }
    }
    let inner =
      "<defs><path id=\"p\" d=\"M0 0h5v5z\"/></defs><use href=\"#p\"/><a href=\"http://example.com\"><use xlink:href=\"#p\"/></a>"
    #expect(try document("\(head) width=\"9\" height=\"9\">\(inner)</svg>").size == Pair(9, 9))
  }

  @Test func knownByContent() {
    #expect(SVGScan.isSVG(Array("\u{FEFF}<?xml version=\"1.0\"?>\n<!-- a -->\n<svg/>".utf8)))
    #expect(!SVGScan.isSVG(Array("<html><svg/></html>".utf8)))
    #expect(!SVGScan.isSVG([0xFF, 0xD8, 0xFF]))
  }
}
