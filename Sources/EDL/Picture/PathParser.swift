internal import MediaTime

/// Reads SVG's path data: `M 10 10 h 80 a 5 5 0 0 1 5 5 z` (SVG 2, chapter 9.3).
///
/// Unlike a browser it draws nothing of a path with a mistake: the mistake is told.
struct PathParser {
  private let bytes: [UInt8]
  private var place = 0
  private var steps: [PathData.Step] = []
  private var pen = Pair(0, 0)
  private var start = Pair(0, 0)
  /// The last control point, for curves that go on smoothly from a cubic or a quadratic one.
  private var lastCubic: Pair?
  private var lastQuadratic: Pair?
  /// Whether the figure is closed or none has begun, so that drawing begins one.
  private var isLifted = false

  private static let mostSteps = 100_000

  static func parse(_ text: String) throws(PathSyntaxError) -> PathData {
    var parser = PathParser(text)
    try parser.run()
    return PathData(steps: parser.steps)
  }

  private init(_ text: String) {
    // One byte a scalar, so that places are those of the text; none beyond ASCII has a meaning.
    bytes = text.unicodeScalars.map { $0.isASCII ? UInt8($0.value) : 0 }
  }

  private mutating func run() throws(PathSyntaxError) {
    skipBlanks()
    guard let first = peek else { throw fault("the path is empty: begin with M and a place") }
    guard first == UInt8(ascii: "M") || first == UInt8(ascii: "m") else {
      throw fault("a path begins with M and a place")
    }
    while let letter = peek {
      guard letter & 0x5F >= 65, letter & 0x5F <= 90 else { throw fault("a command such as L, C or Z must stand here") }
      place += 1
      try command(letter)
      skipBlanks()
    }
  }

  private mutating func command(_ letter: UInt8) throws(PathSyntaxError) {
    let name = Character(UnicodeScalar(letter & 0x5F))
    let isRelative = letter >= 97
    guard "MLHVCSQTAZ".contains(name) else {
      place -= 1
      throw fault("\"\(Character(UnicodeScalar(letter)))\" is no command: M, L, H, V, C, S, Q, T, A and Z are")
    }
    guard name != "Z" else {
      steps.append(.close)
      pen = start
      (lastCubic, lastQuadratic, isLifted) = (nil, nil, true)
      return
    }
    var isFirst = true
    repeat {
      try argument(name, isRelative, isFirst)
      isFirst = false
      guard steps.count <= Self.mostSteps else { throw fault("a path has at most \(Self.mostSteps) steps") }
    } while startsNumber()
  }

  private mutating func argument(
    _ name: Character, _ isRelative: Bool, _ isFirst: Bool
  ) throws(PathSyntaxError) {
    let origin = isRelative ? pen : Pair(0, 0)
    let (cubic, quadratic) = (lastCubic, lastQuadratic)
    (lastCubic, lastQuadratic) = (nil, nil)
    switch name {
    case "M" where isFirst:
      pen = try pair(from: origin)
      start = pen
      isLifted = false
      steps.append(.move(pen))
    case "M", "L": line(to: try pair(from: origin))
    case "H": line(to: Pair(origin.x + (try number()), pen.y))
    case "V": line(to: Pair(pen.x, origin.y + (try number())))
    case "C":
      let (first, second) = (try pair(from: origin), try pair(from: origin))
      curve(first, second, try pair(from: origin))
    case "S":
      let second = try pair(from: origin)
      curve(mirrored(cubic), second, try pair(from: origin))
    case "Q":
      let control = try pair(from: origin)
      quadraticCurve(control, try pair(from: origin))
    case "T": quadraticCurve(mirrored(quadratic), try pair(from: origin))
    default: try arc(from: origin)
    }
  }

  // MARK: Drawing

  private mutating func begin() {
    if isLifted { steps.append(.move(pen)) }
    isLifted = false
  }

  private mutating func line(to end: Pair) {
    begin()
    steps.append(.line(end))
    pen = end
  }

  private mutating func curve(_ first: Pair, _ second: Pair, _ end: Pair) {
    begin()
    steps.append(.curve(first, second, end))
    lastCubic = second
    pen = end
  }

  private mutating func quadraticCurve(_ control: Pair, _ end: Pair) {
    let first = Pair.mix(pen, control, 2.0 / 3)
    curve(first, Pair.mix(end, control, 2.0 / 3), end)
    (lastCubic, lastQuadratic) = (nil, control)
  }

  private func mirrored(_ control: Pair?) -> Pair {
    guard let control else { return pen }
    return Pair(2 * pen.x - control.x, 2 * pen.y - control.y)
  }

  private mutating func arc(from origin: Pair) throws(PathSyntaxError) {
    let radii = Pair(abs(try number()), abs(try number()))
    let turn = try number() / 360
    let (isLarge, sweeps) = (try flag(), try flag())
    let end = try pair(from: origin)
    guard end != pen else { return }
    guard radii.x > 0, radii.y > 0 else { return line(to: end) }
    let arc = EllipticArc(from: pen, to: end, radii: radii, turn: turn, isLarge: isLarge, sweeps: sweeps)
    for piece in arc.curves { curve(piece.0, piece.1, piece.2) }
    // The end as written, not as computed.
    if case .curve(let first, let second, _) = steps.last { steps[steps.count - 1] = .curve(first, second, end) }
    (pen, lastCubic) = (end, nil)
  }

  // MARK: Reading

  private var peek: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func skipBlanks() {
    while let byte = peek, [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains(byte) { place += 1 }
  }

  private mutating func skipComma() {
    skipBlanks()
    guard peek == UInt8(ascii: ",") else { return }
    place += 1
    skipBlanks()
  }

  private mutating func startsNumber() -> Bool {
    skipBlanks()
    guard let byte = peek else { return false }
    return isDigit(byte) || [UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ",")].contains(byte)
  }

  private mutating func pair(from origin: Pair) throws(PathSyntaxError) -> Pair {
    let (x, y) = (try number(), try number())
    return Pair(origin.x + x, origin.y + y)
  }

  private mutating func number() throws(PathSyntaxError) -> Double {
    skipComma()
    let first = place
    var end = place
    func byte(_ index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }
    func digits(_ index: inout Int) -> Int {
      let start = index
      while let digit = byte(index), isDigit(digit) { index += 1 }
      return index - start
    }
    if byte(end) == UInt8(ascii: "+") || byte(end) == UInt8(ascii: "-") { end += 1 }
    var count = digits(&end)
    if byte(end) == UInt8(ascii: ".") {
      end += 1
      count += digits(&end)
    }
    if let mark = byte(end), mark & 0x5F == UInt8(ascii: "E"), count > 0 {
      var after = end + 1
      if byte(after) == UInt8(ascii: "+") || byte(after) == UInt8(ascii: "-") { after += 1 }
      if digits(&after) > 0 { end = after }
    }
    guard count > 0, let value = Double(String(decoding: bytes[first..<end], as: UTF8.self)) else {
      throw fault("a number must stand here")
    }
    guard abs(value) <= 1_000_000 else { throw fault("a number of a path lies between -1000000 and 1000000") }
    place = end
    return value
  }

  private mutating func flag() throws(PathSyntaxError) -> Bool {
    skipComma()
    guard let byte = peek, byte == UInt8(ascii: "0") || byte == UInt8(ascii: "1") else {
      throw fault("a flag of an arc must stand here: 0 or 1")
    }
    place += 1
    return byte == UInt8(ascii: "1")
  }

  private func fault(_ message: String) -> PathSyntaxError { PathSyntaxError(offset: place, message: message) }
}

/// A part of an ellipse by its ends (SVG 2, appendix B.2), as cubic curves of at most a quarter turn.
private struct EllipticArc {
  private(set) var curves: [(Pair, Pair, Pair)] = []

  init(from start: Pair, to end: Pair, radii: Pair, turn: Double, isLarge: Bool, sweeps: Bool) {
    let (cosine, sine) = (PortableMath.cosine(turns: turn), PortableMath.sine(turns: turn))
    // In the ellipse's own axes, about the middle of the two ends.
    let half = Pair((start.x - end.x) / 2, (start.y - end.y) / 2)
    let x = cosine * half.x + sine * half.y
    let y = cosine * half.y - sine * half.x
    var (rx, ry) = (radii.x, radii.y)
    let reach = x * x / (rx * rx) + y * y / (ry * ry)
    if reach > 1 {
      // Too small to reach both ends: as large as it must be.
      rx *= reach.squareRoot()
      ry *= reach.squareRoot()
    }
    let below = rx * rx * y * y + ry * ry * x * x
    let factor = max(0, rx * rx * ry * ry - below) / below
    let share = factor.squareRoot() * (isLarge == sweeps ? -1 : 1)
    let center = Pair(share * rx * y / ry, -share * ry * x / rx)
    let from = PortableMath.turns(x: (x - center.x) / rx, y: (y - center.y) / ry)
    var sweep = PortableMath.turns(x: (-x - center.x) / rx, y: (-y - center.y) / ry) - from
    if sweeps, sweep < 0 { sweep += 1 }
    if !sweeps, sweep > 0 { sweep -= 1 }
    let count = max(1, Int((abs(sweep) * 4 - 1e-9).rounded(.up)))
    let step = sweep / Double(count)
    let handle = 4.0 / 3 * PortableMath.sine(turns: step / 4) / PortableMath.cosine(turns: step / 4)
    func place(_ u: Double, _ v: Double) -> Pair {
      let (px, py) = (center.x + rx * u, center.y + ry * v)
      return Pair(
        cosine * px - sine * py + (start.x + end.x) / 2, sine * px + cosine * py + (start.y + end.y) / 2)
    }
    for index in 0..<count {
      let (one, two) = (from + step * Double(index), from + step * Double(index + 1))
      let (c1, s1) = (PortableMath.cosine(turns: one), PortableMath.sine(turns: one))
      let (c2, s2) = (PortableMath.cosine(turns: two), PortableMath.sine(turns: two))
      curves.append(
        (place(c1 - handle * s1, s1 + handle * c1), place(c2 + handle * s2, s2 - handle * c2), place(c2, s2)))
    }
  }
}
