internal import EDL

/// `edlrender schema`: the JSON Schema of project files.
enum SchemaCommand {
  static let spec = CommandSpec(
    "schema", summary: "prints the JSON Schema of project files, for editors and validators",
    discussion: [
      """
      It comes out of the tables that the reader itself uses. An editor with yaml-language-server completes and \
      explains fields when the file begins with: # yaml-language-server: $schema=PATH
      """
    ],
    examples: ["schema > edlrender.schema.json"],
    run: run)

  private static func run(_ invocation: Invocation) -> ExitStatus {
    Console.out(invocation.has(CommonOptions.json) ? JSON.text(Schema.json).line + "\n" : Schema.json)
    return .done
  }
}
