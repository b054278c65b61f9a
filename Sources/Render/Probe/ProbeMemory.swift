public import EDL

/// Remembers the facts of files between two readings of a project, and looks again at those that changed.
public final class ProbeMemory {
  private var known: [String: (identity: FileIdentity, result: ProbeResult)] = [:]

  /// Creates an empty memory.
  public init() {}

  /// Probes what is not known; see ``MediaProbe/probe(_:root:cache:)``.
  public func probe(
    _ requests: [MediaRequest], root: String? = nil, cache: String? = nil
  ) -> [String: ProbeResult] {
    var identities: [String: FileIdentity] = [:]
    for request in requests { identities[request.path] = FileIdentity(path: request.path) }
    let isFresh = { (path: String) in identities[path].map { self.known[path]?.identity == $0 } ?? false }
    var results = MediaProbe.probe(requests.filter { !isFresh($0.path) }, root: root, cache: cache)
    for (path, result) in results { known[path] = identities[path].map { ($0, result) } }
    for request in requests where results[request.path] == nil { results[request.path] = known[request.path]?.result }
    return results
  }
}
