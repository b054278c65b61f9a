internal import AV

/// The golden file: a line a fact, then a line a digest or a run of equal ones.
///
/// Nothing in it counts from the start, so that a frame put in at the front changes one line.
extension GoldenRecord {
  /// The text of the golden file of a project, by the project's file name.
  public func text(project: String) -> String {
    var lines = [
      "\(Self.head) \(Self.formatVersion)",
      "# What \"edlrender golden check \(project)\" compares with; \"edlrender golden record \(project)\" wrote it.",
      "# A picture's lines are its frames: half the MD5 of the visible pixels before the encoder, as framemd5 has it.",
      "# Those of sound are blocks of \(Self.blockLength) samples before the encoder, as interleaved 32-bit floats.",
      "# \"x 3\": three of these after each other.",
    ]
    lines += versions.map { "\($0.name) \(Self.quoted($0.value))" }
    for output in outputs {
      lines.append("")
      lines.append(Self.line("output", [Fact(name: "path", value: output.path)] + output.facts))
      if let proxy = output.proxy {
        lines.append(
          Self.line("proxy", [Fact(name: "name", value: proxy.name), Fact(name: "digest", value: "\(proxy.digest)")]))
      }
      lines += output.chapters.map {
        Self.line("chapter", [Fact(name: "frame", value: "\($0.frame)"), Fact(name: "title", value: $0.title)])
      }
      lines += output.tags.map {
        Self.line("tag", [Fact(name: "name", value: $0.name), Fact(name: "value", value: $0.value)])
      }
      for stream in output.streams {
        lines.append(Self.line(stream.isPicture ? "picture" : "sound", stream.facts))
        lines += Self.lines(of: stream)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  static let head = "edlrender-golden"
  static let formatVersion = 1

  private static func line(_ word: String, _ facts: [Fact]) -> String {
    ([word] + facts.map { "\($0.name)=\(quoted($0.value))" }).joined(separator: " ")
  }

  private static func lines(of stream: Stream) -> [String] {
    var lines: [String] = []
    var count = 0
    for (index, digest) in stream.digests.enumerated() {
      count += 1
      let next = index + 1
      for remark in index == 0 ? stream.remarks[0] ?? [] : [] { lines.append("# \(printable(remark))") }
      let remarks = stream.remarks[next] ?? []
      if next < stream.digests.count, remarks.isEmpty, stream.digests[next] == digest { continue }
      lines.append(count == 1 ? "\(digest)" : "\(digest) x \(count)")
      if next < stream.digests.count { lines += remarks.map { "# \(printable($0))" } }
      count = 0
    }
    return lines
  }

  /// A value as it stands in a line: bare where nothing in it can be misread, else as a JSON string.
  private static func quoted(_ text: String) -> String {
    let isPlain =
      !text.isEmpty
      && text.utf8.allSatisfy { byte in
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
          || "-_./:+".utf8.contains(byte)
      }
    guard !isPlain else { return text }
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case _ where isControl(scalar): result += "\\u" + String(0x1_0000 + scalar.value, radix: 16).dropFirst()
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  private static func printable(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) ? " " : $0 }))
  }

  /// What would end a line or move a cursor.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || [0x2028, 0x2029].contains(scalar.value)
  }
}
