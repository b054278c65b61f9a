internal import AV
internal import MediaTime

/// Deinterlaces what a ``FrameReader`` gives: one picture a field, at twice the rate.
///
/// bwdif looks at the frames on both sides of the one it works on:
///
///     pushed:    f4   f5   f6   f7
///     made:           5a 5b 6a 6b      (7a comes with f8)
///     trusted:             6a 6b       (a run from the middle gives its first frames up as lead-in)
///
/// so pictures equal those of a run from the file's start wherever the run began.
final class FieldReader {
  /// A picture made from one field, and the number of the pushed frame that it belongs to.
  private struct Field {
    let frame: Int
    let picture: Picture
  }

  private let frames: FrameReader
  private let everyFrame: Bool
  private var graph: FilterGraph?
  private var graphInput: GraphInput?
  /// The newest frame in the graph.
  private var pushed: Picture?
  /// How many frames the run has pushed; the graph's timestamps are these numbers.
  private var pushedCount = 0
  /// When the newest pushed frames appear, by number.
  private var startTimes: [Int: Time] = [:]
  /// The newest fields, in order of time.
  private var fields: [Field] = []
  /// Fields of earlier frames lacked a neighbour.
  private var trustedFrom = 0
  private var isFinished = false

  private static let leadIn = 2

  init(_ frames: FrameReader, everyFrame: Bool) {
    self.frames = frames
    self.everyFrame = everyFrame
  }

  func picture(at time: Time) throws(MediaError) -> Picture {
    var lead = Self.leadIn
    if try !canContinue(to: time) { try begin(before: time, lead: lead) }
    while true {
      if let picture = try shown(at: time) { return picture }
      if startsTooLate(for: time) {
        lead *= 2
        try begin(before: time, lead: lead)
      }
      try pushNext()
    }
  }

  /// The field on display; nil when frames are missing to tell.
  private func shown(at time: Time) throws(MediaError) -> Picture? {
    var found: Picture?
    for field in fields where field.frame >= trustedFrom {
      if try !appeared(field.picture, at: time) {
        // Before the file's first picture: that one.
        return found ?? (trustedFrom == 0 && field.frame == 0 ? field.picture : nil)
      }
      found = field.picture
    }
    guard isFinished else { return nil }
    // The end: the frames below know whether the file promised more.
    let last = try frames.picture(at: time)
    return found ?? last
  }

  private func appeared(_ picture: Picture, at time: Time) throws(MediaError) -> Bool {
    do { return try frames.clock.hasAppeared(picture.time, at: time) } catch { throw MediaError(overflow: frames.path) }
  }

  /// Whether the first trusted field comes after the wanted time.
  private func startsTooLate(for time: Time) -> Bool {
    guard trustedFrom > 0, let first = fields.first(where: { $0.frame >= trustedFrom }) else { return false }
    return first.picture.time > time
  }

  /// Whether pushing on is cheaper than starting over.
  private func canContinue(to time: Time) throws(MediaError) -> Bool {
    guard graph != nil, let pushed else { return false }
    if let first = fields.first(where: { $0.frame >= trustedFrom }) {
      if first.picture.time > time, !(trustedFrom == 0 && first.frame == 0) { return false }
    }
    if isFinished { return true }
    guard let distance = try? (time - pushed.time).seconds, let limit = try? frameDuration * Rational(12) else {
      throw MediaError(overflow: frames.path)
    }
    return distance <= limit
  }

  private var frameDuration: Rational { frames.clock.frameDuration ?? (try? Rational(1, over: 25)) ?? .one }

  /// Starts a run some frames before the wanted time.
  private func begin(before time: Time, lead: Int) throws(MediaError) {
    graph = nil
    graphInput = nil
    pushed = nil
    pushedCount = 0
    startTimes = [:]
    fields = []
    isFinished = false
    guard let start = try? time - Time(seconds: frameDuration * Rational(lead)) else {
      throw MediaError(overflow: frames.path)
    }
    let first = try frames.picture(at: start)
    trustedFrom = first.time <= .zero ? 0 : Self.leadIn
    try push(first)
  }

  private func pushNext() throws(MediaError) {
    guard let pushed else { return }
    if let next = try frames.picture(after: pushed) {
      try push(next)
    } else {
      try flush()
      isFinished = true
    }
  }

  private func push(_ picture: Picture) throws(MediaError) {
    let input = GraphInput.video(
      width: picture.frame.width, height: picture.frame.height, format: picture.frame.pixelFormat,
      timeBase: (1, 1), sampleAspect: (1, 1))
    // A new size or format in mid-stream: what is in the graph comes out, a new graph begins.
    if let graphInput, graphInput != input {
      try flush()
      graph = nil
    }
    if graph == nil {
      graphInput = input
      let which = everyFrame ? "all" : "interlaced"
      graph = try attempt { () throws(AVError) in
        try FilterGraph("[in0]bwdif=mode=send_field:parity=auto:deint=\(which)[out]", inputs: [input])
      }
    }
    let number = pushedCount
    pushedCount += 1
    pushed = picture
    startTimes[number] = picture.time
    startTimes[number - 4] = nil
    try attempt { () throws(AVError) in
      let copy = try picture.frame.copyReference()
      copy.pts = Int64(number)
      try graph?.push(copy)
    }
    try drain()
  }

  private func flush() throws(MediaError) {
    try attempt { () throws(AVError) in try graph?.finish() }
    try drain()
  }

  /// Takes out what the graph has made; its timestamps count half frames.
  private func drain() throws(MediaError) {
    guard let graph else { return }
    while case .ready(let frame) = try attempt({ () throws(AVError) in try graph.pull() }) {
      let halves = Int(clamping: frame.pts ?? 0)
      let number = halves / 2
      let time = try time(ofFrame: number, secondField: halves % 2 == 1)
      frame.duration = 0
      fields.append(Field(frame: number, picture: Picture(frame: frame, time: time)))
    }
    if fields.count > 8 { fields.removeFirst(fields.count - 8) }
  }

  /// A second field appears half-way to the next frame.
  private func time(ofFrame number: Int, secondField: Bool) throws(MediaError) -> Time {
    guard let start = startTimes[number] else { return pushed?.time ?? .zero }
    guard secondField else { return start }
    let end = startTimes[number + 1] ?? (try? start + (pushed?.duration ?? Time(seconds: frameDuration)))
    guard let end, let middle = try? (start + end) / Rational(2) else { throw MediaError(overflow: frames.path) }
    return middle
  }

  private func attempt<Value: ~Copyable>(_ body: () throws(AVError) -> Value) throws(MediaError) -> Value {
    do throws(AVError) {
      LibraryLog.begin()
      return try body()
    } catch {
      let reason = LibraryLog.essence(of: LibraryLog.take()) ?? error.description
      throw MediaError(reading: frames.path, at: pushed?.time, "it cannot be deinterlaced: \(reason)")
    }
  }
}
