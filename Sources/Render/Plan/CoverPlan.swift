internal import AV
internal import EDL

/// The picture that stands for a file: whether it is one, and whether the container has a place for it.
struct CoverPlan {
  let cover: CoverArt

  /// The containers that have a place for a picture, by libavformat's names.
  static let containers: Set<String> = ["mp4", "ipod", "matroska", "mp3", "flac", "ogg", "oga", "ogv", "opus"]
  /// What FLAC's block for a picture may hold.
  private static let largest = (1 << 24) - 1024

  /// The picture as it is stored; nil after a report.
  func picture(in container: ContainerCatalog.Entry, _ diagnostics: inout DiagnosticList) -> CoverPicture? {
    func report(_ message: String, note: String? = nil, blame: Diagnostic.Blame = .project) -> CoverPicture? {
      diagnostics.append(
        Diagnostic(
          .error, code: "output.cover", message, at: cover.origin, notes: note.map { [.init($0)] } ?? [], blame: blame))
      return nil
    }
    guard Self.containers.contains(container.name) else {
      return report(
        "\"\(container.name)\" holds no cover", note: ".mp4, .m4a, .mkv, .mka, .mp3, .flac, .ogg and .opus do")
    }
    let name = LocalFiles.split(cover.path).name
    do throws(AVError) {
      let demuxer = try Demuxer(path: cover.path)
      guard let facts = demuxer.streams.first, ["mjpeg", "png"].contains(facts.codec), facts.width > 0 else {
        return report(
          "\"\(name)\" is neither JPEG nor PNG, and a cover must be: convert it",
          note: demuxer.streams.first.map { "it is \($0.codec)" }, blame: .media)
      }
      guard !ImageHeader(path: cover.path).isCutOff, let file = FileBytes(path: cover.path) else {
        return report("\"\(name)\" ends before its picture does", blame: .media)
      }
      guard file.count <= Self.largest else {
        return report("\"\(name)\" has \(file.count >> 20) MiB, and a cover may have 15: make it smaller")
      }
      return CoverPicture(
        codec: facts.codec, width: facts.width, height: facts.height, bytes: file.read(at: 0, file.count))
    } catch {
      return report("\"\(name)\" cannot be read as a picture: \(error.reason)", blame: .media)
    }
  }
}
