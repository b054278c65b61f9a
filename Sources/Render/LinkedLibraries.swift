internal import AV

/// The builds that the bytes of a film depend on.
public enum LinkedLibraries {
  /// FFmpeg's release and the versions of its libraries, on one line.
  public static var description: String { "FFmpeg \(Libraries.release): \(Libraries.versions)" }
}
