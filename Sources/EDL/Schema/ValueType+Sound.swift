internal import MediaTime

extension ValueType where Value == Gain {
  /// A gain with its unit: `-12dB`, `50%` or `0.5x`.
  static let gain = ValueType(
    gainNoun,
    schema: (["type": "string", "pattern": #"^[+-]?\d+(\.\d+)? ?([dD][bB]|%|x)$"#] as JSONValue).orVariable
  ) { node, name, diagnostics in
    guard let text = node.scalarText(as: gainNoun, name, &diagnostics) else { return nil }
    if let gain = parse(text) { return gain }
    if let number = DecimalText.parse(text) {
      let percent = (try? number * Rational(100)).map { "\($0.decimalText)%" } ?? "50%"
      let readings = ["\(text)dB"] + (number.isNegative ? [] : [percent])
      diagnostics.append(
        .badValue(
          text, name, code: "value.gain", mustBe: gainNoun, at: node.range,
          fixIts: readings.map { .init("write \"\($0)\"", replacing: node.range, with: $0) }))
      return nil
    }
    let hasUnit = ["db", "%", "x"].contains { text.lowercased().hasSuffix($0) }
    diagnostics.append(
      .badValue(
        text, name, code: "value.gain", mustBe: hasUnit ? "from -144dB to 60dB, or from 0% to 1000%" : gainNoun,
        at: node.range))
    return nil
  }

  private static let gainNoun = "a gain such as -12dB or 50%"

  static func parse(_ text: String) -> Gain? {
    if let decibels = LevelText.parse(text, unit: "dB") {
      return (-144...60).contains(decibels) ? Gain(decibels: decibels) : nil
    }
    let factor = LevelText.parse(text, unit: "%").map { $0 / 100 } ?? LevelText.parse(text, unit: "x")
    return factor.flatMap { (0...10).contains($0) ? Gain(factor: $0) : nil }
  }
}

extension ValueType where Value == Double {
  /// A place between left and right.
  static let pan = number(-1...1, "a number from -1 (left) to 1 (right)")
}

extension ValueType where Value == Double {
  /// A number with its unit, such as `-16LUFS`.
  static func level(_ unit: String, _ range: ClosedRange<Double>, _ noun: String) -> ValueType {
    let full = "\(noun), from \(Int(range.lowerBound)) to \(Int(range.upperBound))"
    return ValueType(
      full,
      schema: (["type": "string", "pattern": .string("^[+-]?\\d+(\\.\\d+)? ?\(unit)$")] as JSONValue).orVariable
    ) { node, name, diagnostics in
      guard let text = node.scalarText(as: full, name, &diagnostics) else { return nil }
      if let number = LevelText.parse(text, unit: unit), range.contains(number) { return number }
      let isBare = DecimalText.parse(text).map { range.contains($0.approximate) } ?? false
      diagnostics.append(
        .badValue(
          text, name, code: "value.gain", mustBe: full, at: node.range,
          fixIts: isBare ? [.init("write \"\(text)\(unit)\"", replacing: node.range, with: text + unit)] : []))
      return nil
    }
  }
}

/// Numbers with a unit.
enum LevelText {
  /// The number before a unit; nil for a text without it.
  static func parse(_ text: String, unit: String) -> Double? {
    guard text.lowercased().hasSuffix(unit.lowercased()) else { return nil }
    let number = text.dropLast(unit.count)
    return DecimalText.parse(number.hasSuffix(" ") ? number.dropLast() : number)?.approximate
  }
}

extension ValueType where Value == FadeCurve {
  /// How a fade rises.
  static let fadeCurve = ValueType(
    "linear, equal-power, or an ease such as ease-in-out",
    schema: ["anyOf": [["const": "equal-power"], SchemaDefinitions.reference("ease")]]
  ) { node, name, diagnostics in
    let noun = "linear, equal-power, or an ease such as ease-in-out"
    guard let text = node.scalarText(as: noun, name, &diagnostics) else { return nil }
    if let curve = FadeCurve(text) { return curve }
    let fixIts = closestMatch(to: text, in: ["equal-power"] + Ease.names).map {
      [Diagnostic.FixIt("write \"\($0)\"", replacing: node.range, with: $0)]
    }
    diagnostics.append(.badValue(text, name, code: "value.ease", mustBe: noun, at: node.range, fixIts: fixIts ?? []))
    return nil
  }
}

extension ValueType where Value == ChannelMap {
  private static let channelsNoun =
    "a channel such as 1, a list with a channel for each output channel such as [2, 1], levels such as {1: 0dB, 3: "
    + "-3dB}, or a layout such as 5.1"

  /// Which source channels are heard where; channels count from 1.
  static let channels = ValueType(
    channelsNoun,
    schema: [
      "anyOf": [
        ValueType<String>.word(CanvasDocument.channelLayouts).schema, number, levels,
        ["type": "array", "items": ["anyOf": [number, ["type": "array", "items": number], levels]], "minItems": 1],
      ]
    ]
  ) { node, name, diagnostics in
    switch node.content {
    case .scalar(let scalar) where CanvasDocument.channelLayouts.contains(scalar.text): .layout(scalar.text)
    case .scalar, .mapping: taps(node, name, &diagnostics).map { .mono($0) }
    case .sequence(let nodes) where nodes.isEmpty: wrong(node, name, &diagnostics)
    case .sequence(let nodes): list(nodes, name, &diagnostics)
    }
  }

  private static let number: JSONValue = (["type": "integer", "minimum": 1, "maximum": 64] as JSONValue).orVariable

  private static let levels: JSONValue = [
    "type": "object", "patternProperties": [#"^\d+$"#: ValueType<Gain>.gain.schema], "additionalProperties": false,
    "minProperties": 1,
  ]

  private static func list(_ nodes: [Node], _ name: String, _ diagnostics: inout DiagnosticList) -> ChannelMap? {
    let lists = nodes.compactMap { node -> [ChannelMap.Tap]? in
      guard case .sequence(let inner) = node.content else { return taps(node, name, &diagnostics) }
      let taps = inner.compactMap { tap($0, name, &diagnostics) }
      return taps.count == inner.count ? taps : nil
    }
    return lists.count == nodes.count ? .list(lists) : nil
  }

  /// One channel, or several with their levels.
  private static func taps(_ node: Node, _ name: String, _ diagnostics: inout DiagnosticList) -> [ChannelMap.Tap]? {
    guard case .mapping(let entries) = node.content else { return tap(node, name, &diagnostics).map { [$0] } }
    var taps: [ChannelMap.Tap] = []
    for entry in entries where !entry.key.hasPrefix("x-") {
      guard let channel = channel(entry.key) else {
        diagnostics.append(
          .badValue(entry.key, name, code: "value.channels", mustBe: "a channel from 1 to 64", at: entry.keyRange))
        return nil
      }
      guard let gain = ValueType<Gain>.gain.decode(entry.value, "the level of channel \(channel)", &diagnostics) else {
        return nil
      }
      taps.append(.init(channel: channel - 1, level: gain.amplitude))
    }
    return taps.isEmpty ? wrong(node, name, &diagnostics) : taps
  }

  private static func tap(_ node: Node, _ name: String, _ diagnostics: inout DiagnosticList) -> ChannelMap.Tap? {
    guard case .scalar(let scalar) = node.content, let channel = channel(scalar.text) else {
      return wrong(node, name, &diagnostics)
    }
    return ChannelMap.Tap(channel: channel - 1)
  }

  private static func channel(_ text: String) -> Int? {
    guard text.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(text) else { return nil }
    return (1...64).contains(number) ? number : nil
  }

  private static func wrong<Other>(_ node: Node, _ name: String, _ diagnostics: inout DiagnosticList) -> Other? {
    let text = node.scalarText.map { "\"\($0)\"" } ?? "this"
    diagnostics.append(
      Diagnostic(
        .error, code: "value.channels", "\(text) says no channels for \"\(name)\": it must be \(channelsNoun)",
        at: node.range))
    return nil
  }
}
