internal import AV
internal import EDL
internal import MediaTime

/// A layer's play running through effects that look at other frames.
///
/// Goes on where it is when the next frames are asked for, by whatever piece or segment; else begins
/// anew where the effects begin to count.
final class EffectRun {
  /// The layer at the play's first frame.
  let origin: Layer
  /// Different for every run of the process.
  let identity = Identity.next()
  private let context: LayerContext
  private let base: LayerNode
  private let reach: FilterReach
  private let count: Int
  private var chain: (shape: EffectChain.Shape, chain: EffectChain)?
  /// The next frame to go in.
  private var next = 0
  private var hasEnded = false
  /// The frame that was asked for last.
  private var last = -1

  init(from origin: Layer, _ context: LayerContext) {
    self.origin = origin
    self.context = context
    base = LayerNode(origin.fitted, context, room: origin.drawingRoom)
    reach = FilterTraits.reach(origin.picture.effects)
    count = origin.effectClock?.count ?? .max
  }

  /// The picture of a frame of the play; nil where nothing shows.
  func image(at position: Int) throws(RenderError) -> LayerImage? {
    if position < last || start(for: position) > next { restart(for: position) }
    last = position
    while true {
      if let image = chain?.chain.take(at: position, isEnded: hasEnded) { return image }
      guard !hasEnded else { return nil }
      try feed()
    }
  }

  /// The first frame that must go in for one to come out right.
  private func start(for position: Int) -> Int {
    guard case .window(let before, _) = reach else { return 0 }
    return max(0, position - before)
  }

  private func restart(for position: Int) {
    chain = nil
    hasEnded = false
    next = start(for: position)
  }

  private func feed() throws(RenderError) {
    guard next < count else {
      hasEnded = true
      try running { () throws(AVError) in try chain?.chain.finish() }
      return
    }
    _ = try base.look(next)
    let image = try base.image(at: next)
    let number = next
    next += 1
    let picture = try running { () throws(AVError) in
      if let image { return image }
      return LayerImage(.premultiplied, try TransparentCanvas.clear(context.canvas.size, context.canvas.layerFormat))
    }
    try running { () throws(AVError) in
      let shape = EffectChain.Shape(picture)
      if chain?.shape != shape {
        chain = (
          shape,
          try EffectChain(origin.picture.effects, shape, canvas: context.canvas, rate: context.rate)
        )
      }
      try chain?.chain.push(picture, at: number, time: origin.itemTime(at: number, context.rate))
    }
  }

  private func running<Value>(_ body: () throws(AVError) -> Value) throws(RenderError) -> Value {
    do throws(AVError) {
      return try body()
    } catch {
      throw origin.effectFailure(error)
    }
  }
}

/// Plays the pieces of a composite that runs through effects.
final class ProgramPlayer {
  private let program: Layer.Program
  private let context: LayerContext
  private var starts: [Int] = []
  private var current = -1
  private var nodes: [LayerNode] = []
  private var number = 0

  init(_ program: Layer.Program, _ context: LayerContext) {
    self.program = program
    self.context = context
    var cursor = 0
    for piece in program.pieces {
      starts.append(cursor)
      cursor += piece.count
    }
  }

  /// Reads what a frame needs, counted from the program's first; tells what it is made of.
  func look(_ frame: Int) throws(RenderError) -> [Ingredient] {
    let index = (starts.lastIndex { $0 <= frame }) ?? 0
    guard program.pieces.indices.contains(index) else { return [] }
    if index != current {
      nodes = []
      nodes = program.pieces[index].layers.map { LayerNode($0, context) }
      current = index
    }
    number = frame - starts[index]
    var ingredients: [Ingredient] = []
    for node in nodes { ingredients.append(try node.look(number)) }
    return ingredients
  }

  /// The picture of the frame last looked at; nil where nothing shows.
  func image() throws(RenderError) -> LayerImage? {
    if program.ground == nil { return try LayerStack(context).image(nodes, at: number) }
    return LayerImage(.opaque, try LayerStack(context).opaque(nodes, at: number))
  }
}
