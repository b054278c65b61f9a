internal import CLibYAML

/// One step through a YAML text, as Swift values.
struct YAMLEvent {
  enum Kind {
    case scalar(text: String, isQuoted: Bool)
    case alias(String)
    case collectionStart(YAMLCollection, isFlow: Bool)
    case collectionEnd
    case documentStart
    case documentEnd
    case streamEnd
    /// Nothing that the tree is made of.
    case other
  }

  let kind: Kind
  let anchor: String?
  let tag: String?
  let start: SourcePosition
  let end: SourcePosition
}

/// The two kinds of nodes that hold others.
enum YAMLCollection {
  case sequence
  case mapping
}

/// Reads the events of one text through libyaml.
///
/// Owns the parser. The bytes belong to the caller and must outlive the reader, because libyaml
/// keeps a pointer into them; ``YAMLLoader`` is the one place that makes a reader.
final class YAMLEventReader {
  private let parser: UnsafeMutablePointer<yaml_parser_t>

  /// Creates a reader of valid UTF-8 without a byte order mark, or nil when memory is short.
  init?(bytes: UnsafeBufferPointer<UInt8>) {
    // libyaml refuses a null pointer, which is what no bytes at all can look like.
    guard let start = bytes.baseAddress else { return nil }
    parser = .allocate(capacity: 1)
    guard yaml_parser_initialize(parser) == 1 else {
      parser.deallocate()
      return nil
    }
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, start, bytes.count)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
  }

  /// Reads the next event.
  func next() throws(YAMLSyntaxError) -> YAMLEvent {
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) == 1 else { throw syntaxError() }
    defer { yaml_event_delete(&event) }
    return Self.translate(event)
  }

  private static func translate(_ event: yaml_event_t) -> YAMLEvent {
    var kind = YAMLEvent.Kind.other
    var anchor: String?
    var tag: String?
    switch event.type {
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      let text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
      kind = .scalar(text: text, isQuoted: scalar.style != YAML_PLAIN_SCALAR_STYLE)
      (anchor, tag) = (string(scalar.anchor), string(scalar.tag))
    case YAML_ALIAS_EVENT:
      kind = .alias(string(event.data.alias.anchor) ?? "")
    case YAML_SEQUENCE_START_EVENT:
      let sequence = event.data.sequence_start
      kind = .collectionStart(.sequence, isFlow: sequence.style == YAML_FLOW_SEQUENCE_STYLE)
      (anchor, tag) = (string(sequence.anchor), string(sequence.tag))
    case YAML_MAPPING_START_EVENT:
      let mapping = event.data.mapping_start
      kind = .collectionStart(.mapping, isFlow: mapping.style == YAML_FLOW_MAPPING_STYLE)
      (anchor, tag) = (string(mapping.anchor), string(mapping.tag))
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: kind = .collectionEnd
    case YAML_DOCUMENT_START_EVENT: kind = .documentStart
    case YAML_DOCUMENT_END_EVENT: kind = .documentEnd
    case YAML_STREAM_END_EVENT: kind = .streamEnd
    default: break
    }
    return YAMLEvent(
      kind: kind, anchor: anchor, tag: tag, start: position(event.start_mark), end: position(event.end_mark))
  }

  private func syntaxError() -> YAMLSyntaxError {
    let state = parser.pointee
    let context = state.context.map { String(cString: $0) }
    return YAMLSyntaxError(
      problem: state.problem.map { String(cString: $0) } ?? "",
      position: Self.position(state.problem_mark),
      context: context ?? "",
      contextPosition: context == nil ? nil : Self.position(state.context_mark))
  }

  private static func string(_ pointer: UnsafeMutablePointer<UInt8>?) -> String? {
    pointer.map { String(cString: $0) }
  }

  // libyaml counts characters, which are Unicode scalars, from 0.
  private static func position(_ mark: yaml_mark_t) -> SourcePosition {
    SourcePosition(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
  }
}
