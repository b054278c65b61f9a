internal import AV
internal import Draw

/// The builds that the bytes of a film depend on.
public enum LinkedLibraries {
  /// FFmpeg's release and the versions of its libraries, then those that draw, on a line each.
  public static var description: String {
    "FFmpeg \(Libraries.release): \(Libraries.versions)\nDrawing: \(DrawLibraries.versions)"
  }

  /// Asks the C library to give the memory of large pictures back as soon as they are no longer used.
  ///
  /// For the whole process, so a program decides it, once and at its start.
  public static func boundMemory() { Libraries.boundMemory() }
}
