import Foundation
import Testing

/// Replays the fuzzer's seeds and all that it ever found.
@Suite struct FuzzReplayTests {
  @Test(arguments: ["Corpus", "Regressions"]) func everyPromiseHolds(folder: String) throws {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Fuzz").appendingPathComponent(folder)
    let files = try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)
    #expect(!files.isEmpty)
    for file in files {
      #expect(FuzzOracle.firstBrokenPromise(of: Array(try Data(contentsOf: file))) == nil, "\(file.lastPathComponent)")
    }
  }
}
