package import EDL
internal import MediaTime
internal import Synchronization

/// What setting a title brings to light.
package struct TextFindings: Hashable, Sendable {
  /// Characters that no font has a picture of, each once.
  package var missing: [Unicode.Scalar] = []
  /// The family that stands in for the one asked for, which is not installed.
  package var substitute: String?
  /// The files of the fonts that are used.
  package var fontFiles: [String] = []
  /// Why the title cannot be set.
  package var failure: Failure?

  /// Why a title cannot be set.
  package enum Failure: Hashable, Sendable {
    /// What is wrong with its markup.
    case markup(String)
    /// What is wrong with its font.
    case font(String)
  }

  private static let known = Mutex<[TextStyle: TextFindings]>([:])

  /// Sets a title as it begins, once for all who ask.
  package static func of(_ title: Title) -> TextFindings {
    guard case .title(let still) = Drawing.title(title).still(at: .zero) else { return TextFindings() }
    // Which fonts are used does not depend on the size.
    var style = TextStyle(still, on: PixelSize(width: 1920, height: 1080))
    style.size = 48
    style.maxWidth = nil
    if let found = known.withLock({ $0[style] }) { return found }
    var findings = TextFindings()
    do throws(DrawError) {
      let layout = try TextLayout.make(style)
      findings.missing = layout.missing
      findings.substitute = layout.substitute
      findings.fontFiles = layout.fontFiles
    } catch {
      findings.failure = error.isOfMarkup ? .markup(error.message) : .font(error.message)
    }
    known.withLock { known in
      if known.count > 4096 { known.removeAll() }
      known[style] = findings
    }
    return findings
  }
}
