extension SoundPlan {
  /// Whether every sample can be made by itself: nothing in it remembers what came before.
  ///
  /// A node or a strip is put together anew of all that is known to be so; whatever else they may
  /// have one day makes them differ.
  var isLocal: Bool {
    nodes.allSatisfy { node in
      node
        == SoundNode(
          name: node.name, layout: node.layout, strips: node.strips, inputs: node.inputs, channels: node.channels,
          level: node.level)
    }
      && strips.allSatisfy { strip in
        strip
          == SoundStrip(
            samples: strip.samples, media: strip.media, stream: strip.stream, varispeed: strip.varispeed,
            tempo: strip.tempo, isReversed: strip.isReversed, origin: strip.origin,
            stretchedLength: strip.stretchedLength, position: strip.position, layout: strip.layout,
            channels: strip.channels, level: strip.level, place: strip.place)
      }
  }

  /// The same sound, some of its samples alone.
  func part(_ range: Range<Int>) -> SoundPlan {
    var plan = self
    plan.samples = range
    if !nodes.contains(where: \.remembers) { plan.begin = range.lowerBound }
    for index in plan.nodes.indices {
      plan.nodes[index].strips = nodes[index].strips.compactMap { strip in
        guard strip.samples.overlaps(range) else { return nil }
        var heard = strip
        heard.samples = strip.samples.clamped(to: range)
        return heard
      }
    }
    return plan
  }
}
