internal import CDrawing

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// The fonts that text may be set in when no file is named.
package enum InstalledFonts {
  /// One line for each font file and each file that says how they are chosen: where it is, how
  /// large, and from when. Which font is taken for a letter depends on all of them.
  package static let description: String = {
    guard let config = FcInitLoadConfigAndFonts() else { return "" }
    defer { FcConfigDestroy(config) }
    var paths: Set<String> = []
    for list in [FcConfigGetFontDirs(config), FcConfigGetConfigFiles(config)] {
      while let list, let path = FcStrListNext(list) { paths.insert(text(path)) }
      if let list { FcStrListDone(list) }
    }
    if let fonts = FcConfigGetFonts(config, FcSetSystem) {
      for index in 0..<Int(fonts.pointee.nfont) {
        var path: UnsafeMutablePointer<FcChar8>?
        guard FcPatternGetString(fonts.pointee.fonts[index], FC_FILE, 0, &path) == FcResultMatch, let path else {
          continue
        }
        paths.insert(text(path))
      }
    }
    return paths.sorted().map(line).joined(separator: "\n")
  }()

  private static func line(_ path: String) -> String {
    var facts = stat()
    guard stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return path }
    #if canImport(Darwin)
    return "\(path) \(facts.st_size) \(facts.st_mtimespec.tv_sec)"
    #else
    return "\(path) \(facts.st_size) \(facts.st_mtim.tv_sec)"
    #endif
  }

  private static func text(_ path: UnsafePointer<FcChar8>) -> String { String(cString: path) }
}
