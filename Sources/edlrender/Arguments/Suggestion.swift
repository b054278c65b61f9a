/// Finds what a mistyped word was meant to be.
enum Suggestion {
  /// The nearest of the candidates, unless even that one is another word altogether.
  static func nearest(to word: String, among candidates: [String]) -> String? {
    let limit = max(1, word.count / 3)
    let measured = candidates.map { (name: $0, distance: distance(Array(word), Array($0))) }
    return measured.filter { $0.distance <= limit }.min { $0.distance < $1.distance }?.name
  }

  /// Insertions, deletions, replacements and swaps of neighbours that lead from one to the other.
  private static func distance(_ from: [Character], _ to: [Character]) -> Int {
    var rows = [Array(0...to.count)]
    for row in 1..<(from.count + 1) {
      var line = [row]
      for column in 1..<(to.count + 1) {
        let isSame = from[row - 1] == to[column - 1]
        var cost = min(rows[row - 1][column] + 1, line[column - 1] + 1, rows[row - 1][column - 1] + (isSame ? 0 : 1))
        if row > 1, column > 1, from[row - 1] == to[column - 2], from[row - 2] == to[column - 1] {
          cost = min(cost, rows[row - 2][column - 2] + 1)
        }
        line.append(cost)
      }
      rows.append(line)
    }
    return rows[from.count][to.count]
  }
}
