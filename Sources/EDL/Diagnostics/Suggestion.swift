/// Returns the candidate that a misspelt word most likely means, or nil if none is near.
///
/// Near is an edit distance of at most a third of the longer word (inserting, leaving out, changing a
/// character or swapping two neighbours count one each); case does not count. Of equals the first wins.
package func closestMatch(to word: String, in candidates: [String]) -> String? {
  let longest = 64
  let target = Array(word.lowercased().unicodeScalars.prefix(longest + 1))
  guard !target.isEmpty, target.count <= longest else { return nil }
  var best: (candidate: String, distance: Int)?
  for candidate in candidates where candidate != word {
    let scalars = Array(candidate.lowercased().unicodeScalars.prefix(longest + 1))
    guard scalars.count <= longest else { continue }
    let bound = min(max(max(target.count, scalars.count) / 3, 1), (best?.distance ?? .max) - 1)
    guard bound >= 0, abs(target.count - scalars.count) <= bound else { continue }
    let distance = editDistance(target, scalars)
    if distance <= bound { best = (candidate, distance) }
  }
  return best?.candidate
}

/// The restricted Damerau-Levenshtein distance.
private func editDistance(_ lhs: [Unicode.Scalar], _ rhs: [Unicode.Scalar]) -> Int {
  var beforeLast = [Int](repeating: 0, count: rhs.count + 1)
  var last = Array(0...rhs.count)
  for row in lhs.indices {
    var current = [row + 1]
    current.reserveCapacity(rhs.count + 1)
    for column in rhs.indices {
      let change = lhs[row] == rhs[column] ? 0 : 1
      var distance = min(last[column] + change, last[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, lhs[row] == rhs[column - 1], lhs[row - 1] == rhs[column] {
        distance = min(distance, beforeLast[column - 1] + 1)
      }
      current.append(distance)
    }
    (beforeLast, last) = (last, current)
  }
  return last[rhs.count]
}
