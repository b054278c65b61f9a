/// What stands beside `transition:` as written.
package struct TransitionDocument: DocumentNode {
  /// The value of the leading key.
  package enum Kind: Sendable {
    case dissolve
    /// The colour may stand beside it instead, under `color`.
    case fadeThrough(Color?)
    /// A name that Render knows.
    case named(String)
    /// A media entry or a path, and the width of the soft edge.
    case wipe(luma: Located<String>, softness: Double)
  }

  /// Where the transition lies about the edge at which the two items meet.
  package enum Align: String, CaseIterable, Sendable {
    /// Half on each side; an odd frame after it.
    case center
    /// It starts at the edge.
    case start
    /// It ends at the edge.
    case end
  }

  /// What the items give for it.
  package enum Mode: String, CaseIterable, Sendable {
    /// Frames beyond their edges: the programme keeps its length.
    case handles
    /// Their own frames: the incoming item and all after it come earlier.
    case overlap
  }

  /// What happens where an item has no frames beyond its edge.
  package enum Handles: String, CaseIterable, Sendable {
    case error, freeze
  }

  package var range: SourceRange
  package var isFaulty = false
  package var duration: Located<TimeExpression>?
  package var color: Located<Color>?
  package var align: Located<Align>?
  package var mode: Located<Mode>?
  package var handles: Located<Handles>?
  package var audio: Located<Transition.Sound>?

  package init(at range: SourceRange) { self.range = range }
}

extension TransitionDocument {
  /// The keys beside `transition`.
  static func fields(_ kind: Track.Kind) -> [Field<TransitionDocument>] {
    let color = Field(
      "color", .color, \TransitionDocument.color, example: "black", "The colour that a fade-through goes through.")
    let common: [Field<TransitionDocument>] = [
      Field("duration", .time, \.duration, required: true, example: "15f", "How long it lasts."),
      Field(
        "align", .choice, \.align,
        "Where it lies about the edge between the two items: center (the default, an odd frame after it), start (it "
          + "starts there) or end (it ends there)."),
      Field(
        "mode", .choice, \.mode,
        "handles (the default) shows frames beyond the items' edges, so that the programme keeps its length; overlap "
          + "pulls the incoming item and all after it earlier."),
      Field(
        "handles", .choice, \.handles,
        "What happens where an item has no frames beyond its edge: error (the default) or freeze (the frame at the edge "
          + "stays)."),
      Field(
        "audio", .choice, \.audio,
        "How the sound goes over: equal-power (the default), linear, or cut (at the edge between the two)."),
    ]
    return kind == .video ? [color] + common : common
  }

  /// The value of `transition`.
  static func kindType(_ kind: Track.Kind) -> ValueType<Kind> { kind == .video ? pictureKind : soundKind }

  private static let soundKind = ValueType<Kind>.choice(["dissolve"]) { _ in .dissolve }

  private static let kindNoun =
    "a kind of transition such as dissolve, wipeleft, {fade-through: black} or {wipe: {luma: wipe.png}}"

  private static let pictureKind = ValueType<Kind>(
    kindNoun,
    schema: [
      "anyOf": [
        ["type": "string", "minLength": 1],
        [
          "type": "object",
          "properties": [
            "fade-through": .property("The color that the pictures fade through.", ValueType<Color>.color.schema),
            "wipe": .property("The picture that leads the wipe.", WipeDocument.table.type.schema),
            "xfade": .property("A kind of libavfilter's xfade.", ["type": "string"]),
          ], "minProperties": 1, "maxProperties": 1, "additionalProperties": false,
        ],
      ]
    ]
  ) { node, name, diagnostics in
    guard case .mapping(let entries) = node.content else {
      guard let text = node.scalarText(as: kindNoun, name, &diagnostics) else { return nil }
      return kind(named: text, at: node.range, &diagnostics)
    }
    let own = entries.filter { !$0.key.hasPrefix("x-") }
    guard let entry = own.first, own.count == 1 else {
      diagnostics.append(.wrongShape(node, name, mustBe: kindNoun))
      return nil
    }
    switch entry.key {
    case "fade-through":
      return ValueType<Color>.color.decode(entry.value, entry.key, &diagnostics).map { .fadeThrough($0) }
    case "xfade":
      return ValueType<String>.text("the name of a kind of xfade").decode(entry.value, entry.key, &diagnostics)
        .map { .named($0) }
    case "wipe":
      guard let wipe = WipeDocument.table.decode(entry.value, entry.key, &diagnostics), !wipe.isFaulty,
        let luma = wipe.luma
      else { return nil }
      return .wipe(luma: luma, softness: wipe.softness?.value ?? 0)
    default:
      let near = closestMatch(to: entry.key, in: ["fade-through", "wipe", "xfade"])
      let advice = near.map { "did you mean \"\($0)\"?" } ?? "fade-through, wipe and xfade have one"
      diagnostics.append(
        Diagnostic(
          .error, code: "transition.kind", "no kind of transition \"\(entry.key)\" has a value of its own: \(advice)",
          at: entry.keyRange, fixIts: near.map { [.init("write \"\($0)\"", replacing: entry.keyRange, with: $0)] } ?? []
        ))
      return nil
    }
  }

  private static func kind(named text: String, at range: SourceRange, _ diagnostics: inout DiagnosticList) -> Kind? {
    switch text {
    // libavfilter's plain fade is the same.
    case "dissolve", "fade": return .dissolve
    case "fade-through": return .fadeThrough(nil)
    case "wipe":
      diagnostics.append(
        Diagnostic(
          .error, code: "transition.kind",
          "a wipe needs a picture that says when each point changes: write {wipe: {luma: FILE}}, or wipeleft, wiperight, "
            + "wipeup or wipedown", at: range))
      return nil
    default:
      let isName = !text.isEmpty && text.utf8.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "-") }
      guard isName else {
        diagnostics.append(.badValue(text, "transition", code: "transition.kind", mustBe: kindNoun, at: range))
        return nil
      }
      return .named(text)
    }
  }
}

/// `wipe:` of a transition as written.
struct WipeDocument: DocumentNode {
  var range: SourceRange
  var isFaulty = false
  var luma: Located<String>?
  var softness: Located<Double>?

  init(at range: SourceRange) { self.range = range }

  static let table = FieldTable<WipeDocument>(
    "wipe", noun: "a wipe", doc: "A transition in which a picture says when each point changes.",
    fields: [
      Field(
        "luma",
        ValueType.path(
          "the name of a media entry or the path of a picture", schema: ["type": ["string", "number"], "minLength": 1]),
        \.luma, required: true, example: "wipe.png",
        "The picture, stretched over the canvas: its dark points change first."),
      Field(
        "softness", .share, \.softness, example: "10%",
        "The width of the soft edge, as a share of the picture's range from black to white."),
    ])
}

extension Transition.Sound: CaseIterable {
  /// All of them, in the order of the documentation.
  public static let allCases: [Transition.Sound] = [.equalPower, .linear, .cut]
}
