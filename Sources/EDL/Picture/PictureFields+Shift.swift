public import MediaTime

// For an item that is placed in parts, or that reaches further than it was written to: its keyframes
// stay where they were in time.

extension Curve {
  /// The curve with every keyframe later by an offset, or earlier by a negative one.
  public func shifted(by offset: Time) throws(TimeOverflow) -> Curve {
    guard !isConstant, offset != .zero else { return self }
    var moved: [Key] = []
    for key in keys { moved.append(Key(time: try key.time + offset, value: key.value, ease: key.ease)) }
    return Curve(keys: moved) ?? self
  }
}

extension PictureFields {
  /// The fields with every keyframe later by an offset, or earlier by a negative one.
  public func shifted(by offset: Time) throws(TimeOverflow) -> PictureFields {
    var copy = self
    copy.box = try box?.shifted(by: offset)
    copy.crop = try crop?.shifted(by: offset)
    copy.motion = try motion?.shifted(by: offset)
    copy.key = try key?.shifted(by: offset)
    copy.mask?.feather = try mask?.feather.shifted(by: offset) ?? Curve(0)
    copy.opacity = try opacity?.shifted(by: offset)
    copy.effects = []
    for effect in effects { copy.effects.append(try effect.shifted(by: offset)) }
    return copy
  }
}

extension Crop {
  fileprivate func shifted(by offset: Time) throws(TimeOverflow) -> Crop {
    Crop(
      left: try left.shifted(by: offset), top: try top.shifted(by: offset), right: try right.shifted(by: offset),
      bottom: try bottom.shifted(by: offset))
  }
}

extension Motion {
  fileprivate func shifted(by offset: Time) throws(TimeOverflow) -> Motion {
    var copy = self
    copy.position = try position?.shifted(by: offset)
    copy.anchor = try anchor.shifted(by: offset)
    copy.scale = try scale.shifted(by: offset)
    copy.rotation = try rotation.shifted(by: offset)
    copy.corners = try corners?.shifted(by: offset)
    return copy
  }
}

extension ChromaKey {
  fileprivate func shifted(by offset: Time) throws(TimeOverflow) -> ChromaKey {
    ChromaKey(
      color: color, similarity: try similarity.shifted(by: offset), blend: try blend.shifted(by: offset),
      spill: try spill.shifted(by: offset))
  }
}

extension Effect {
  fileprivate func shifted(by offset: Time) throws(TimeOverflow) -> Effect {
    guard case .filter(let name, var options) = action else { return self }
    for index in options.indices {
      switch options[index].value {
      case .text: break
      case .number(let curve): options[index].value = .number(try curve.shifted(by: offset))
      case .color(let curve): options[index].value = .color(try curve.shifted(by: offset))
      }
    }
    return Effect(action: .filter(name, options: options), origin: origin, folder: folder)
  }
}
