internal import AV
internal import EDL
internal import MediaTime

/// The pictures of a source of libavfilter, from its own first one on.
final class GeneratorSource: PictureSource {
  private let text: String
  private let isStill: Bool
  private var graph: FilterGraph?
  private var current: Picture?
  private var following: Picture?
  private var hasEnded = false

  init(_ generator: Generator) {
    text = generator.text
    isStill = generator.isStill
  }

  var estimatedBytes: Int { (current?.byteCount ?? 0) * 4 }

  func picture(at time: Time) throws(MediaError) -> Picture {
    if isStill, let current { return current }
    do throws(AVError) {
      if let current, time < current.time { restart() }
      if graph == nil {
        graph = try open()
        current = try next()
        following = isStill ? nil : try next()
      }
      while !isStill, let candidate = following, candidate.time <= time {
        current = candidate
        following = try next()
      }
      guard let current else {
        throw AVError(code: 0, operation: "av_buffersink_get_frame", detail: "the source gave no picture")
      }
      return current
    } catch {
      throw MediaError(
        code: "media.unreadable", path: text, message: "cannot make pictures of \"\(text)\": \(error)")
    }
  }

  private func restart() {
    (graph, current, following, hasEnded) = (nil, nil, nil, false)
  }

  /// In planar RGB where the source makes that by itself, so that colours are what they are called.
  private func open() throws(AVError) -> FilterGraph {
    for format in ["gbrp", "gbrap", "rgb24", "rgba"] {
      let wanted = text.replacing("[out]", with: "[made];[made]format=pix_fmts=\(format)[out]")
      if let graph = try? FilterGraph(wanted, inputs: []), !graph.hasInsertedConversion { return graph }
    }
    return try FilterGraph(text, inputs: [])
  }

  private func next() throws(AVError) -> Picture? {
    guard !hasEnded, let graph else { return nil }
    guard case .ready(let frame) = try graph.pull() else {
      hasEnded = true
      return nil
    }
    let base = graph.outputTimeBase
    let seconds = try? Rational(Int(frame.pts ?? 0)) * Rational(Int64(base.0), over: Int64(base.1))
    return Picture(frame: frame, time: Time(seconds: seconds ?? .zero))
  }
}

extension Generator {
  private static let still: Set<String> = [
    "color", "haldclutsrc", "smptebars", "smptehdbars", "pal75bars", "pal100bars", "rgbtestsrc", "yuvtestsrc",
    "allrgb", "allyuv", "colorchart", "colorspectrum", "nullsrc",
  ]

  /// Whether all its pictures are the same.
  var isStill: Bool {
    guard let chains = try? FilterText.parse(text), chains.count == 1, let first = chains[0].first else { return false }
    guard Self.still.contains(first.name) else { return false }
    return chains[0].dropFirst().allSatisfy { call in
      let options = call.options.map {
        Effect.Option(name: $0.name, value: .text($0.value), nameOrigin: origin, valueOrigin: origin)
      }
      return FilterTraits.reach(Effect(action: .filter(call.name, options: options), origin: origin)) == .picture
    }
  }
}
