/// Rows in columns two blanks apart, as wide as their widest cell.
struct TextTable {
  let titles: [String]
  let rows: [[String]]
  /// Whether columns are left out in which no row says anything.
  var hidesEmptyColumns = false
  /// Columns of numbers, which end under each other.
  var numberColumns: Set<Int> = []

  var text: String {
    let all = [titles] + rows
    let columns = titles.indices.filter { column in
      !hidesEmptyColumns || rows.contains { !["", "-"].contains($0[column]) }
    }
    let widths = columns.map { column in all.map { $0[column].count }.max() ?? 0 }
    return all.map { row in
      let cells = zip(columns, widths).map { column, width in
        let blanks = String(repeating: " ", count: width - row[column].count)
        return numberColumns.contains(column) ? blanks + row[column] : row[column] + blanks
      }
      let line = cells.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }.joined(separator: "\n")
  }
}
