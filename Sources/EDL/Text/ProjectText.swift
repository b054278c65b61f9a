/// A project's text, all of it: the file with its includes merged in and its variables put in place.
///
/// Every node still knows the place that it came from, so what a later stage finds wrong is shown
/// where the author wrote it, whichever file that is.
package struct ProjectText: Sendable {
  /// The project's mapping. `include` and `vars` are still in it, and done with.
  package let root: Node
  /// The texts that it was made from; the project file is the first.
  package let sources: SourceMap

  package init(root: Node, sources: SourceMap) {
    self.root = root
    self.sources = sources
  }

  /// Reads a project file and all that it includes.
  ///
  /// `sources` receives every text that was read, also when nil is returned, so that what was found
  /// can be shown in it. Nil means an error after which the tree would have holes.
  package static func load(
    path: String, options: Project.Options, sources: inout SourceMap, diagnostics: inout DiagnosticList
  ) -> ProjectText? {
    var reader = IncludeReader(options: options)
    let isRead = reader.readProject(path)
    sources = reader.sources
    diagnostics.append(contentsOf: reader.diagnostics)
    guard isRead, let project = reader.files.first else { return nil }
    var merger = SectionMerger(sources: sources)
    let merged = merger.merge(project, with: reader.files.dropFirst())
    diagnostics.append(contentsOf: merger.diagnostics)
    guard let merged else { return nil }
    var variables = Variables(declaredIn: merged, overrides: options.variables)
    let root = variables.substitute(inProject: merged)
    diagnostics.append(contentsOf: variables.diagnostics)
    return root.map { ProjectText(root: $0, sources: sources) }
  }

  /// Returns the folder of a file, to which the paths written in it are relative; empty for the
  /// current folder.
  package func directory(ofFile index: Int) -> String { sources.directory(ofFile: index) }

  /// Returns the path to open for a path that is written at a place: relative to the file there.
  package func path(_ path: String, writtenAt range: SourceRange) -> String {
    sources.path(path, writtenAt: range)
  }
}

extension SourceMap {
  /// Returns the folder of a file, to which the paths written in it are relative; empty for the
  /// current folder.
  package func directory(ofFile index: Int) -> String {
    guard files.indices.contains(index), let slash = files[index].path.lastIndex(of: "/") else { return "" }
    let directory = files[index].path[..<slash]
    return directory.isEmpty ? "/" : String(directory)
  }

  /// Returns the path to open for a path that is written at a place: relative to the file there.
  package func path(_ path: String, writtenAt range: SourceRange) -> String {
    let directory = directory(ofFile: range.file)
    guard !path.hasPrefix("/"), !directory.isEmpty else { return path }
    return directory.hasSuffix("/") ? directory + path : directory + "/" + path
  }
}
