internal import Foundation

/// What `ffprobe` says of a file.
struct Facts: Decodable {
  struct Stream: Decodable {
    let codec_type: String?
    let codec_name: String?
    let width: Int?
    let height: Int?
    let pix_fmt: String?
    let sample_aspect_ratio: String?
    let field_order: String?
    let color_range: String?
    let color_space: String?
    let color_transfer: String?
    let color_primaries: String?
    let r_frame_rate: String?
    let avg_frame_rate: String?
    let time_base: String?
    let start_time: String?
    let duration: String?
    let sample_rate: String?
    let channels: Int?
    let channel_layout: String?
    let has_b_frames: Int?
    let side_data_list: [SideData]?
    let disposition: [String: Int]?
    let tags: [String: String]?
  }

  struct SideData: Decodable {
    let side_data_type: String?
    let rotation: Int?
  }

  struct Format: Decodable {
    let format_name: String?
    let start_time: String?
    let duration: String?
    let tags: [String: String]?
  }

  let streams: [Stream]
  let format: Format

  /// Reads the facts of a file.
  static func of(_ path: String) throws -> Facts {
    let run = try Command(
      "ffprobe", ["-v", "error", "-of", "json", "-show_streams", "-show_format", "-i", path]
    ).run()
    guard run.status == 0 else { throw HarnessError("ffprobe \(path): \(run.errors)") }
    return try JSONDecoder().decode(Facts.self, from: Data(run.output.utf8))
  }

  /// The first moving picture that is not a cover.
  var video: Stream? {
    streams.first { $0.codec_type == "video" && $0.disposition?["attached_pic"] != 1 }
  }

  var audio: [Stream] { streams.filter { $0.codec_type == "audio" } }

  var seconds: Double? { format.duration.flatMap { Double($0) } }
}

/// The time stamps of every decoded video frame, in seconds.
func timestamps(of path: String) throws -> [Double] {
  struct Frame: Decodable {
    let best_effort_timestamp_time: String?
  }
  struct Frames: Decodable {
    let frames: [Frame]
  }
  let run = try Command(
    "ffprobe",
    [
      "-v", "error", "-of", "json", "-select_streams", "V:0",
      "-show_entries", "frame=best_effort_timestamp_time", "-i", path,
    ]
  ).run()
  return try JSONDecoder().decode(Frames.self, from: Data(run.output.utf8)).frames.map {
    $0.best_effort_timestamp_time.flatMap { Double($0) } ?? .nan
  }
}
