internal import AV
internal import EDL
internal import Foundation
internal import MediaTime

extension RenderPlan {
  /// A table for people.
  public var text: String {
    var lines = [
      "output \(output.path) (\(output.container.name)), frames \(output.frames.lowerBound)..<\(output.frames.upperBound)"
    ]
    if let video = output.video, let picture {
      lines.append(
        "picture: \(video.settings.encoder), \(canvas.size) \(output.canvas.pixelFormat), \(canvas.frameRate) fps")
      if !video.conversion.isEmpty {
        let count = output.pictureCount == 1 ? "1 picture" : "\(output.pictureCount) pictures"
        lines.append("  to the encoder: \(video.conversion), \(video.frameRate) fps, \(count)")
      }
      lines += conversions
      let rendered = picture.segments.reduce(0) { $0 + $1.frameCount }
      lines.append(
        "  \(picture.places.count == 1 ? "1 segment" : "\(picture.places.count) segments"), \(picture.segments.count) different: \(rendered) of \(output.frameCount) frames to render"
      )
      var start = output.frames.lowerBound
      for (number, place) in picture.places.enumerated() {
        if let pictures = output.pictures, picture.places.count == pictures.frames.count {
          start = pictures.frames[number]
        }
        let segment = picture.segments[place]
        let what = segment.pieces.map(describe).joined(separator: " | ")
        lines.append("  \(start)+\(segment.frameCount)\t\(picture.keys[place].text.prefix(12))\t\(what)")
        start += segment.frameCount
      }
    }
    lines += streamLines
    if let sound {
      lines.append(
        "sound: \(sound.leaves.count == 1 ? "1 strip" : "\(sound.leaves.count) strips"), samples \(sound.samples.lowerBound)..<\(sound.samples.upperBound)"
      )
      for (index, audio) in output.audio.enumerated() {
        let bus = sound.nodes[sound.outlets[index]].name
        lines.append(
          "  stream \(index): \(audio.settings.encoder), \(audio.stream.sampleRate) Hz \(audio.stream.layout), bus \(bus)"
        )
      }
      for node in sound.nodes {
        lines.append("  \(describe(node, in: sound))")
        lines += node.effectWords.map { "    \($0)" }
      }
    }
    if let turn = output.labels.turn {
      lines.append("stored: \(turn.stored) in orientation \(turn.orientation), for players to turn")
    }
    if let timecode = output.labels.timecode { lines.append("timecode: \(timecode)") }
    if let cover = output.labels.cover {
      lines.append("cover: \(cover.codec), \(cover.width)x\(cover.height), \(cover.bytes.count) bytes")
    }
    lines += output.subtitles.map { "subtitles: \($0.codec), \($0.cues.count) texts\($0.label.words)" }
    return lines.joined(separator: "\n") + "\n"
  }

  /// One JSON object.
  public var json: String {
    var object: [String: Any] = [
      "path": output.path, "container": output.container.name,
      "frames": [output.frames.lowerBound, output.frames.upperBound],
      "samples": [output.samples.lowerBound, output.samples.upperBound],
    ]
    if let video = output.video, let picture {
      var start = output.frames.lowerBound
      var places: [[String: Any]] = []
      for (number, place) in picture.places.enumerated() {
        if let pictures = output.pictures, picture.places.count == pictures.frames.count {
          start = pictures.frames[number]
        }
        let segment = picture.segments[place]
        places.append([
          "start": start, "frames": segment.frameCount, "key": picture.keys[place].text,
          "pieces": segment.pieces.map { piece in
            ["frames": piece.count, "layers": piece.layers.map(describe)] as [String: Any]
          },
        ])
        start += segment.frameCount
      }
      object["video"] =
        [
          "encoder": video.settings.encoder, "pixel_format": output.canvas.pixelFormat.name,
          "segments": places, "distinct_segments": picture.segments.count,
        ] as [String: Any]
    }
    if let sound {
      object["audio"] =
        [
          "strips": sound.leaves.count, "streams": output.audio.map(\.settings.encoder),
          "nodes": sound.nodes.map { node in
            [
              "name": node.name, "layout": node.layout, "inputs": node.inputs.map { sound.nodes[$0].name },
              "strips": node.strips.count, "effects": node.effectWords,
            ] as [String: Any]
          },
        ] as [String: Any]
    }
    if !output.subtitles.isEmpty {
      object["subtitles"] = output.subtitles.map { stream in
        [
          "codec": stream.codec, "key": ContentKey.subtitles(stream), "texts": stream.cues.count,
          "language": stream.label.language ?? NSNull(), "title": stream.label.title ?? NSNull(),
          "default": stream.label.isDefault, "forced": stream.label.isForced,
        ] as [String: Any]
      }
    }
    object["timecode"] = output.labels.timecode
    object["orientation"] = output.labels.turn?.orientation
    if let cover = output.labels.cover {
      object["cover"] =
        [
          "codec": cover.codec, "width": cover.width, "height": cover.height, "key": Digest.text(of: cover.bytes),
        ] as [String: Any]
    }
    if let stream = streamObject { object["stream"] = stream }
    guard
      let data = try? JSONSerialization.data(withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
    else { return "{}" }
    return String(decoding: data, as: UTF8.self)
  }

  /// What is done to the colours of each medium, where anything is.
  private var conversions: [String] {
    var lines: [String] = []
    for layer in (picture?.segments ?? []).flatMap(\.pieces).flatMap(\.layers) {
      guard case .media(let index, let stream) = layer.source else { continue }
      let color = SourceColor(media[index].info.video[stream], correctedBy: layer.picture.colorTags)
      let target = output.canvas.color
      var parts: [String] = []
      if let map = target.map(from: color.system) { parts.append(map.text) }
      if color.space != target.stream.space { parts.append("matrix \(color.space) to \(target.stream.space)") }
      if color.range != target.stream.range, color.space != "gbr" {
        parts.append("range \(color.range) to \(target.stream.range)")
      }
      let line = "  colour of \(media[index].name): \(parts.joined(separator: ", "))"
      if !parts.isEmpty, !lines.contains(line) { lines.append(line) }
    }
    return lines
  }

  /// The filter graphs as text that the `ffmpeg` tool accepts, one for each way a source comes in.
  public var graphText: String {
    var lines: [String] = []
    for segment in picture?.segments ?? [] {
      for layer in segment.pieces.flatMap(\.layers) {
        for (index, effect) in layer.picture.effects.enumerated() {
          let line = "\(layer.note.label): \(EffectText(effect, index: index).text)"
          if !lines.contains(line) { lines.append(line) }
        }
        guard case .media(let index, let stream) = layer.source,
          let shape = PictureShape(media[index].info.video[stream])
        else { continue }
        let info = media[index].info.video[stream]
        let request = Conversion.Request(
          shape: shape, color: SourceColor(info, correctedBy: layer.picture.colorTags),
          orientation: layer.picture.orientation ?? info.orientation, fit: layer.picture.fit)
        let conversion = Conversion(request, canvas: output.canvas)
        var text = conversion.graph.isEmpty ? "passed by reference, no graph" : conversion.graph
        if let colors = conversion.colors { text += "  => \(colors.map.text) =>  \(colors.text)" }
        let line = "\(media[index].name): \(text)"
        if !lines.contains(line) { lines.append(line) }
      }
    }
    if let conversion = output.video?.conversion, !conversion.isEmpty { lines.append("to the encoder: \(conversion)") }
    return lines.joined(separator: "\n") + "\n"
  }

  private func describe(_ piece: Piece) -> String {
    let layers = piece.layers.map(describe).joined(separator: " + ")
    return "\(piece.count)f \(layers.isEmpty ? "background" : layers)"
  }

  private func describe(_ layer: Layer) -> String {
    let words = layer.picture.words
    return source(layer) + (words.isEmpty ? "" : " [\(words.joined(separator: ", "))]")
  }

  private func source(_ layer: Layer) -> String {
    switch layer.source {
    case .media(let index, _):
      let start = (try? layer.time(at: 0).description) ?? "?"
      let speed = layer.times.isStraight ? (try? layer.times.scale * canvas.frameRate)?.description ?? "?" : "ramp"
      return "\(media[index].name) @ \(start)\(speed == "1" ? "" : " × \(speed)")"
    case .solid(let color): return "solid rgba(\(color.red),\(color.green),\(color.blue),\(color.alpha))"
    case .drawing, .generator, .subtitles, .adjustment: return layer.note.label
    case .program(let program):
      return "\(layer.note.label) [\(program.pieces.map(describe).joined(separator: " | "))]"
    case .composite(let layers): return "\(layer.note.label) (\(layers.map(describe).joined(separator: " + ")))"
    case .crossing(let crossing):
      let (from, to) = (crossing.outgoing.map(describe), crossing.incoming.map(describe))
      return "\(from.joined(separator: " + ")) => \(to.joined(separator: " + "))"
    }
  }

  /// A sum of sound and where it comes from.
  private func describe(_ node: SoundNode, in sound: SoundPlan) -> String {
    var parts = node.inputs.map { sound.nodes[$0].name }
    if !node.strips.isEmpty { parts.append(node.strips.count == 1 ? "1 strip" : "\(node.strips.count) strips") }
    return "\(node.name) (\(node.layout)): \(parts.isEmpty ? "silence" : parts.joined(separator: " + "))"
  }
}

extension StreamLabel {
  /// `, eng, "English", default`.
  fileprivate var words: String {
    let parts = [language, title.map { "\"\($0)\"" }, isDefault ? "default" : nil, isForced ? "forced" : nil]
    return parts.compactMap(\.self).map { ", \($0)" }.joined()
  }
}

extension SoundNode {
  /// What its strips and its sum go through, each once, in order.
  fileprivate var effectWords: [String] {
    func words(_ strip: SoundStrip) -> [String] {
      strip.parts.flatMap(words) + (strip.chain?.effects.map { "item: \($0.words)" } ?? [])
    }
    var seen: Set<String> = []
    return (strips.flatMap(words) + (chain?.effects.map { "sum: \($0.words)" } ?? []))
      .filter { seen.insert($0).inserted }
  }
}
