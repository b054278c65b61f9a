internal import Foundation
internal import Testing

/// The cache on the disk: what hits, what never does, and what happens when it is damaged or full.
@Suite struct CacheTests {
  /// Three clips of two files and a title: 8 s in four segments of picture.
  private func film() throws -> Folder {
    let folder = try Folder()
    try RandomFilm.files(in: folder)
    try folder.write(
      "film.yaml",
      """
      edlrender: 1
      canvas: {size: 128x72, fps: 25}
      tracks:
        - kind: video
          items:
            - {clip: a.mp4, in: 1s, duration: 3s}
            - {clip: b.mp4, in: 2s, duration: 2s, effects: [{lut3d: grade.cube}]}
            - {id: body, clip: a.mp4, in: 5s, duration: 3s}
        - kind: video
          items: [{text: Title, at: body.start, duration: 3s, font: {size: 20}}]
      outputs: [{path: film.mkv, video: {codec: h264, preset: ultrafast}, audio: [{codec: pcm_s16le}]}]

      """)
    return folder
  }

  @discardableResult
  private func render(_ folder: Folder, _ options: String...) throws -> Outcome {
    let outcome = try Tool(
      Places.program, ["film.yaml", "--json", "--cache", folder("cache")] + options, in: folder.path
    ).finish()
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    return outcome
  }

  private func bytes(_ folder: Folder, _ name: String = "film.mkv") throws -> Data {
    try Data(contentsOf: URL(filePath: folder(name)))
  }

  /// The film without a cache, in this very state of its files.
  private func clean(_ folder: Folder) throws -> Data {
    let outcome = try edlrender("film.yaml", "--no-cache", "-o", "clean.mkv", in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try bytes(folder, "clean.mkv")
  }

  private func entries(_ folder: Folder) throws -> [String] {
    let root = folder("cache/v1/entries")
    return try FileManager.default.subpathsOfDirectory(atPath: root).filter { $0.count > 60 }.map { "\(root)/\($0)" }
      .sorted()
  }

  @Test func whatDidNotChangeIsNotRenderedAgain() throws {
    let folder = try film()
    let clean = try clean(folder)
    #expect(try render(folder).cachedFrames == 0)
    #expect(try bytes(folder) == clean)
    try remove(folder)
    #expect(try render(folder).cachedFrames == 200)
    #expect(try bytes(folder) == clean)
    // Only a part of it, in another place, under another name, moved, and with another list of media.
    #expect(try render(folder, "--range", "3s..5s", "-o", "part.mkv").cachedFrames == 50)
    let text = try folder.read("film.yaml")
    try folder.write(
      "film.yaml", text.replacing("    items:\n", with: "    items:\n      - {clip: still.png, duration: 2s}\n"))
    #expect(try render(folder).cachedFrames == 200)
    #expect(try bytes(folder) == self.clean(folder))
  }

  private func remove(_ folder: Folder) throws { try FileManager.default.removeItem(atPath: folder("film.mkv")) }

  @Test func aFileThatIsThereAlreadyIsLeftAlone() throws {
    let folder = try film()
    func node() throws -> Int {
      try #require(FileManager.default.attributesOfItem(atPath: folder("film.mkv"))[.systemFileNumber] as? Int)
    }
    #expect(try !render(folder).output.contains("\"unchanged\":true"))
    let (right, first) = try (bytes(folder), node())
    let again = try render(folder)
    #expect(try again.output.contains("\"unchanged\":true") && again.cachedFrames == 200)
    #expect(try bytes(folder) == right && node() == first)
    // One byte of it, its time put back, and another file of that name are all written over.
    var damaged = right
    damaged[right.count / 2] ^= 1
    for bytes in [damaged, right.dropLast(), Data("nothing".utf8)] {
      let date = try #require(FileManager.default.attributesOfItem(atPath: folder("film.mkv"))[.modificationDate])
      try bytes.write(to: URL(filePath: folder("film.mkv")))
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: folder("film.mkv"))
      let mended = try render(folder)
      #expect(try mended.output.contains("\"unchanged\":false") && mended.cachedFrames == 200)
      #expect(try self.bytes(folder) == right)
    }
    // What is in no segment: a title, a chapter, the language of a stream.
    let text = try folder.read("film.yaml")
    for (old, new) in [
      ("{path: film.mkv,", "{path: film.mkv, metadata: {title: Other},"), ("pcm_s16le}", "pcm_s16le, language: deu}"),
      ("outputs: [{", "markers: [{at: 2s, name: Two}]\noutputs: [{chapters: markers, "),
    ] {
      try folder.write("film.yaml", text.replacing(old, with: new))
      #expect(try render(folder).output.contains("\"unchanged\":false"), "\(new)")
      #expect(try bytes(folder) == clean(folder), "\(new)")
    }
  }

  @Test func anEqualFileHitsAndAChangedOneNeverDoes() throws {
    let folder = try film()
    try render(folder)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1e9)], ofItemAtPath: folder("a.mp4"))
    #expect(try render(folder).cachedFrames == 200)
    try Tool.run("sh", ["-c", "mv b.mp4 c.mp4 && cp c.mp4 b.mp4"], in: folder.path)
    #expect(try render(folder).cachedFrames == 200)
    // Other bytes, the size and the time of before: the grade reaches one segment, the file two.
    let date = try #require(
      try FileManager.default.attributesOfItem(atPath: folder("grade.cube"))[.modificationDate] as? Date)
    try folder.write("grade.cube", try folder.read("grade.cube").replacing("1.0", with: "0.9"))
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: folder("grade.cube"))
    #expect(try render(folder).cachedFrames == 150)
    #expect(try bytes(folder) == clean(folder))
  }

  @Test func aByteInTheMiddleOfALargeFileIsSeen() throws {
    let folder = try film()
    try Tool.run(
      "ffmpeg",
      [
        "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=s=640x360:r=25:d=8,noise=alls=30:allf=t", "-c:v",
        "rawvideo",
      ]
        + ["-pix_fmt", "yuv420p", folder("b.avi")])
    try folder.write("film.yaml", try folder.read("film.yaml").replacing("b.mp4", with: "b.avi"))
    try render(folder)
    let file = try FileHandle(forUpdating: URL(filePath: folder("b.avi")))
    // In the luma of frame 60, 2.4 s in, far from every place that a sample of the file reads.
    try file.seek(toOffset: 60 * 345_600 + 100_000)
    try file.write(contentsOf: Data(repeating: 255, count: 20_000))
    try file.close()
    #expect(try render(folder).cachedFrames == 150)
    #expect(try bytes(folder) == clean(folder))
  }

  /// A sequence a still a second: two segments show what is in them, and no more.
  @Test func aStillOfASequenceReachesOnlyWhatShowsIt() throws {
    let folder = try Folder()
    try Tool.run(
      "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=128x72:r=1", "-t", "20", folder("s%02d.png")])
    try folder.write(
      "film.yaml",
      """
      edlrender: 1
      canvas: {size: 128x72, fps: 25}
      media: {seq: {path: s%02d.png, fps: 1}}
      tracks: [{kind: video, items: [{clip: seq}]}]
      outputs: [{path: film.mkv, video: {codec: h264, preset: ultrafast}}]

      """)
    #expect(try render(folder).cachedFrames == 0)
    let colour = "color=c=teal:s=128x72"
    try Tool.run("ffmpeg", ["-v", "error", "-y", "-f", "lavfi", "-i", colour, "-frames:v", "1", folder("s18.png")])
    let reused = try #require(try render(folder).cachedFrames)
    // Segments last some eight seconds; the one with the seventeenth second is another now.
    #expect(reused >= 200 && reused < 450, "\(reused)")
    #expect(try bytes(folder) == clean(folder))
    // One more at the end changes nothing before it.
    try FileManager.default.copyItem(atPath: folder("s01.png"), toPath: folder("s21.png"))
    #expect(try #require(try render(folder).cachedFrames) >= 200)
    #expect(try bytes(folder) == clean(folder))
  }

  /// The records of facts in the cache.
  private func facts(_ folder: Folder) throws -> [String] {
    let root = folder("cache/v1/files")
    guard folder.has("cache/v1/files") else { return [] }
    return try FileManager.default.subpathsOfDirectory(atPath: root).filter { $0.count > 60 }.map { "\(root)/\($0)" }
      .filter { try String(contentsOfFile: $0, encoding: .utf8).contains("\"info\"") }.sorted()
  }

  @Test func factsOfAFileAreRememberedUntilItChanges() throws {
    let folder = try film()
    // Facts are kept of files that have rested for three seconds; the media were copied just now.
    try Tool.run("touch", ["-d", "2020-01-01", folder("a.mp4"), folder("b.mp4")])
    usleep(3_200_000)
    func check(_ options: [String] = []) throws -> Outcome {
      try Tool(
        Places.program, ["explain", "film.yaml", "1s", "--json"] + options, in: folder.path,
        environment: ["EDLRENDER_CACHE": folder("cache")]
      ).finish()
    }
    #expect(try check(["--no-cache"]).status == 0)
    #expect(try facts(folder) == [])
    let first = try check()
    let records = try facts(folder)
    #expect(records.count == 2)
    #expect(try check().output == first.output)
    // A record that anything but the program changed is not believed.
    for record in records {
      let text = try String(contentsOfFile: record, encoding: .utf8)
      #expect(text.contains("\"displaySize\":{\"height\":72,\"width\":128}"), "\(text)")
      try Data(text.replacing("\"height\":72", with: "\"height\":36").utf8).write(to: URL(filePath: record))
    }
    #expect(try check().output == first.output)
    for record in records { try Data("nonsense".utf8).write(to: URL(filePath: record)) }
    #expect(try check().output == first.output)
    #expect(try facts(folder) == records)
    // Another file under the same name and age.
    try Tool.run(
      "ffmpeg", ["-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=s=64x36:r=25:d=2", folder("short.mp4")])
    try Tool.run("sh", ["-c", "mv short.mp4 a.mp4 && touch -d 2020-01-01 a.mp4"], in: folder.path)
    let changed = try check()
    #expect(changed.status == 2)
    #expect(changed.output.contains("a.mp4"), "\(changed.output)")
  }

  @Test func damagedEntriesAreMadeAgain() throws {
    let folder = try film()
    try render(folder)
    let right = try bytes(folder)
    let entries = try entries(folder)
    #expect(entries.count == 4)
    for (index, entry) in entries.enumerated() {
      var data = try Data(contentsOf: URL(filePath: entry))
      for damage in ["flipped", "cut", "empty", "foreign"] {
        switch damage {
        case "flipped": data[data.count * (index + 1) / 6] ^= 0x10
        case "cut": data = data.dropLast(data.count / 3)
        case "empty": data = Data()
        default: data = Data("something else".utf8)
        }
        try data.write(to: URL(filePath: entry))
        try remove(folder)
        let outcome = try render(folder)
        #expect(outcome.output.contains("cache.damaged"), "\(damage) \(entry)")
        #expect(try bytes(folder) == right, "\(damage) \(entry)")
        data = try Data(contentsOf: URL(filePath: entry))
      }
    }
    #expect(try render(folder).cachedFrames == 200)
    try Data("nothing".utf8).write(to: URL(filePath: entries[0]))
    #expect(try edlrender("cache", "verify", "--cache", folder("cache")).status == 1)
    #expect(try self.entries(folder).count == 3)
    #expect(try edlrender("cache", "verify", "--cache", folder("cache")).status == 0)
  }

  @Test func verifyingRendersAgain() throws {
    let folder = try film()
    try render(folder)
    let all = try edlrender("cache", "verify", "film.yaml", "--all", "--cache", folder("cache"), in: folder)
    #expect(all.status == 0)
    #expect(all.output.contains("3 segments, 1 sound stream rendered again, all equal"), "\(all.output)")
    let some = try edlrender("cache", "verify", "film.yaml", "--cache", folder("cache"), in: folder)
    #expect(some.status == 0 && some.output.contains("3 segments, 0 sound streams"), "\(some.output)")
  }

  @Test func aFullDiskCostsNothingButTheCache() throws {
    let folder = try film()
    let right = try clean(folder)
    try FileManager.default.createDirectory(atPath: folder("cache"), withIntermediateDirectories: true)
    let mount = try Tool("mount", ["-t", "tmpfs", "-o", "size=96k", "none", folder("cache")]).finish()
    guard mount.status == 0 else { return }  // only the superuser may, and not everywhere
    defer { _ = try? Tool("umount", ["-l", folder("cache")]).finish() }
    let outcome = try render(folder)
    #expect(outcome.output.contains("cache.unwritable"))
    #expect(try bytes(folder) == right)
    #expect(try render(folder).status == 0)
    #expect(try bytes(folder) == right)
    #expect(try edlrender("film.yaml", "--part", "1/1", "--cache", folder("cache"), in: folder).status == 3)
  }

  @Test func theCacheKeepsToItsLimit() throws {
    let folder = try film()
    try render(folder)
    let count = try entries(folder).count
    let pruned = try edlrender("cache", "prune", "--cache-size", "60kB", "--cache", folder("cache"), "--json")
    #expect(pruned.status == 0)
    #expect(try entries(folder).count < count)
    let statistics = try #require(try edlrender("cache", "--json", "--cache", folder("cache")).objects.first)
    #expect(try #require(Int(statistics["bytes"] ?? "")) <= 60_000)
    #expect(try edlrender("cache", "prune", "--all", "--cache", folder("cache")).status == 0)
    #expect(try entries(folder).isEmpty)
    try render(folder, "--cache-size", "1kB")
    #expect(try entries(folder).isEmpty)
    #expect(try edlrender("cache", "--cache-size", "many").status == 2)
  }

  @Test(arguments: [2, 3]) func partsMakeTheWhole(count: Int) throws {
    let folder = try film()
    let right = try clean(folder)
    var frames = 0
    for number in 1...count {
      let part = try render(folder, "--part", "\(number)/\(count)")
      let result = try #require(try part.objects.first { $0["event"] == "part" })
      frames += try #require(Int(result["frames"] ?? ""))
      #expect(!folder.has("film.mkv"))
    }
    #expect(frames == 200)
    #expect(try render(folder).cachedFrames == 200)
    #expect(try bytes(folder) == right)
    #expect(try edlrender("film.yaml", "--part", "3/2", in: folder).status == 2)
    #expect(try edlrender("film.yaml", "--part", "1/2", "--no-cache", in: folder).status == 2)
  }

  /// A stand-in for Slurm that runs what is submitted at once: an array's jobs one after the other.
  private static let sbatch = """
    #!/usr/bin/env bash
    printf '%s\\n' "$*" >>"$SUBMITTED"
    first=1 last=1
    while [ $# -gt 0 ]; do
      case $1 in
        --array) first=${2%-*} last=${2#*-}; shift ;;
        --wrap) command=$2; shift ;;
      esac
      shift
    done
    for task in $(seq "$first" "$last"); do SLURM_ARRAY_TASK_ID=$task sh -c "$command" >/dev/null 2>&1; done
    echo "$((4711 + $(wc -l <"$SUBMITTED")));cluster"

    """

  @Test func aSlurmArrayRendersThePartsAndALastJobTheFilm() throws {
    let folder = try film()
    let right = try clean(folder)
    try folder.write("bin/sbatch", Self.sbatch)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder("bin/sbatch"))
    let submit = "\(Places.package)/integrations/slurm/submit.sh"
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let surroundings = [
      "PATH": "\(folder("bin")):\(path)", "EDLRENDER": Places.program, "EDLRENDER_CACHE": folder("cache"),
      "SUBMITTED": folder("submitted"),
    ]
    let outcome = try Tool(
      submit, ["film.yaml", "3", "--partition", "fast", "--", "--strict"], in: folder.path, environment: surroundings
    ).finish()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output == "parts: job 4712, 3 in all\nfilm: job 4713\n")
    let jobs = try folder.read("submitted").split(separator: "\n")
    try #require(jobs.count == 2)
    #expect(jobs[0].contains("--array 1-3") && jobs[0].contains("--partition fast") && jobs[0].contains("--strict"))
    #expect(jobs[1].contains("--dependency afterany:4712") && !jobs[1].contains("--part "))
    #expect(try bytes(folder) == right)
    #expect(try entries(folder).count == 4)
    #expect(try Tool(submit, ["film.yaml", "none"], in: folder.path, environment: surroundings).finish().status == 2)
  }
}
