internal import AV
internal import EDL

/// Puts pictures together from what the workers make, and writes their files.
extension RenderRun {
  func write(_ pictures: PicturesPlan) throws(RenderError) {
    let files = PictureFiles(plan: plan.output, origin: plan.origin)
    switch pictures.form {
    case .stills:
      guard let picture = plan.picture, let parameters = work.parameters.first else { return }
      let feed = pictureFeed(picture)
      try files.write(pictures.paths) { _, path throws(RenderError) in
        try files.put(try self.nextPacket(feed), parameters, into: path)
      }
    case .sheet(let sheet):
      guard let picture = plan.picture else { return }
      let feed = pictureFeed(picture)
      var drawing = try SheetDrawing(sheet, rate: plan.canvas.frameRate)
      for (index, frame) in pictures.frames.enumerated() {
        try drawing.add(try nextPacket(feed).payload, frame: frame, index: index)
      }
      try write(drawing.picture, pictures, files)
    case .waveform(let wave):
      guard let columns = WaveformColumns(bytes: try soundBytes()) else {
        throw RenderError(
          .codec, AVError(code: 0, operation: "decode", detail: "its columns are damaged"), doing: "draw the sound")
      }
      try write(WaveformPicture(wave: wave, columns: columns).picture, pictures, files)
    }
  }

  private func write(
    _ picture: PictureSheet, _ pictures: PicturesPlan, _ files: PictureFiles
  ) throws(RenderError) {
    guard let encoding = pictures.encoding else { return }
    try files.write(pictures.paths) { _, path throws(RenderError) in
      let parameters: StreamParameters
      let packet: Packet
      do throws(AVError) {
        let encoder = try Encoder(encoding.settings)
        parameters = try encoder.streamParameters()
        packet = try picture.encoded(encoding, by: encoder)
      } catch {
        throw RenderError(.codec, error, doing: "encode with \(encoding.settings.encoder)")
      }
      try files.put(packet, parameters, into: path)
    }
  }

  private func nextPacket(_ feed: PacketFeed) throws(RenderError) -> Packet {
    guard try feed.nextTime() != nil, let packet = feed.take() else {
      throw RenderError(
        .codec, AVError(code: 0, operation: "encode", detail: "it gave fewer pictures than it was given"),
        doing: "encode with \(plan.output.video?.settings.encoder ?? "")")
    }
    return packet
  }
}
