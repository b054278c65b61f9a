internal import AV
internal import Draw

/// The builds that the bytes of a film depend on.
public enum LinkedLibraries {
  /// FFmpeg's release and the versions of its libraries, then those that draw, on a line each.
  public static var description: String {
    "FFmpeg \(Libraries.release): \(Libraries.versions)\nDrawing: \(DrawLibraries.versions)"
  }
}
