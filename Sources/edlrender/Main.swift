internal import Render

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// The program: reads the command line, runs the command on the main thread, ends with its status.
@main
enum Main {
  static let commands = [
    RenderCommand.spec, CheckCommand.spec, PlanCommand.spec, FrameCommand.spec, DiffCommand.spec, GoldenCommand.spec,
    LockCommand.spec, LevelsCommand.spec,
    ProbeCommand.spec, InitCommand.spec, FormatCommand.spec, ProfilesCommand.spec, SchemaCommand.spec,
    ExplainCommand.spec, CacheCommand.spec, ProxiesCommand.spec, WatchCommand.spec, CollectCommand.spec,
  ]

  static func main() {
    LinkedLibraries.boundMemory()
    Interruption.listen()
    var status = run(Array(CommandLine.arguments.dropFirst()))
    if let failure = Console.failure {
      Console.error("edlrender: error[output.unwritable]: cannot write to standard output: \(failure)\n")
      if status == .done { status = .media }
    }
    exit(status.rawValue)
  }

  private static func run(_ arguments: [String]) -> ExitStatus {
    let parser = ArgumentParser(commands: commands, implied: RenderCommand.spec, isFile: FileFacts.exists)
    do {
      switch try parser.parse(arguments) {
      case .run(let invocation): return invocation.command.run(invocation)
      case .help(let command): Console.out(command.map(Help.command) ?? Help.general(commands))
      case .version: Console.out("edlrender \(Version.current)\n\(LinkedLibraries.description)\n")
      }
      return .done
    } catch {
      let reporter = Reporter(isJSON: arguments.contains(CommonOptions.json.name))
      let help = error.command.map { "edlrender \($0) --help" } ?? "edlrender --help"
      reporter.fail("command.usage", error.message, notes: ["\"\(help)\" says more"])
      return reporter.finish()
    }
  }
}
