internal import MediaTime

extension Resolver {
  /// The names that a track, a bus or an output may use.
  private var busNames: [String] {
    let written = (document.buses?.value ?? []).map(\.name)
    return written.contains(Bus.main) ? written : written + [Bus.main]
  }

  /// Reports a bus that there is not.
  mutating func checkBus(_ name: Located<String>?) {
    guard let name, !busNames.contains(name.value) else { return }
    let near = closestMatch(to: name.value, in: busNames)
    diagnostics.append(
      Diagnostic(
        .error, code: "bus.unknown",
        "there is no bus \"\(name.value)\"" + (near.map { ": did you mean \"\($0)\"?" } ?? ""), at: name.range,
        notes: [.init("buses are \(busNames.joined(separator: ", "))")],
        fixIts: near.map { [.init("write \"\($0)\"", replacing: name.range, with: $0)] } ?? []))
  }

  /// The buses of the programme, each after those that go to it.
  mutating func resolveBuses(length: Time) -> [Bus] {
    let written = (document.buses?.value ?? []).filter { !$0.value.hasMistake }
    for bus in written {
      checkTarget(of: bus)
      checkBus(bus.value.duck?.value.under)
    }
    guard !diagnostics.hasErrors else { return [] }
    let known = Dictionary(written.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    guard let order = busOrder(known) else { return [] }
    return order.map { name in
      guard let bus = known[name] else { return Bus(name: name, layout: canvas.channels, origin: document.range) }
      return resolve(bus, layout: layout(ofBus: name) ?? canvas.channels, length: length)
    }
  }

  private mutating func resolve(_ named: Named<BusDocument>, layout: String, length: Time) -> Bus {
    let bus = named.value
    let loudness = bus.loudness.flatMap { written in
      written.value.target.map { LoudnessTarget(integrated: $0.value, peak: written.value.peak?.value ?? -1) }
    }
    return Bus(
      name: named.name, to: target(of: bus), layout: layout, mix: mix(bus.mix, length: length),
      duck: bus.duck.flatMap { ducking($0.value, length: length) }, loudness: loudness, limiter: bus.limiter?.value,
      origin: named.nameRange)
  }

  private mutating func ducking(_ written: DuckDocument, length: Time) -> Ducking? {
    guard let under = written.under else { return nil }
    var ducking = Ducking(
      under: under.value, depth: written.depth?.value ?? 12, threshold: written.threshold?.value ?? -40,
      attack: .milliseconds(20), hold: .milliseconds(250), release: .milliseconds(400))
    let times: [(Located<TimeExpression>?, WritableKeyPath<Ducking, Time>)] = [
      (written.attack, \.attack), (written.hold, \.hold), (written.release, \.release),
    ]
    for (expression, path) in times {
      guard let expression,
        let time = expression.value.evaluate(in: context(length: length), diagnostics: &diagnostics)
      else { continue }
      guard time >= .zero, time <= .milliseconds(60_000) else {
        diagnostics.append(
          Diagnostic(
            .error, code: "duck.time", "\"\(expression.value.text)\" must be from 0 to 60 seconds", at: expression.range
          ))
        continue
      }
      ducking[keyPath: path] = time
    }
    return ducking
  }

  private func target(of bus: BusDocument) -> String? {
    guard let to = bus.to?.value else { return Bus.main }
    return to == BusDocument.nowhere ? nil : to
  }

  /// The layout of a bus: its own, else that of the bus that it goes to. Without a name that of all
  /// buses; nil where they are not alike.
  func layout(ofBus name: String?) -> String? {
    let known = Dictionary((document.buses?.value ?? []).map { ($0.name, $0.value) }) { first, _ in first }
    guard var name else { return known.values.contains { $0.layout != nil } ? nil : canvas.channels }
    // Buses that go in a circle are reported elsewhere.
    var passed: Set<String> = []
    while passed.insert(name).inserted {
      guard let bus = known[name] else { break }
      if let layout = bus.layout?.value { return layout }
      guard name != Bus.main, let target = target(of: bus) else { break }
      name = target
    }
    return canvas.channels
  }

  private mutating func checkTarget(of bus: Named<BusDocument>) {
    guard let to = bus.value.to else { return }
    if bus.name == Bus.main {
      diagnostics.append(
        Diagnostic(
          .error, code: "bus.main", "\"main\" goes to no other bus, but to the outputs: remove \"to\"", at: to.range))
    } else if to.value != BusDocument.nowhere {
      checkBus(to)
    }
  }

  /// The buses that a bus needs first: those that go to it, and the one that it gives way to.
  private func sources(of name: String, _ known: [String: Named<BusDocument>]) -> [Located<String>] {
    let going = (document.buses?.value ?? []).filter {
      $0.name != Bus.main && known[$0.name] != nil && target(of: $0.value) == name
    }
    let heard = known[name]?.value.duck?.value.under.map { [$0] } ?? []
    return going.map { Located($0.name, at: $0.value.to?.range ?? $0.nameRange) } + heard
  }

  /// The names with every bus after its sources; nil after a report of a circle.
  private mutating func busOrder(_ known: [String: Named<BusDocument>]) -> [String]? {
    var order: [String] = []
    var open: [String] = []
    var circle: (names: [String], at: SourceRange)?
    func visit(_ name: String) {
      guard circle == nil, !order.contains(name) else { return }
      open.append(name)
      for source in sources(of: name, known) {
        if let first = open.firstIndex(of: source.value) {
          circle = (open[first...].reversed() + [open[open.count - 1]], source.range)
          return
        }
        visit(source.value)
      }
      open.removeLast()
      order.append(name)
    }
    for name in busNames where name != Bus.main { visit(name) }
    visit(Bus.main)
    guard let circle else { return order }
    diagnostics.append(
      Diagnostic(
        .error, code: "bus.circle",
        "buses hear each other in a circle: \(circle.names.map { "\"\($0)\"" }.joined(separator: " → ")); let one go elsewhere",
        at: circle.at))
    return nil
  }
}

extension Time {
  fileprivate static func milliseconds(_ count: Int64) -> Time {
    (try? Rational(count, over: 1000)).map { Time(seconds: $0) } ?? .zero
  }
}
