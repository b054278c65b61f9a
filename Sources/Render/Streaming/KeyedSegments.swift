internal import MediaTime

/// Cuts the programme where every rendition of a stream begins a segment: at even steps from its start.
///
/// A cut begins with a key picture by itself. Where there may be none, in a piece that is rendered as a whole or
/// with an encoder that is not cut, a key picture is asked of the encoder instead.
struct KeyedSegments {
  /// Frames from one step to the next.
  let interval: Int
  let cadence: Cadence
  let isCuttable: Bool

  func segments(_ pieces: [Piece]) throws(TimeOverflow) -> [Segment] {
    var found: [Segment] = []
    var run: [Piece] = []
    var (frame, start) = (0, 0)
    func endRun() {
      guard !run.isEmpty else { return }
      found.append(Segment(pieces: run, keys: keys(from: start, to: frame)))
      (run, start) = ([], frame)
    }
    for piece in pieces {
      var done = 0
      while done < piece.count {
        let room = interval - frame % interval
        let count = isCuttable && !piece.mustStayWhole ? min(room, piece.count - done) : piece.count - done
        run.append(try piece.part(done..<done + count))
        done += count
        frame += count
        if isCuttable, frame % interval == 0 { endRun() }
      }
    }
    endRun()
    return found
  }

  /// The pictures between two frames at which a step begins, counted from the first one.
  private func keys(from start: Int, to end: Int) -> [Int] {
    let first = cadence.pictures(of: 0..<start).count
    return stride(from: (start / interval + 1) * interval, to: end, by: interval).map {
      cadence.pictures(of: 0..<$0).count - first
    }
  }
}
