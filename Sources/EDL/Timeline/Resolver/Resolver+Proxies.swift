internal import MediaTime

extension Resolver {
  /// Names a film's proxy, and in a draft decides whether it is read.
  ///
  /// A proxy that is not there or shows other frames is told of, and the film itself is read: a
  /// draft shows the same frames, or says why it takes longer.
  mutating func apply(_ proxy: Located<String>, of entry: MediaEntry, to media: inout Media) {
    guard media.info.kind == .video, let film = media.info.video.first else {
      diagnostics.append(.proxyOfNoFilm(proxy.range))
      return
    }
    media.proxy = Media.Proxy(path: proxy.value, isRead: false)
    guard options.isDraft else { return }
    guard film.fieldOrder == .progressive, !film.hasAlpha else {
      tell(proxy, code: "proxy.misfit", "cannot stand for an interlaced or transparent film")
      return
    }
    switch probes[proxy.value] {
    case .success(let info):
      guard let small = info.video.first, ProxyFit.sameShape(film.displaySize, small.displaySize),
        ProxyFit.sameTimes(film, small)
      else {
        tell(proxy, code: "proxy.misfit", "is not a copy of \"\(entry.name)\": its shape, rate or length differs")
        return
      }
      media.proxy = Media.Proxy(path: proxy.value, isRead: true, orientation: small.orientation)
      media.info.video[0].color = film.color.corrected(by: small.color).corrected(by: entry.colorTags)
      media.info.video[0].pixelFormat = small.pixelFormat
    case .failure(_, let message): tell(proxy, code: "proxy.misfit", "cannot be read: \(message)")
    case nil: tell(proxy, code: "proxy.missing", "is not made yet")
    }
  }

  private mutating func tell(_ proxy: Located<String>, code: String, _ what: String) {
    diagnostics.append(
      Diagnostic(
        .warning, code: code, "the proxy \"\(LocalFiles.split(proxy.value).name)\" \(what)", at: proxy.range,
        notes: [.init("the draft reads the film itself; \"edlrender proxies\" makes proxies")]))
  }
}
