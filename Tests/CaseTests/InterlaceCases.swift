internal import Testing

/// Fields become frames in the order of the file.
@Suite("INT", .needsCommand)
struct InterlaceCases {
  /// A bar that moves two pixels a field, bottom field first.
  static let bottomFirst = Input(
    "int01.mp4",
    from: [
      "nullsrc=s=160x128:r=50,trim=end_frame=50,format=yuv420p,"
        + "geq=lum='if(between(X,2*N+10,2*N+25),235,16)':cb=128:cr=128,tinterlace=interleave_bottom"
    ],
    ["-c:v", "libx264", "-qp", "8", "-flags", "+ilme+ildct", "-x264opts", "bff=1", "-bf", "0"])

  /// The bar of a frame: the mean column of its bright pixels, and its widest extent.
  private func bars(_ path: String) throws -> [(center: Double, width: Int)] {
    try Picture.map(path) { picture in
      var columns: [Int] = []
      for y in 0..<picture.height {
        for x in 0..<picture.width where picture.bytes[(y * picture.width + x) * 3 + 1] > 128 { columns.append(x) }
      }
      guard let first = columns.min(), let last = columns.max() else { return (0, 0) }
      return (Double(columns.reduce(0, +)) / Double(columns.count), last - first + 1)
    }
  }

  @Test("01a: both fields at the field rate: motion never goes back")
  func fieldRate() throws {
    let film = try rendered(
      Film(canvas: "{size: 160x128, fps: 50}", items: ["{clip: int01.mp4, deinterlace: bob}"]),
      with: [Self.bottomFirst])
    let found = try bars(film.path)
    #expect(found.count == 50)
    for (previous, next) in zip(found, found.dropFirst()) {
      expect(next.center - previous.center, near: 2, within: 0.6)
    }
  }

  @Test("01b: at the frame rate a frame shows one moment")
  func frameRate() throws {
    let film = try rendered(
      Film(canvas: "{size: 160x128, fps: 25}", items: ["{clip: int01.mp4, deinterlace: auto}"]),
      with: [Self.bottomFirst])
    let found = try bars(film.path)
    #expect(found.count == 25)
    for (previous, next) in zip(found, found.dropFirst()) {
      expect(next.center - previous.center, near: 4, within: 1)
    }
    #expect(found.allSatisfy { $0.width <= 18 }, "\(found)")
  }
  // 01c adds a dissolve to a still.
}
