internal import AV
public import EDL

/// Why a render ended without its file; the previous file, if any, is untouched.
public struct RenderError: Error, Sendable {
  /// The kind of trouble, which decides the exit status.
  public enum Kind: Sendable {
    /// The project asks for what cannot be (exit status 2).
    case project
    /// A media file or the disk (exit status 3).
    case media
    /// A codec or filter (exit status 4).
    case codec
    /// Asked to stop (exit status 130).
    case interrupted
  }

  /// The kind of trouble.
  public var kind: Kind
  /// The finding, pointing at the author's line where there is one.
  public var diagnostic: Diagnostic

  static let interrupted = RenderError(
    kind: .interrupted, diagnostic: Diagnostic(.error, code: "render.interrupted", "interrupted"))

  /// Creates an error.
  public init(kind: Kind, diagnostic: Diagnostic) {
    self.kind = kind
    self.diagnostic = diagnostic
  }

  /// What was rendered could not be kept until it is written.
  init(_ error: SystemError, output path: String) {
    self.init(
      kind: .media,
      diagnostic: Diagnostic(
        .error, code: "output.write", "cannot write \"\(path)\": \(error.reason) (\(error.operation))", blame: .media))
  }

  /// A failed libav call.
  init(_ kind: Kind, _ error: AVError, doing step: String, at range: SourceRange? = nil) {
    self.kind = kind
    let code = kind == .media ? "render.io" : "render.codec"
    diagnostic = Diagnostic(.error, code: code, "cannot \(step): \(error)", at: range)
  }
}

extension RenderError {
  /// A media file that could not give what was asked of it.
  init(_ error: MediaError, at range: SourceRange?) {
    self.init(kind: .media, diagnostic: Diagnostic(.error, code: error.code, error.message, at: range, blame: .media))
  }
}
