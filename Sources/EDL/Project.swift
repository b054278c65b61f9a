/// A project file, read and checked as far as its text alone allows.
///
/// The way of a project: ``load(path:options:diagnostics:)``, then probe ``mediaRequests``, then
/// ``resolve(media:diagnostics:)``. Each step adds all that it finds to the diagnostics and goes
/// on as far as it can.
public struct Project: Sendable {
  /// What the caller adds to the file.
  public struct Options: Sendable {
    /// `--set name=value`, in order; a later one wins.
    public var variables: [(name: String, value: String)]
    /// Whether an edge off the frame grid is an error instead of a warning.
    public var isStrict: Bool
    /// The only folder that may be read, symbolic links resolved; nil allows all.
    public var root: String?

    /// Creates options.
    public init(variables: [(name: String, value: String)] = [], isStrict: Bool = false, root: String? = nil) {
      self.variables = variables
      self.isStrict = isStrict
      self.root = root
    }
  }
}
