internal import AV
internal import EDL
internal import MediaTime

extension EffectChecker {
  /// A source ready to run: with the canvas's size and rate unless it has its own; nil after a report.
  mutating func prepare(_ generator: Generator) -> Generator? {
    let range = generator.origin.range
    var chains: [[FilterText.Call]]
    do throws(FilterText.Fault) {
      chains = try FilterText.parse(generator.text)
    } catch {
      diagnostics.append(.badSource(error.message, at: range))
      return nil
    }
    guard let first = chains.first?.first, let entry = FilterCatalog.find(first.name) else {
      let name = chains.first?.first?.name ?? ""
      let near = closestMatch(to: name, in: FilterCatalog.names(.source))
      diagnostics.append(
        Diagnostic(
          .error, code: "effect.unknown-filter",
          "no source is called \"\(name)\" in this FFmpeg" + (near.map { ": did you mean \"\($0)\"?" } ?? ""),
          at: range))
      return nil
    }
    guard entry.pads == .source else {
      diagnostics.append(
        Diagnostic(
          .error, code: "effect.pads",
          "\"\(first.name)\" takes a picture and makes none of its own: write it under effects",
          at: range))
      return nil
    }
    guard let checked = calls(chains, "", range) else { return nil }
    chains = checked
    for chain in chains.indices {
      for index in chains[chain].indices { complete(&chains[chain][index]) }
    }
    let last = chains.count - 1
    let end = chains[last].count - 1
    if !chains.joined().contains(where: { $0.outputs.contains("out") }) { chains[last][end].outputs.append("out") }
    var ready = generator
    ready.text = FilterText.text(chains)
    LibraryLog.begin()
    do throws(AVError) {
      _ = try FilterGraph(ready.text, inputs: [])
      _ = LibraryLog.end()
      return ready
    } catch {
      diagnostics.append(.badSource(LibraryLog.essence(of: LibraryLog.end()) ?? error.reason, at: range))
      return nil
    }
  }

  private func complete(_ call: inout FilterText.Call) {
    guard let entry = FilterCatalog.find(call.name), entry.pads == .source else { return }
    let names = Set(call.options.compactMap(\.name))
    let defaults = [
      ("size", "\(canvas.size)"), ("rate", "\(canvas.frameRate.numerator)/\(canvas.frameRate.denominator)"),
    ]
    for (name, value) in defaults {
      guard let option = entry.options.entries[name], !names.contains(option.canonicalName) else { continue }
      call.options.append((option.canonicalName, value))
    }
  }

  /// Looks whether a file of subtitles is one inside: libavformat would follow a playlist elsewhere.
  mutating func check(_ subtitles: Subtitles) {
    let range = subtitles.origin.range
    guard seenSubtitles.insert(range).inserted else { return }
    LibraryLog.begin()
    defer { _ = LibraryLog.end() }
    do throws(AVError) {
      let demuxer = try Demuxer(path: subtitles.path)
      guard ["srt", "ass", "webvtt"].contains(demuxer.formatName) else {
        diagnostics.append(
          Diagnostic(
            .error, code: "subtitles.kind",
            "\"\(LocalFiles.split(subtitles.path).name)\" is no file of subtitles inside: it is \(demuxer.formatName)",
            at: range, blame: .media))
        return
      }
      let isNamed = demuxer.formatName == "ass" || subtitles.style.keys.contains { $0.lowercased() == "fontname" }
      for choice in SubtitleFonts.substitutions(subtitles, demuxer) {
        let isDefault = !isNamed && choice.asked == "Arial"
        diagnostics.append(.substituted(choice, in: subtitles, isDefault: isDefault))
      }
    } catch {
      diagnostics.append(
        Diagnostic(
          .error, code: "subtitles.kind",
          "\"\(LocalFiles.split(subtitles.path).name)\" cannot be read as subtitles: \(error.reason)", at: range,
          blame: .media))
    }
  }
}

extension Diagnostic {
  fileprivate static func badSource(_ reason: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(.error, code: "effect.graph", "this is not a source of libavfilter: \(reason)", at: range)
  }
}
