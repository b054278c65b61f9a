import AV

/// The samples of a picture's plane.
func samples(of frame: borrowing Frame, _ plane: Int) throws -> UnsafeMutablePointer<UInt8> {
  // `#require` copies what it looks at, and a frame has one owner.
  guard let base = frame.plane(plane) else { throw AVError(code: -22, operation: "plane \(plane)") }
  return base
}
