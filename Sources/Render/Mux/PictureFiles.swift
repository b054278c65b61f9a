internal import AV
internal import EDL
internal import Foundation

/// Files that appear under their names together, each by an atomic rename, when all are complete.
///
/// Until then they lie beside their names, hidden; what is left there by a crash is written over.
struct PictureFiles {
  let plan: OutputPlan
  let origin: SourceRange

  private func partPath(_ path: String) -> String {
    let url = URL(fileURLWithPath: path)
    return url.deletingLastPathComponent().appendingPathComponent(".\(url.lastPathComponent).part").path
  }

  /// Writes the files one after the other.
  func write(
    _ paths: [String], _ make: (_ index: Int, _ partPath: String) throws(RenderError) -> Void
  ) throws(RenderError) {
    var begun = 0
    do throws(RenderError) {
      for (index, path) in paths.enumerated() {
        begun += 1
        try make(index, partPath(path))
      }
      for path in paths {
        guard rename(partPath(path), path) == 0 else { throw failure(AVError(code: -errno, operation: "rename")) }
      }
    } catch {
      for path in paths.prefix(begun) { unlink(partPath(path)) }
      throw error
    }
  }

  /// Puts bytes into a file.
  func put(_ bytes: [UInt8], into path: String) throws(RenderError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw failure(AVError(code: -errno, operation: "open")) }
    defer { close(descriptor) }
    do throws(SystemError) {
      try PlacedBytes.write(bytes, to: descriptor, at: 0)
    } catch {
      throw failure(AVError(code: -error.code, operation: error.operation))
    }
  }

  /// Puts an encoder's packet into a file: as it is, or in its container where it needs one.
  func put(_ packet: consuming Packet, _ parameters: StreamParameters, into path: String) throws(RenderError) {
    guard plan.container.name == "avif" else { return try put(packet.payload, into: path) }
    do throws(AVError) {
      let muxer = try Muxer(path: path, format: "avif")
      try muxer.addStream(parameters)
      try muxer.start(options: [])
      packet.pts = 0
      packet.dts = 0
      try muxer.write(packet, stream: 0)
      try muxer.finish()
    } catch {
      throw failure(error)
    }
  }

  private func failure(_ error: AVError) -> RenderError {
    RenderError(
      kind: error.isSystem ? .media : .codec,
      diagnostic: Diagnostic(
        .error, code: error.isSystem ? "output.write" : "output.mux", "cannot write \"\(plan.path)\": \(error)",
        at: origin, blame: .media))
  }
}
