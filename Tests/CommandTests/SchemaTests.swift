internal import Foundation
internal import Testing

/// The schema, judged by a validator that knows nothing of this program.
@Suite struct SchemaTests {
  @Test(arguments: Places.examples)
  func theSchemaAcceptsTheExamples(name: String) throws {
    let verdict = try validate(file: "\(Places.package)/examples/\(name)/project.yaml")
    #expect(verdict == "valid\n")
  }

  @Test(arguments: [
    "tracks: []",
    "edlrender: 2\ntracks: []",
    "edlrender: 1\ntracks: [{kind: video, items: [{clip: a, duraton: 1s}]}]",
    "edlrender: 1\ntracks: [{kind: vidio, items: []}]",
    "edlrender: 1\ntracks: [{kind: audio, items: [{clip: a, fit: cover}]}]",
    "edlrender: 1\ntracks: [{kind: video, items: [{duration: 1s}]}]",
    "edlrender: 1\ntracks: [{kind: video, items: [{clip: a, speed: 0}]}]",
    "edlrender: 1\ntracks: [{kind: video, items: [{clip: a, duration: 120}]}]",
    "edlrender: 1\ncanvas: {size: big}\ntracks: []",
    "edlrender: 1\ncanvas: {fps: 29.98}\ntracks: []",
    "edlrender: 1\ntracks: []\noutputs: [{video: off}]",
    "edlrender: 1\ntracks: []\nmarkers: [{name: no time}]",
  ])
  func theSchemaRefusesWhatTheProgramRefuses(text: String) throws {
    let folder = try Folder()
    try folder.write("film.yaml", text)
    #expect(try validate(file: folder("film.yaml")) != "valid\n")
    #expect(try edlrender("check", "film.yaml", in: folder).status == 2)
  }

  private func validate(file: String) throws -> String {
    let folder = try Folder()
    try folder.write("schema.json", try edlrender("schema").output)
    let script = "\(Places.package)/Tests/CommandTests/Support/validate.py"
    return try Tool("python3", [script, folder("schema.json"), file]).finish().output
  }
}
