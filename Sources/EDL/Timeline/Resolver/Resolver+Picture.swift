internal import MediaTime

extension Resolver {
  /// The picture fields of an item whose length is known; what is wrong is reported and left out.
  mutating func picture(of item: PreparedItem, length: Time, frames: Int) -> PictureFields {
    let document = item.document
    var fields = PictureFields(
      fit: document.fit?.value ?? framedOutput?.fit ?? .contain, deinterlace: document.deinterlace?.value ?? .auto,
      orientation: document.orientation?.value)
    guard item.kind == .video else { return fields }
    if case .drawing = item.content { fields.fit = .none }
    let written = document.picture
    if let tags = written.colorTags?.value.tags, !tags.isEmpty { fields.colorTags = tags }
    fields.box = written.box.flatMap { curve($0, length: length) { $0 } }
    // A colour has no proportions of its own to keep.
    if case .solid = item.content, fields.box != nil { fields.fit = .fill }
    fields.backdrop = written.backdrop?.value
    fields.crop = written.crop.flatMap { crop($0, of: item, length: length) }
    fields.effects = effects(document.writtenEffects, length: length)
    fields.motion = motion(written, length: length)
    fields.opacity = written.opacity.flatMap { curve($0, length: length) { $0 } }
    fields.blend = written.blend.map { BlendMode(name: $0.value, origin: Origin($0.range)) }
    fields.mask = written.mask.flatMap { mask($0.value, length: length) }
    fields.key = written.key.flatMap { key($0.value, length: length) }
    let fadeIn = fade(written.fadeIn, of: item, length: length, frames: frames) ?? 0
    let fadeOut = fade(written.fadeOut, of: item, length: length, frames: frames) ?? 0
    if fadeIn + fadeOut > 0 { fields.fade = Fade(fadeIn: fadeIn, fadeOut: fadeOut) }
    reportIdle(written, fields)
    return fields
  }

  /// The fields of a part of an item that begins some frames after it; nil after a report.
  mutating func moved(_ fields: PictureFields, by frames: Int, _ document: ItemDocument) -> PictureFields? {
    let rate = canvas.frameRate
    return exactly(at: document.range) { _ throws(TimeOverflow) in
      try fields.shifted(by: try .zero - Time(frame: frames, at: rate))
    }
  }

  // MARK: Framing

  private mutating func crop(_ written: Located<CropDocument>, of item: PreparedItem, length: Time) -> Crop? {
    let sides = written.value
    let crop = Crop(
      left: curve(sides.left, length: length, default: Length()),
      top: curve(sides.top, length: length, default: Length()),
      right: curve(sides.right, length: length, default: Length()),
      bottom: curve(sides.bottom, length: length, default: Length()))
    let size = shownSize(of: item)
    let isWhole = ([.zero] + crop.times).allSatisfy { time in
      let insets = crop.value(at: time)
      return isLeft(insets.left, insets.right, of: size?.width) && isLeft(insets.top, insets.bottom, of: size?.height)
    }
    guard !isWhole else { return crop }
    let what = size.map { "\"\(item.label)\" of \($0)" } ?? "\"\(item.label)\""
    diagnostics.append(
      Diagnostic(
        .error, code: "crop.nothing-left",
        "nothing is left of \(what): what is cut off at two opposite sides must be less than the whole",
        at: written.range))
    return nil
  }

  private func isLeft(_ first: Length, _ second: Length, of side: Int?) -> Bool {
    guard first.share + second.share < 1 else { return false }
    guard let side = side.map(Double.init) else { return true }
    return first.on(side) + second.on(side) < side
  }

  /// The size that crops are measured on, where it is known.
  private func shownSize(of item: PreparedItem) -> PixelSize? {
    switch item.content {
    case .media(let position, let stream?, _):
      guard item.document.orientation == nil else { return nil }
      return media[position].info.video[stream].displaySize
    case .sequence, .solid, .subtitles, .adjustment: return canvas.size
    case .media, .gap, .drawing, .generator: return nil
    }
  }

  // MARK: Motion

  private mutating func motion(_ written: PictureDocument, length: Time) -> Motion? {
    let isWritten =
      written.position != nil || written.anchor != nil || written.scale != nil || written.rotation != nil
      || written.flip != nil || written.corners != nil
    guard isWritten else { return nil }
    var motion = Motion()
    motion.position = written.position.flatMap { curve($0, length: length) { $0 } }
    motion.anchor = curve(written.anchor, length: length, default: motion.anchor.first)
    motion.scale = curve(written.scale, length: length, default: Pair(1, 1))
    motion.rotation = curve(written.rotation, length: length, default: 0)
    motion.isFlippedHorizontally = written.flip?.value.isHorizontal ?? false
    motion.isFlippedVertically = written.flip?.value.isVertical ?? false
    motion.corners = written.corners.flatMap { curve($0, length: length) { $0 } }
    return motion
  }

  // MARK: Mask and key

  private mutating func mask(_ written: MaskDocument, length: Time) -> Mask? {
    guard !written.isFaulty else { return nil }
    let feather = curve(written.feather, length: length, default: 0)
    guard let name = written.media else { return shapeMask(written, feather: feather, length: length) }
    if let shape = written.shape {
      diagnostics.append(
        Diagnostic(
          .error, code: "item.conflict", "a mask cannot have both \"shape\" and \"media\": remove one", at: shape.range,
          notes: [.init("\"media\" is here", at: name.range)]))
    }
    switch catalog.target(of: name) {
    case .faulty: return nil
    case .sequence:
      diagnostics.append(
        Diagnostic(
          .error, code: "mask.no-picture",
          "a mask is a file, and \"\(name.value)\" is a sequence: render it first, or name a media entry",
          at: name.range))
      return nil
    case .media(let index):
      guard let position = mediaPositions[index] else { return nil }
      guard let stream = media[position].info.video.first else {
        diagnostics.append(
          Diagnostic(
            .error, code: "mask.no-picture", "\"\(name.value)\" has no picture to make a mask of: name another file",
            at: name.range))
        return nil
      }
      if written.channel?.value == .alpha, !stream.hasAlpha {
        diagnostics.append(
          Diagnostic(
            .warning, code: "picture.no-effect",
            "\"\(name.value)\" is opaque everywhere, so its alpha shows all: write \"channel: luma\"",
            at: written.channel?.range ?? name.range))
      }
      return Mask(
        content: .media(position, videoStream: 0),
        channel: written.channel?.value ?? (stream.hasAlpha ? .alpha : .luma),
        isInverted: written.isInverted?.value ?? false, feather: feather)
    }
  }

  private mutating func key(_ written: KeyDocument, length: Time) -> ChromaKey? {
    guard !written.isFaulty, let color = written.color else { return nil }
    var key = ChromaKey(color: color.value)
    key.similarity = curve(written.similarity, length: length, default: key.similarity.first)
    key.blend = curve(written.blend, length: length, default: key.blend.first)
    key.spill = curve(written.spill, length: length, default: key.spill.first)
    return key
  }

  // MARK: Fields that cannot do anything

  private mutating func reportIdle(_ written: PictureDocument, _ fields: PictureFields) {
    if written.corners != nil {
      let others = [
        ("position", written.position?.range), ("anchor", written.anchor?.range), ("scale", written.scale?.range),
        ("rotation", written.rotation?.range),
      ]
      for (name, range) in others {
        guard let range else { continue }
        reportIdle(name, at: range, "\"corners\" says where the picture lies; remove one")
      }
    }
    if let backdrop = written.backdrop, fields.fit == .cover || fields.fit == .fill {
      reportIdle("backdrop", at: backdrop.range, "with \"fit: \(fields.fit.rawValue)\" the picture fills its box")
    }
    if let box = written.box, fields.fit == .none, written.backdrop == nil {
      reportIdle("size", at: box.range, "with \"fit: none\" the picture keeps its own size; write a scale")
    }
  }

  private mutating func reportIdle(_ name: String, at range: SourceRange, _ reason: String) {
    diagnostics.append(
      Diagnostic(.warning, code: "picture.no-effect", "\"\(name)\" does nothing here: \(reason)", at: range))
  }
}
