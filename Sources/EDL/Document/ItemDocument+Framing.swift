extension ItemDocument {
  /// How the item looks in outputs that name a framing: for each name the item with what it changes.
  static let framingField = Field<ItemDocument>(
    name: "framing", doc: doc, isRequired: false,
    schema: .property(
      doc,
      [
        "type": "object", "minProperties": 1,
        "additionalProperties": ["type": "object", "description": "Fields of the picture that are others there."],
      ], example: ["vertical": ["position": ["35%", "50%"], "scale": "120%"]])
  ) { entry, _, diagnostics in
    guard case .mapping(let overrides) = entry.value.content else {
      diagnostics.append(.wrongShape(entry.value, "framing", mustBe: "a mapping of framings' names to fields"))
      return false
    }
    for override in overrides {
      guard case .mapping = override.value.content else {
        diagnostics.append(.wrongShape(override.value, override.key, mustBe: "a mapping of the fields that change"))
        return false
      }
    }
    return true
  }

  private static let doc =
    "What is laid differently in outputs that name a framing: for each name the fields of the picture that change."

  /// What a framing leaves alone: when the item plays and what of it, and how it sounds.
  private static let fixedFields = Set(
    placeFields.map(\.name) + rangeFields.map(\.name) + playFields.map(\.name) + [
      timecodeField.name, freezeField.name, extendField.name, streamField(.video).name, audioField.name,
      framingField.name,
    ])

  /// What says where a picture lies in another way than the fields that change, and so goes with them.
  private static func replaced(by changed: Set<String>) -> Set<String> {
    let others: Set = ["position", "anchor", "scale", "rotation"]
    if changed.contains("corners") { return others }
    return changed.isDisjoint(with: others) ? [] : ["corners"]
  }

  /// Reads the item once more for each framing, with the fields that it changes in their places.
  static func framings(
    of entries: [Node.Entry], _ form: Form, at node: Node, _ diagnostics: inout DiagnosticList
  ) -> [Named<ItemDocument>] {
    guard let written = entries.first(where: { $0.key == framingField.name }),
      form.table.fields.contains(where: { $0.name == framingField.name }),
      case .mapping(let overrides) = written.value.content
    else { return [] }
    var found: [Named<ItemDocument>] = []
    for override in overrides {
      guard case .mapping(let changes) = override.value.content else { continue }
      let fixed = changes.filter { fixedFields.contains($0.key) || ($0.key == form.key && form.key != "text") }
      for change in fixed {
        diagnostics.append(
          Diagnostic(
            .error, code: "item.framing-field",
            "a framing does not change \"\(change.key)\": it lays the same picture differently", at: change.keyRange))
      }
      let changed = Set(changes.map(\.key))
      let replaced = replaced(by: changed)
      let kept = entries.filter {
        !changed.contains($0.key) && $0.key != framingField.name && !replaced.contains($0.key)
      }
      let merged = kept + changes.map { $0.completed(by: entries) }
      var findings = DiagnosticList()
      guard fixed.isEmpty,
        var item = form.table.decode(Node(.mapping(merged), at: node.range), "an item", &findings)
      else { continue }
      item.isFaulty = false
      // What is wrong with the item itself was told when it was read.
      for finding in findings.all where finding.range.map({ override.value.range.encloses($0) }) ?? true {
        diagnostics.append(finding)
        item.isFaulty = true
      }
      found.append(Named(name: override.key, nameRange: override.keyRange, value: item))
    }
    return found
  }
}

extension Node.Entry {
  /// The same with what an item's own entry says beside it, where both say a part of a style.
  fileprivate func completed(by entries: [Node.Entry]) -> Node.Entry {
    guard ["font", "outline", "shadow", "box"].contains(key), case .mapping(let parts) = value.content,
      let own = entries.first(where: { $0.key == key }), case .mapping(let ownParts) = own.value.content
    else { return self }
    let changed = Set(parts.map(\.key))
    let whole = ownParts.filter { !changed.contains($0.key) } + parts
    return Node.Entry(key: key, keyRange: keyRange, value: Node(.mapping(whole), at: value.range))
  }
}

extension SourceRange {
  /// Whether another range lies in this one.
  fileprivate func encloses(_ other: SourceRange) -> Bool {
    file == other.file && start <= other.start && other.end <= end
  }
}

extension ProjectDocument {
  /// The project as outputs of a framing show it.
  func framed(_ name: String) -> ProjectDocument {
    var project = self
    project.tracks = tracks.map { Located($0.value.map { $0.framed(name) }, at: $0.range) }
    project.sequences = sequences.map { sequences in
      Located(
        sequences.value.map { named in
          var sequence = named.value
          sequence.tracks = sequence.tracks.map { Located($0.value.map { $0.framed(name) }, at: $0.range) }
          sequence.items = sequence.items.map { Located($0.value.map { $0.framed(name) }, at: $0.range) }
          return Named(name: named.name, nameRange: named.nameRange, value: sequence)
        }, at: sequences.range)
    }
    return project
  }

  /// The names of framings that items have, each with all its places.
  var framingNames: [(name: String, range: SourceRange)] {
    let sequences = (sequences?.value ?? []).map(\.value)
    let tracks = (tracks?.value ?? []) + sequences.flatMap { $0.tracks?.value ?? [] }
    let items = tracks.flatMap { $0.items?.value ?? [] } + sequences.flatMap { $0.items?.value ?? [] }
    return items.flatMap(\.framingNames)
  }
}

extension TrackDocument {
  fileprivate func framed(_ name: String) -> TrackDocument {
    var track = self
    track.items = items.map { Located($0.value.map { $0.framed(name) }, at: $0.range) }
    return track
  }
}

extension ItemDocument {
  /// The item in a framing, and what is in it, too.
  fileprivate func framed(_ name: String) -> ItemDocument {
    var item = self
    if let own = framings.first(where: { $0.name == name }) {
      item = own.value
      (item.range, item.isFaulty) = (range, isFaulty || own.value.isFaulty)
    }
    switch item.content {
    case .group(let items): item.content = .group(items.map { $0.framed(name) })
    case .stack(let tracks): item.content = .stack(tracks.map { $0.framed(name) })
    default: break
    }
    return item
  }

  fileprivate var framingNames: [(name: String, range: SourceRange)] {
    let own = framings.map { ($0.name, $0.nameRange) }
    switch content {
    case .group(let items): return own + items.flatMap(\.framingNames)
    case .stack(let tracks): return own + tracks.flatMap { ($0.items?.value ?? []).flatMap(\.framingNames) }
    default: return own
    }
  }
}
