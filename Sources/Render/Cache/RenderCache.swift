internal import AV
internal import Draw
internal import EDL
internal import Foundation
internal import Synchronization

/// What one render finds in the cache, and leaves there. Safe from any thread.
///
/// A part is known by its ``ContentKey`` together with the digests of all files that it reads, the
/// builds of all libraries and of the program, and, where it matters, the kind of processor and the
/// installed fonts. Files that nobody has digested yet cannot have anything there: they are digested
/// beside the render, and what was made of them is put there when that is done.
final class RenderCache: Sendable {
  /// A part of an output.
  enum Part: Hashable, Sendable {
    /// A segment of the picture, by its index in the plan.
    case segment(Int)
    /// A stream of sound.
    case sound(Int)
    /// A piece of a stream of sound.
    case soundPiece(_ stream: Int, _ piece: Int)
    /// What a bus's loudness asks for, by its node.
    case loudness(Int)
  }

  /// Packets that are finished before it is known under which key.
  private struct Waiting {
    var part: Part
    var extents: [PacketSpool.Extent]
    var facts: [(String, String)]
  }

  private struct Work {
    /// What each part is known by without its files, and what it needs.
    var bases: [Part: (text: String, needs: ContentNames.Needs)] = [:]
    var keys: [Part: String] = [:]
    var waiting: [Waiting] = []
    var waitingNotes: [(part: Part, text: String)] = []
    var isDigested = false
    var hasWritten = false
    var findings: [Diagnostic] = []
    var canWrite = true
  }

  let folder: CacheFolder
  private let options: CacheOptions
  private let plan: RenderPlan
  private let spool: PacketSpool
  private let work = Mutex(Work())
  private let isStopped: @Sendable () -> Bool

  /// Finds out what is known; `parameters` says how each stream of the output is described.
  init(
    _ options: CacheOptions, _ plan: RenderPlan, parameters: [StreamParameters], spool: PacketSpool,
    isStopped: @escaping @Sendable () -> Bool
  ) {
    self.options = options
    self.plan = plan
    self.spool = spool
    self.isStopped = isStopped
    folder = CacheFolder(path: options.folder)
    surroundings = CacheSurroundings(plan.files)
    self.parameters = parameters
    var keys: [Part: ContentKey] = [:]
    for (index, key) in (plan.picture?.keys ?? []).enumerated() { keys[.segment(index)] = key }
    for (index, key) in plan.soundKeys.enumerated() { keys[.sound(index)] = key }
    for (index, key) in plan.loudnessKeys { keys[.loudness(index)] = key }
    add(keys)
  }

  private let surroundings: CacheSurroundings
  private let parameters: [StreamParameters]

  /// Takes in parts by what they are known by; not while files are being digested.
  func add(_ keys: [Part: ContentKey]) {
    let picture = plan.picture == nil ? 0 : 1
    let bases = keys.filter { !$0.value.needs.unknown }.map { part, key in
      let stream: Int? =
        switch part {
        case .segment: 0
        case .sound(let index), .soundPiece(let index, _): index + picture
        case .loudness: nil
        }
      return (part, (text: surroundings.text(of: key, stream.map { parameters[$0] }), needs: key.needs))
    }
    work.withLock { $0.bases.merge(bases) { $1 } }
    resolve(bases) { [files = plan.files, isStopped] path in
      files.knownDigest(path) ?? (files.isSeen(path) ? files.digest(path, isCancelled: isStopped) : nil)
    }
  }

  private func needs(_ part: Part) -> ContentNames.Needs { work.withLock { $0.bases[part]?.needs } ?? .init() }

  /// Works out the keys of those parts whose files have digests.
  private func resolve(
    _ bases: [(Part, (text: String, needs: ContentNames.Needs))], _ digest: (_ path: String) -> String?
  ) {
    var digests: [String: String?] = [:]
    var found: [Part: String] = [:]
    for (part, base) in bases {
      let files = base.needs.files.map { path -> String? in
        if let known = digests[path] { return known }
        let made = digest(path)
        digests[path] = .some(made)
        return made
      }
      guard files.allSatisfy({ $0 != nil }) else { continue }
      var key = Digest()
      key.update(base.text + files.compactMap(\.self).joined(separator: "\n"))
      found[part] = key.finish()
    }
    work.withLock { $0.keys.merge(found) { $1 } }
  }

  /// Digests the files that have no digest yet, then puts there what waited for it.
  func digestFiles() {
    resolve(work.withLock { Array($0.bases) }.map { ($0.key, $0.value) }) { [files = plan.files, isStopped] path in
      files.digest(path, isCancelled: isStopped)
    }
    let waiting = work.withLock { work in
      work.isDigested = true
      defer { work.waiting = [] }
      return work.waiting
    }
    for part in waiting { write(part) }
    let notes = work.withLock { work in
      defer { work.waitingNotes = [] }
      return work.waitingNotes
    }
    for note in notes { keep(note.part, note: note.text) }
  }

  /// A line that was kept under a part's key.
  func note(_ part: Part) -> String? {
    guard let key = key(part), let bytes = folder.read(.files, key) else { return nil }
    folder.touch(.files, key)
    // The key tells a whole note from one that was torn.
    let text = String(decoding: bytes, as: UTF8.self)
    return text.hasSuffix("\n\(key)\n") ? String(text.dropLast(key.count + 2)) : nil
  }

  /// Keeps a line under a part's key, now or as soon as it is known.
  func keep(_ part: Part, note text: String) {
    guard let key = key(part) else {
      return work.withLock { if !$0.isDigested { $0.waitingNotes.append((part, text)) } }
    }
    guard needs(part).files.allSatisfy(plan.files.isUnchanged) else { return }
    folder.note(.files, key, Array("\(text)\n\(key)\n".utf8))
  }

  /// Whether some part has no key yet for want of a digest.
  var lacksDigests: Bool { work.withLock { $0.keys.count < $0.bases.count } }

  /// The key that a part is kept under; nil when it has none, or none yet.
  func key(_ part: Part) -> String? { work.withLock { $0.keys[part] } }

  /// Whether there is an entry of this part, as far as its name tells.
  func has(_ part: Part) -> Bool {
    guard let key = key(part) else { return false }
    return FileBytes(path: folder.path(.entries, key)) != nil
  }

  /// Opens a part's entry and marks it as used; a damaged one is reported and left out of account.
  func open(_ part: Part) -> CacheEntry? {
    guard let key = key(part) else { return nil }
    let path = folder.path(.entries, key)
    if let entry = CacheEntry(path: path, key: key) {
      folder.touch(.entries, key)
      return entry
    }
    if FileBytes(path: path) != nil {
      report("cache.damaged", "\"\(path)\" is damaged: it is rendered again and replaced")
    }
    return nil
  }

  /// Keeps a finished part, now or as soon as its key is known.
  func keep(_ part: Part, _ extents: [PacketSpool.Extent], facts: [(String, String)]) {
    guard work.withLock({ $0.bases[part] != nil }) else { return }
    let waiting = Waiting(part: part, extents: extents, facts: facts)
    let mustWait = work.withLock { work in
      guard work.keys[part] == nil, !work.isDigested else { return false }
      work.waiting.append(waiting)
      return true
    }
    if !mustWait { write(waiting) }
  }

  private func write(_ part: Waiting) {
    guard let key = key(part.part), work.withLock({ $0.canWrite }) else { return }
    // Rendered from something else than was digested, if a file changed meanwhile.
    guard needs(part.part).files.allSatisfy(plan.files.isUnchanged) else { return }
    do throws(SystemError) {
      try folder.write(.entries, key) { [spool] descriptor throws(SystemError) in
        try CacheEntry.write(key: key, facts: part.facts, pieceCount: part.extents.count, to: descriptor) {
          number throws(SystemError) in try spool.read(part.extents[number])
        }
      }
      work.withLock { $0.hasWritten = true }
    } catch {
      let isFirst = work.withLock { work in
        defer { work.canWrite = false }
        return work.canWrite
      }
      if isFirst {
        report(
          "cache.unwritable", "nothing more is kept in the cache \"\(options.folder)\": \(error.reason)",
          note: "the film itself is not touched by this; --cache names another folder, --no-cache does without")
      }
    }
  }

  private func report(_ code: String, _ message: String, note: String? = nil) {
    let finding = Diagnostic(.warning, code: code, message, notes: note.map { [.init($0)] } ?? [])
    work.withLock { $0.findings.append(finding) }
  }

  /// Makes room if the cache has grown beyond its limit; returns what was found on the way.
  func finish() -> [Diagnostic] {
    if work.withLock({ $0.hasWritten }) { CachePruner(folder).prune(to: options.byteLimit) }
    return work.withLock { $0.findings }
  }
}

/// What the bytes of all parts depend on: the builds of the program and its libraries, and the
/// machine where it shows.
private struct CacheSurroundings {
  private let program: String

  init(_ files: FileBook) {
    // The program's own digest stands for its version: nobody can forget to raise it.
    let path = FileStamp.program.flatMap { files.digest($0.path) } ?? ""
    program = "edlrender part 1\n\(path)\n\(LinkedBuilds.digest)"
  }

  func text(of key: ContentKey, _ parameters: StreamParameters?) -> String {
    var lines = [program, key.text, parameters?.text ?? ""]
    if key.needs.processor { lines.append("processor \(LinkedBuilds.processor)") }
    if key.needs.fonts { lines.append(InstalledFonts.description) }
    return lines.joined(separator: "\n") + "\n"
  }
}
