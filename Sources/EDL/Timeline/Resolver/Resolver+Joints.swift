internal import MediaTime

extension Resolver {
  /// Finds the transitions of a track and the items that they join; what is wrong is left out.
  mutating func joints(of track: TrackDocument, _ items: [PreparedItem]) -> [Joint] {
    var joints: [Joint] = []
    var waiting: ItemDocument?
    var place = 0
    for item in track.items?.value ?? [] {
      guard item.isTransition else {
        if let transition = waiting, let joint = joint(transition, before: place, of: items, joints.last) {
          joints.append(joint)
        }
        waiting = nil
        place += 1
        continue
      }
      if let first = waiting {
        diagnostics.append(
          .noPlace(
            "nothing stands between this transition and the one before it", item,
            notes: [
              .init("the other one is here", at: first.range)
            ]))
        continue
      }
      waiting = item
    }
    if let waiting {
      diagnostics.append(.noPlace("a transition stands between two items, but nothing comes after this one", waiting))
    }
    return joints
  }

  private mutating func joint(
    _ item: ItemDocument, before place: Int, of items: [PreparedItem], _ last: Joint?
  ) -> Joint? {
    guard !item.isFaulty, item.isEnabled?.value != false, let length = jointLength(item) else { return nil }
    guard place > 0 else {
      diagnostics.append(.noPlace("a transition stands between two items, but nothing comes before this one", item))
      return nil
    }
    guard let kind = jointKind(item) else { return nil }
    let joint = Joint(document: item, kind: kind, outgoing: place - 1, length: length)
    let (outgoing, incoming) = (items[joint.outgoing], items[joint.incoming])
    guard outgoing.isVisible || incoming.isVisible else {
      diagnostics.append(
        .noPlace("there is nothing on either side of this transition, so it has nothing to show", item))
      return nil
    }
    guard joint.isOverlap else { return joint }
    return fits(joint, outgoing, incoming, last) ? joint : nil
  }

  /// The length; nil for none, which is a plain cut, and after a report.
  private mutating func jointLength(_ item: ItemDocument) -> Time? {
    guard let written = item.transition.duration,
      let time = written.value.evaluate(in: context(), diagnostics: &diagnostics)
    else { return nil }
    guard !time.seconds.isZero else {
      diagnostics.append(
        Diagnostic(
          .warning, code: "transition.empty",
          "a transition of no length is a plain cut: remove it, or give it a length",
          at: written.range))
      return nil
    }
    let rate = canvas.frameRate
    guard let frames = exactly(at: written.range, { _ throws(TimeOverflow) in try time.frames(at: rate) }) else {
      return nil
    }
    guard frames > 0 else {
      let reason = time < .zero ? "below 0" : "no frame at \(FrameRate.name(of: rate)) fps"
      diagnostics.append(
        Diagnostic(
          .error, code: "transition.empty",
          "the transition is empty: its duration of \"\(written.value.text)\" is \(reason)", at: written.range))
      return nil
    }
    return time
  }

  private mutating func jointKind(_ item: ItemDocument) -> Transition.Kind? {
    guard case .transition(let written) = item.content else { return nil }
    let color = item.transition.color
    if let color {
      guard case .fadeThrough(nil) = written.value else {
        diagnostics.append(
          Diagnostic(
            .error, code: "item.conflict",
            "only a fade-through that does not name its colour itself has a \"color\": remove it", at: color.range,
            notes: [.init("the kind of transition is here", at: written.range)]))
        return nil
      }
    }
    if item.transition.mode?.value == .overlap {
      let useless = [("align", item.transition.align?.range), ("handles", item.transition.handles?.range)]
      for case (let name, let range?) in useless {
        diagnostics.append(
          Diagnostic(
            .error, code: "item.conflict",
            "with \"mode: overlap\" the transition lies where the two items overlap, and \"\(name)\" has no meaning: "
              + "remove one of them", at: range))
        return nil
      }
    }
    switch written.value {
    case .dissolve: return .dissolve
    case .named(let name): return .xfade(name)
    case .fadeThrough(let own):
      guard let color = own ?? color?.value else {
        diagnostics.append(
          Diagnostic(
            .error, code: "transition.kind", "a fade-through needs a colour: write transition: {fade-through: black}",
            at: written.range,
            fixIts: [
              .init("write {fade-through: black}", replacing: written.range, with: "{fade-through: black}")
            ]))
        return nil
      }
      return .fadeThrough(color)
    case .wipe(let luma, let softness):
      guard let index = lumaMedia(luma) else { return nil }
      return .luma(media: index, softness: softness)
    }
  }

  private mutating func lumaMedia(_ written: Located<String>) -> Int? {
    switch catalog.target(of: written) {
    case .faulty: return nil
    case .sequence(let name):
      diagnostics.append(
        Diagnostic(
          .error, code: "transition.luma",
          "\"\(name)\" is a sequence, and a wipe is led by a picture: name a still under media, or a file",
          at: written.range))
      return nil
    case .media(let index):
      guard let position = mediaPositions[index] else { return nil }
      guard !media[position].info.video.isEmpty else {
        diagnostics.append(
          Diagnostic(
            .error, code: "transition.luma", "\"\(written.value)\" has no picture to lead a wipe: give a still",
            at: written.range))
        return nil
      }
      return position
    }
  }

  /// Whether the items are long enough to overlap so far.
  private mutating func fits(
    _ joint: Joint, _ outgoing: PreparedItem, _ incoming: PreparedItem, _ last: Joint?
  ) -> Bool {
    if let at = incoming.document.at {
      diagnostics.append(
        Diagnostic(
          .error, code: "item.conflict",
          "\"\(incoming.label)\" has an \"at\", so a transition with \"mode: overlap\" cannot pull it earlier: remove one",
          at: at.range, notes: [.init("the transition is here", at: joint.document.range)]))
      return false
    }
    if case .fixed(let total) = outgoing.total {
      let used = last.flatMap { $0.isOverlap && $0.incoming == joint.outgoing ? $0.length : nil } ?? .zero
      guard let free = exactly(at: joint.range, { _ throws(TimeOverflow) in try total - used }) else { return false }
      guard joint.length <= free else {
        diagnostics.append(tooLong(joint, outgoing, longest: free, other: used > .zero ? last : nil))
        return false
      }
    }
    if case .fixed(let total) = incoming.total, joint.length > total {
      diagnostics.append(tooLong(joint, incoming, longest: total, other: nil))
      return false
    }
    return true
  }

  private func tooLong(_ joint: Joint, _ item: PreparedItem, longest: Time, other: Joint?) -> Diagnostic {
    let rate = canvas.frameRate
    let frames = max(0, (try? longest.exactFrames(at: rate).floor) ?? 0)
    let asked = (try? joint.length.frames(at: rate)) ?? 0
    return .transitionTooLong(
      joint, asked: asked, longest: Int(frames),
      reason: other == nil
        ? "\"\(item.label)\" is shorter" : "\"\(item.label)\" would be in two transitions at once",
      notes: other.map { [.init("the transition before it is here", at: $0.document.range)] } ?? [])
  }
}

extension Diagnostic {
  fileprivate static func noPlace(_ message: String, _ item: ItemDocument, notes: [Note] = []) -> Diagnostic {
    Diagnostic(
      .error, code: "transition.place",
      "\(message), so the longest possible here is 0f: put it between two items, or use fade_in and fade_out",
      at: item.range,
      notes: notes)
  }

  /// A transition is longer than an item; what length is possible.
  static func transitionTooLong(
    _ joint: Joint, asked: Int, longest: Int, reason: String, notes: [Note] = []
  ) -> Diagnostic {
    let advice = longest > 0 ? "the longest possible here is \(longest)f" : "none is possible here: remove it"
    let fixIts =
      longest > 0 ? [FixIt("write \"\(longest)f\"", replacing: joint.range, with: "\(longest)f")] : []
    return Diagnostic(
      .error, code: "transition.too-long", "the transition of \(asked) frames does not fit: \(reason); \(advice)",
      at: joint.range, notes: notes, fixIts: fixIts)
  }
}
