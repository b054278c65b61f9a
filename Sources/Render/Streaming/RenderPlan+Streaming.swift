internal import AV
internal import EDL

/// What a plan says of a stream.
extension RenderPlan {
  /// The renditions with the key of each one's segments; the first one is the plan itself.
  private var renditions: [(name: String, plan: RenderPlan, video: VideoPlan)] {
    zip(output.stream?.renditions ?? [], [self] + others).compactMap { name, plan in
      plan.output.video.map { (name, plan, $0) }
    }
  }

  /// For people: the lists, and each rendition.
  var streamLines: [String] {
    guard let stream = output.stream, let interval = output.keyInterval else { return [] }
    let lists = stream.manifests.map { "\($0.kind.name) \($0.path)" }.joined(separator: ", ")
    return ["stream: \(lists); segments of \(interval) frames in \(stream.folder)"]
      + renditions.map { name, plan, video in
        let picture = StreamPicture(plan.output, video)
        let options = video.settings.options.map { "\($0.name) \($0.value)" }.joined(separator: ", ")
        return "  \(name): \(video.settings.encoder), \(picture.size), \(picture.rate) fps, \(options)"
      }
  }

  /// The same for programs.
  var streamObject: [String: Any]? {
    guard let stream = output.stream, let interval = output.keyInterval else { return nil }
    return [
      "manifests": stream.manifests.map(\.path), "folder": stream.folder, "segment_frames": interval,
      "sounds": stream.sounds,
      "renditions": renditions.map { name, plan, video in
        let picture = StreamPicture(plan.output, video)
        return [
          "name": name, "encoder": video.settings.encoder, "size": "\(picture.size)", "fps": "\(picture.rate)",
          "options": video.settings.options.map { [$0.name, $0.value] }, "pictures": plan.output.pictureCount,
          "segments": plan.picture.map { picture in picture.places.map { picture.keys[$0].text } } ?? [],
        ] as [String: Any]
      },
    ]
  }
}
