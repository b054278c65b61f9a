internal import CFFmpeg

/// The very builds of the shared libraries that this process runs on.
package enum LinkedBuilds {
  /// A digest of the build marks of all of them: FFmpeg, its encoders, zimg, Pango, the C library.
  ///
  /// A version is not enough: a distribution rebuilds an encoder under the same one.
  package static let digest: String = {
    var lines = visited().filter { !$0.hasPrefix("linux-") }
    lines.sort()
    var digest = Digest()
    for line in lines { digest.update(line + "\n") }
    return digest.finish()
  }()

  /// The features of the processor that the libraries make use of.
  package static var processor: String {
    Libraries.prepare()
    return String(UInt32(bitPattern: av_get_cpu_flags()), radix: 16)
  }

  #if os(Linux)
  private static func visited() -> [String] {
    var lines: [String] = []
    withUnsafeMutablePointer(to: &lines) { lines in
      shim_visit_builds(lines) { context, name, id, size in
        guard let name, let context else { return }
        let path = String(cString: name)
        // The program itself, and the page that the kernel maps into every process.
        guard !path.isEmpty else { return }
        let file = path.split(separator: "/").last.map(String.init) ?? path
        let mark = UnsafeBufferPointer(start: id, count: Int(size)).map { String($0, radix: 16) }.joined(separator: ".")
        context.assumingMemoryBound(to: [String].self).pointee.append("\(file) \(mark.isEmpty ? path : mark)")
      }
    }
    return lines
  }
  #else
  private static func visited() -> [String] { [Libraries.versions] }
  #endif
}
