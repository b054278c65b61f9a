/// Which filters a stranger's project may use, and which of their options are files.
enum FilterPolicy {
  /// Why a filter is refused unless it is allowed by name; nil when it may be used.
  static func refusal(_ filter: String) -> String? {
    if let reason = reasons[filter] { return reason }
    let device = ["_opencl", "_vulkan", "_cuda", "_npp", "_vaapi", "_qsv", "_videotoolbox"].contains {
      filter.hasSuffix($0)
    }
    if device || filter.hasPrefix("hw") || filter == "libplacebo" || filter == "openclsrc" {
      return "it works on a graphics device, whose results differ"
    }
    return nil
  }

  /// Why an option of a filter is refused unless the filter is allowed by name.
  static func refusal(_ filter: String, option: String) -> String? {
    writing["\(filter).\(option)"].map { "its option \"\(option)\" \($0)" }
  }

  /// Why a value of an option is refused, allowed or not; nil when it is fine.
  static func refusal(_ filter: String, value: String) -> String? {
    guard filter == "drawtext", value.contains("%{localtime") || value.contains("%{gmtime") else { return nil }
    return "the picture would depend on the time of day"
  }

  /// Whether an option of a filter names a file that it reads.
  static func readsFile(_ filter: String, option: String) -> Bool { reading.contains("\(filter).\(option)") }

  /// Whether an option of a filter names a folder that it reads.
  static func readsFolder(_ filter: String, option: String) -> Bool { option == "fontsdir" }

  /// Whether any filter has a file's name under this option.
  static func isFileName(_ option: String) -> Bool { fileNames.contains(option) }

  /// Filters that are edlrender's own business, allowed or not.
  static let reserved: Set<String> = [
    "buffer", "buffersink", "abuffer", "abuffersink", "fifo", "afifo", "realtime", "arealtime", "cue", "acue", "bench",
    "abench", "graphmonitor",
  ]

  private static let reasons: [String: String] = {
    let loads = "it loads code"
    let opens = "it opens files by itself"
    let network = "it opens a network socket"
    let control = "it controls other filters from a file"
    return [
      "frei0r": loads, "frei0r_src": loads, "ladspa": loads, "lv2": loads, "ocv": loads, "coreimage": loads,
      "coreimagesrc": loads, "dnn_processing": loads, "dnn_classify": loads, "dnn_detect": loads, "sr": loads,
      "derain": loads, "movie": opens, "amovie": opens, "lensfun": opens, "zmq": network, "azmq": network,
      "sendcmd": control, "asendcmd": control, "vidstabdetect": "it writes a file", "signature": "it writes a file",
      "libvmaf": opens, "asr": loads, "whisper": loads, "vmafmotion": "it writes a file",
    ]
  }()

  private static let writing: [String: String] = {
    let writes = "writes a file"
    return [
      "metadata.file": writes, "ametadata.file": writes, "ssim.stats_file": writes, "psnr.stats_file": writes,
      "deshake.filename": writes, "curves.plot": writes, "segment.filename": writes,
      "drawtext.reload": "reads a file again and again",
    ]
  }()

  private static let reading: Set<String> = [
    "lut3d.file", "lut1d.file", "subtitles.filename", "ass.filename", "drawtext.fontfile", "drawtext.textfile",
    "curves.psfile", "removelogo.filename", "find_rect.object", "cover_rect.cover", "nnedi.weights",
    "vidstabtransform.input", "fieldhint.hint", "life.filename", "cellauto.filename", "arnndn.model",
    "sofalizer.sofa",
  ]

  private static let fileNames = Set(
    reading.compactMap { $0.split(separator: ".").last.map(String.init) } + ["fontsdir"])
}
