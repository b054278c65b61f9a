/// Where finished work is kept between renders, and how much of it.
public struct CacheOptions: Sendable {
  /// The folder; made when it is missing.
  public var folder: String
  /// The size in bytes beyond which what was not used for the longest goes.
  public var byteLimit: Int64

  /// The limit unless another one is given: 20 GB.
  public static let standardLimit: Int64 = 20_000_000_000

  /// Creates options.
  public init(folder: String, byteLimit: Int64 = standardLimit) {
    self.folder = folder
    self.byteLimit = byteLimit
  }
}
