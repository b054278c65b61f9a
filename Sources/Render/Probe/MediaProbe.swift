private import AV
private import Dispatch
public import EDL
private import Foundation
private import Synchronization

/// Finds out what media files are: kind, size, length, rate, tags, sound.
///
/// Looks at content, never at names; opens plain local files only. Never decodes more than it must.
public enum MediaProbe {
  /// Probes one file.
  public static func probe(path: String) -> ProbeResult {
    ProbedFiles.note(path)
    do throws(MediaError) {
      if let svg = try SVGStill.facts(path) { return .success(svg) }
      return .success(try FileProbe(path: path).facts())
    } catch {
      return .failure(code: error.code, message: error.message)
    }
  }

  /// Probes files side by side, one a core; each path once.
  ///
  /// With a `root`, a path that leads out of that folder (symbolic links resolved) is refused. With the
  /// folder of a `cache`, what an earlier process found of a file is remembered while that is the same.
  public static func probe(
    _ requests: [MediaRequest], root: String? = nil, cache: String? = nil
  ) -> [String: ProbeResult] {
    var seen: Set<String> = []
    let paths = requests.map(\.path).filter { seen.insert($0).inserted }
    let results = Mutex<[String: ProbeResult]>([:])
    let fence = root.map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().standardizedFileURL.path }
    let records = cache.map(ProbeRecords.init)
    DispatchQueue.concurrentPerform(iterations: paths.count) { number in
      let path = paths[number]
      // What came over standard input lies where this process put it.
      let isOwn = RawPictures.facts(of: path) != nil
      let result =
        isOwn
        ? probe(path: path) : isInside(path, fence) ? records?.probe(path) ?? probe(path: path) : outside(path, root)
      results.withLock { $0[path] = result }
    }
    return results.withLock { $0 }
  }

  private static func isInside(_ path: String, _ fence: String?) -> Bool {
    guard let fence else { return true }
    let real = URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
    return fence == "/" || real.hasPrefix(fence + "/")
  }

  private static func outside(_ path: String, _ root: String?) -> ProbeResult {
    .failure(code: "media.outside-root", message: "\"\(path)\" lies outside of \"\(root ?? "")\"")
  }
}
