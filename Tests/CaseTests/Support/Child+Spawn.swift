internal import Foundation

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

extension Child {
  /// Starts the process with the two descriptors as its outputs and nothing to read.
  static func spawn(_ command: Command, output: CInt, errors: CInt) throws -> pid_t {
    #if canImport(Glibc)
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    #else
    var actions: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, errors, 2)

    // The suite's threads may have signals blocked or ignored; the child starts with none.
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    var environment = ProcessInfo.processInfo.environment
    environment["LC_ALL"] = "C.UTF-8"
    environment.merge(command.environment) { $1 }
    var pid: pid_t = 0
    // posix_spawn changes the folder on some systems only, a shell on all.
    var words = [command.tool] + command.arguments
    if let folder = command.folder { words = ["sh", "-c", "cd \"$0\" && exec \"$@\"", folder] + words }
    let failure = withStrings(words) { arguments in
      withStrings(environment.map { "\($0)=\($1)" }) { variables in
        posix_spawnp(&pid, words[0], &actions, &attributes, arguments, variables)
      }
    }
    guard failure == 0 else {
      throw HarnessError("cannot start \(command.tool): \(String(cString: strerror(failure)))")
    }
    return pid
  }

  /// Lends the strings as C wants them, ended by a null pointer.
  private static func withStrings<Result>(
    _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var pointers = strings.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    pointers.append(nil)
    defer { pointers.removeLast() }
    // A local copy: the pointers stay valid, the array that the call sees is not changed by it.
    var table = pointers
    return body(&table)
  }
}
