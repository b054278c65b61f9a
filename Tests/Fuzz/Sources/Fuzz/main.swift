// SwiftPM renames an executable's main function, so libFuzzer's own never runs: call its driver.

@_silgen_name("LLVMFuzzerRunDriver")
func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ target: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

// libFuzzer's runtime refers to this symbol too.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  if let broken = FuzzOracle.firstBrokenPromise(of: bytes) { fatalError(broken) }
  return 0
}

var count = CommandLine.argc
var arguments = CommandLine.unsafeArgv
_ = runFuzzer(&count, &arguments, fuzzOneInput)
