internal import Foundation

/// The name by which players are told of a codec with its profile and level (RFC 6381), read from the
/// initialization of a stream.
struct CodecName {
  let text: String

  /// Reads a file that begins with `ftyp` and `moov`; nil when no stream is described in it.
  init?(initialization path: String) {
    guard let bytes = FileBytes(path: path) else { return nil }
    var range = 0..<bytes.count
    for name in ["moov", "trak", "mdia", "minf", "stbl", "stsd"] {
      guard let box = Self.box(name, bytes, range) else { return nil }
      range = box
    }
    // A version and a number of entries come first.
    guard let entry = BoxWalk(bytes, in: range.lowerBound + 8..<range.upperBound).boxes.first else { return nil }
    let kind = entry.name
    // What all descriptions of pictures have before their own boxes, and all of sound.
    let head = ["avc1", "hvc1", "hev1", "av01", "vp09"].contains(kind) ? 78 : 28
    guard entry.body.count > head else { return nil }
    let inner = entry.body.lowerBound + head..<entry.body.upperBound
    func facts(_ name: String) -> [UInt8] {
      Self.box(name, bytes, inner).map { bytes.read(at: $0.lowerBound, $0.count) } ?? []
    }
    switch kind {
    case "avc1": text = Self.advanced(facts("avcC"))
    case "hvc1", "hev1": text = Self.highEfficiency(kind, facts("hvcC"))
    case "av01": text = Self.alliance(facts("av1C"))
    case "vp09": text = Self.vp9(facts("vpcC"))
    case "mp4a": text = Self.advancedAudio(facts("esds"))
    case "Opus": text = "opus"
    default: text = kind
    }
  }

  private static func box(_ name: String, _ bytes: FileBytes, _ range: Range<Int>) -> Range<Int>? {
    BoxWalk(bytes, in: range).boxes.first { $0.name == name }?.body
  }

  private static func hex(_ byte: UInt8) -> String { String(format: "%02x", byte) }

  private static func advanced(_ facts: [UInt8]) -> String {
    guard facts.count > 3 else { return "avc1" }
    return "avc1." + facts[1...3].map(hex).joined()
  }

  private static func highEfficiency(_ kind: String, _ facts: [UInt8]) -> String {
    guard facts.count > 12 else { return kind }
    let space = ["", "A", "B", "C"][Int(facts[1] >> 6)]
    // The flags of compatibility are told from the last to the first.
    var (flags, mirrored) = (facts[2...5].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }, UInt32(0))
    for _ in 0..<32 { (mirrored, flags) = (mirrored << 1 | flags & 1, flags >> 1) }
    let limits = facts[6...11].reversed().drop { $0 == 0 }.reversed().map { String($0, radix: 16, uppercase: true) }
    let parts = [
      kind, "\(space)\(facts[1] & 31)", String(mirrored, radix: 16, uppercase: true),
      "\(facts[1] & 32 == 0 ? "L" : "H")\(facts[12])",
    ]
    return (parts + limits).joined(separator: ".")
  }

  private static func alliance(_ facts: [UInt8]) -> String {
    guard facts.count > 2 else { return "av01" }
    let depth = facts[2] & 0x40 == 0 ? 8 : facts[2] & 0x20 == 0 ? 10 : 12
    return String(
      format: "av01.%d.%02d%@.%02d", Int(facts[1] >> 5), Int(facts[1] & 31), facts[2] & 0x80 == 0 ? "M" : "H", depth)
  }

  private static func vp9(_ facts: [UInt8]) -> String {
    guard facts.count > 6 else { return "vp09" }
    return String(format: "vp09.%02d.%02d.%02d", Int(facts[4]), Int(facts[5]), Int(facts[6] >> 4))
  }

  /// Descriptors within each other: of the stream (3), its decoder (4), and what that must know (5).
  private static func advancedAudio(_ facts: [UInt8]) -> String {
    var place = 4
    func open(_ tag: UInt8, skipping head: Int) -> Bool {
      guard place < facts.count, facts[place] == tag else { return false }
      place += 1
      // Seven bits of the length in each byte.
      while place < facts.count, facts[place] & 0x80 != 0 { place += 1 }
      place += 1 + head
      return place <= facts.count
    }
    guard open(3, skipping: 3), open(4, skipping: 0), place < facts.count else { return "mp4a" }
    let kind = facts[place]
    guard kind == 0x40 else { return "mp4a.\(hex(kind).uppercased())" }
    place += 13
    guard open(5, skipping: 0), place < facts.count else { return "mp4a.40" }
    return "mp4a.40.\(facts[place] >> 3)"
  }
}
