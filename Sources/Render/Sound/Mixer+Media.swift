internal import AV
package import EDL

extension AudioReader: SampleSource {}

extension Mixer {
  /// Creates a mixer that reads the timeline's media.
  package convenience init(_ plan: SoundPlan, media: [Media]) throws {
    try self.init(plan) { index, stream in
      let entry = media[index]
      guard case .file(let path) = entry.source else { throw SoundError.noSound(entry.name) }
      return try AudioReader(path: path, stream: stream, info: entry.info)
    }
  }
}
