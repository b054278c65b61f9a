internal import EDL
internal import MediaTime

/// What sequences of stills show at each time, in the common terms of two timelines: two sequences that
/// differ in one still are the same wherever another one shows.
struct CommonStills {
  /// A sequence.
  private struct Sequence {
    /// What is known of its pictures; the same for sequences whose equal stills make equal pictures.
    var kind: String
    /// Where each still begins to show, in ascending order.
    var times: [Time]
    /// What each still is called by its content.
    var names: [String]
  }

  private var sequences: [Int: Sequence] = [:]

  /// Whether a media entry, by its common number, is a sequence.
  func contains(_ media: Int) -> Bool { sequences[media] != nil }

  /// Notes a media entry if it is a sequence.
  mutating func note(_ media: Media, as number: Int, _ names: FileNames) {
    guard case .stills(let stills, _) = media.source, sequences[number] == nil else { return }
    // How long the sequence is, and with that its rate, no picture shows.
    var info = media.info
    for stream in info.video.indices { (info.video[stream].duration, info.video[stream].frameRate) = (nil, nil) }
    sequences[number] = Sequence(
      kind: "\(info.video)", times: stills.map(\.time), names: stills.map { names($0.path) })
  }

  /// What shows at a time of a sequence; nil for any other media.
  func still(of media: Int, at time: Time) -> String? {
    guard let sequence = sequences[media] else { return nil }
    // Before the first one's time that one shows.
    var (low, high) = (0, sequence.times.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if sequence.times[middle] <= time { low = middle } else { high = middle }
    }
    return sequence.names.indices.contains(low) ? "\(sequence.names[low]) \(sequence.kind)" : nil
  }
}
