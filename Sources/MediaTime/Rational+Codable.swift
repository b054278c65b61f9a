extension Rational: Codable {
  /// Reads `[numerator, denominator]`, in whatever terms.
  public init(from decoder: any Decoder) throws {
    var terms = try decoder.unkeyedContainer()
    try self.init(try terms.decode(Int64.self), over: try terms.decode(Int64.self))
  }

  /// Writes `[numerator, denominator]`.
  public func encode(to encoder: any Encoder) throws {
    var terms = encoder.unkeyedContainer()
    try terms.encode(numerator)
    try terms.encode(denominator)
  }
}
