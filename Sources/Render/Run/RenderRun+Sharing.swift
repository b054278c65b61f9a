internal import AV
internal import EDL

/// What outputs of one run have in common: frames that are composed alike, streams that sound alike, and parts that
/// are the same to the byte.
///
/// The first of them makes all of it. The others take their parts from what it has made when it is their turn.
extension RenderRun {
  /// Packets that an earlier output makes and this one takes as they are.
  struct Loan {
    let lender: RenderWork
    /// The segment or the stream of sound, in the lender's plan.
    let index: Int
  }

  /// Has another output's workers make those of the missing segments whose frames it composes; nil when none are.
  ///
  /// `lacking` are the segments that the leader makes for itself. It goes on when this one `mayFail`.
  func join(_ leader: RenderRun, lacking: Set<Int>, mayFail: Bool) -> SharedPictures.Member? {
    guard plan.composesLike(leader.plan), let sinks = work.pictureSinks, let own = plan.picture,
      let theirs = leader.plan.picture
    else { return nil }
    let lends = work.parameters.first?.text == leader.work.parameters.first?.text
    let places = Dictionary(
      theirs.segments.enumerated().map { ($0.element.pieces, $0.offset) }, uniquingKeysWith: { first, _ in first })
    var parts: [Int: [SharedPictures.Part]] = [:]
    for index in findMissing().sorted() {
      guard let place = places[own.segments[index].pieces] else { continue }
      if lends, lacking.contains(place), own.keys[index] == theirs.keys[place] {
        segmentLoans[index] = Loan(lender: leader.work, index: place)
      } else {
        parts[place, default: []].append(.init(index: index, repeats: own.segments[index].repeats))
        promised.insert(index)
      }
    }
    guard !parts.isEmpty else { return nil }
    let fails: @Sendable (RenderError) -> Void = { [state = work.state] in state.fail($0) }
    return SharedPictures.Member(sinks: sinks, segments: parts, fails: mayFail ? fails : nil)
  }

  /// Has an earlier output's mix feed the streams of sound; nil unless all of them sound as one of its.
  func listen(to leader: RenderRun) -> SoundWork.Share? {
    guard let own = plan.sound, let theirs = leader.plan.sound, !isSoundPromised, work.cachedSound() == nil
    else { return nil }
    let heard = theirs.outlets.indices.map { theirs.heard(in: $0) }
    var streams: [(stream: Int, isSame: Bool)] = []
    for index in own.outlets.indices {
      if let same = heard.indices.first(where: { isSound(index, sameAs: $0, of: leader) }) {
        streams.append((same, true))
        soundLoans[index] = Loan(lender: leader.work, index: same)
      } else if let alike = heard.firstIndex(of: own.heard(in: index)) {
        streams.append((alike, false))
      } else {
        soundLoans = [:]
        return nil
      }
    }
    isSoundPromised = true
    return SoundWork.Share(work: work.soundWork, streams: streams)
  }

  /// Whether a stream's packets are those of one of another output's.
  private func isSound(_ index: Int, sameAs other: Int, of leader: RenderRun) -> Bool {
    let places = (index + (plan.output.video == nil ? 0 : 1), other + (leader.plan.output.video == nil ? 0 : 1))
    return plan.soundKeys[index] == leader.plan.soundKeys[other]
      && work.parameters[places.0].text == leader.work.parameters[places.1].text
  }
}

extension RenderPlan {
  /// Whether frames of the same content are the same here and in another output, and can be shared out to workers.
  ///
  /// Only where there are segments: encoders that take all in one go are better run side by side.
  func composesLike(_ leader: RenderPlan) -> Bool {
    guard let video = output.video, let theirs = leader.output.video else { return false }
    return output.canvas == leader.output.canvas && canvas.frameRate == leader.canvas.frameRate
      && video.isCuttable && theirs.isCuttable && !video.hasPalette && !theirs.hasPalette
      && leader.output.cadence.isPlain
  }

  /// Whether it is cut into segments in the same way, too.
  func isCutLike(_ other: RenderPlan) -> Bool {
    guard let picture, let theirs = other.picture else { return false }
    return picture.places == theirs.places && picture.segments.map(\.pieces) == theirs.segments.map(\.pieces)
  }
}
