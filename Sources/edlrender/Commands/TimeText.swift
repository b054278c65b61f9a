internal import EDL

/// Times given on the command line, in the grammar of the project file.
enum TimeText {
  /// The frame on display at a time, or nil after reporting why there is none.
  static func frame(_ text: String, in timeline: Timeline, reporter: Reporter) -> Int? {
    read(text, called: "TIME", reporter) { file, index, diagnostics in
      timeline.frameOnDisplay(at: file, file: index, diagnostics: &diagnostics)
    }
  }

  /// The frames of a range `A..B`, or nil after reporting what is wrong with it.
  static func range(_ text: String, in timeline: Timeline, reporter: Reporter) -> Range<Int>? {
    read(text, called: "--range", reporter) { file, index, diagnostics in
      timeline.frames(in: file, file: index, diagnostics: &diagnostics)
    }
  }

  /// Makes the argument a text of its own, so that findings point into it as into a file.
  private static func read<Value>(
    _ text: String, called name: String, _ reporter: Reporter,
    _ evaluate: (SourceFile, Int, inout DiagnosticList) -> Value?
  ) -> Value? {
    let file = SourceFile(path: name, text: text)
    reporter.sources.files.append(file)
    var diagnostics = DiagnosticList()
    let value = evaluate(file, reporter.sources.files.count - 1, &diagnostics)
    reporter.report(diagnostics)
    return value
  }
}
