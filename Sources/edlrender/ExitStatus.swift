/// How the process ends.
enum ExitStatus: Int32, CaseIterable, Sendable {
  case done = 0
  case differs = 1
  case project = 2
  case media = 3
  case codec = 4
  case interrupted = 130

  /// What it tells, for the help.
  var meaning: String {
    switch self {
    case .done: "done"
    case .differs: "a comparison differs: golden check, cache verify, diff, fmt --check, --frozen"
    case .project: "the project or the command line is wrong"
    case .media: "a media file or the disk gave trouble"
    case .codec: "a codec or filter failed while rendering"
    case .interrupted: "interrupted"
    }
  }
}
