/// Test signals as libavfilter sources: pictures that say which frame they are, sound that says which sample.
enum Signal {
  /// What a bar-coded picture shows in its lower half.
  enum Lower {
    /// A flat luma.
    case luma(Int)
    /// White on every n-th frame, dark between.
    case flash(every: Int)

    fileprivate var expression: String {
      switch self {
      case .luma(let value): "\(value)"
      case .flash(let every): "if(mod(N,\(every)),60,235)"
      }
    }
  }

  /// A picture that carries its number, modulo 256, as eight bars across the top half, lowest bit left.
  ///
  /// It survives lossy coding, scaling and colour conversion, but not blending. Drawn at one
  /// pixel a bar and then enlarged, which is a thousand times cheaper than drawing it large.
  static func barcode(
    frames: Int, rate: String = "25", size: String = "160x120", from first: Int = 0, lower: Lower = .luma(126),
    then filters: String = ""
  ) -> String {
    let bar = "if(mod(floor((N+\(first))/pow(2,X)),2),235,16)"
    let tail = filters.isEmpty ? "" : ",\(filters)"
    return "nullsrc=s=8x2:r=\(rate),trim=end_frame=\(frames),format=yuv420p,"
      + "geq=lum='if(lt(Y,1),\(bar),\(lower.expression))':cb=128:cr=128,"
      + "scale=\(size.replacing("x", with: ":")):flags=neighbor,setsar=1\(tail)"
  }

  /// 50 ms of 1 kHz every `every` samples. A beep starts on the crest, so its first sample is loud.
  static func beeps(every: Int, rate: Int = 48000, seconds: String) -> String {
    "aevalsrc='0.8*cos(2*PI*1000*mod(n,\(every))/\(rate))*lt(mod(n,\(every)),2400)':s=\(rate):d=\(seconds)"
  }

  /// One loud sample every `every` samples.
  static func clicks(every: Int, seconds: String) -> String {
    "aevalsrc='0.5*not(mod(n,\(every)))':s=48000:d=\(seconds)"
  }

  /// A sound whose sample n has the 16-bit value n mod 32000.
  static func saw(seconds: String) -> String {
    "aevalsrc='mod(n,32000)/32768':s=48000:d=\(seconds)"
  }

  /// A sine of half the full level.
  static func tone(_ hertz: String, rate: Int = 48000, seconds: String) -> String {
    "sine=f=\(hertz):r=\(rate):d=\(seconds),volume=4"
  }

  /// Red, green over blue, white: 160×120 that shows how it was turned.
  static func quarters(rate: String = "25", seconds: String = "1") -> String {
    let colors = ["red", "lime", "blue", "white"].enumerated()
    let sources = colors.map { "color=\($1):s=80x60:r=\(rate):d=\(seconds)[q\($0)]" }.joined(separator: ";")
    return "\(sources);[q0][q1]hstack[top];[q2][q3]hstack[bottom];[top][bottom]vstack"
  }

  /// A brick red beside a sky blue, 160×120, as RGB.
  static let patches =
    "color=0xB43C28:s=80x120:r=25:d=1,format=rgb24[a];color=0x2878C8:s=80x120:r=25:d=1,format=rgb24[b];[a][b]hstack"

  /// ``patches`` as limited-range 4:2:0 by the named matrix.
  static func patches(matrix: String) -> String {
    "\(patches),scale=out_color_matrix=\(matrix):out_range=tv:flags=accurate_rnd+full_chroma_int,format=yuv420p"
  }
}
