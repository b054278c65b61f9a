internal import CFFmpeg

/// A pixel format by libavutil's description.
package struct PixelFormat: Hashable, Sendable, CustomStringConvertible {
  let raw: AVPixelFormat

  init(raw: AVPixelFormat) { self.raw = raw }

  /// The format of that name, such as `yuv420p`; nil when libavutil knows none.
  package init?(named name: String) {
    let raw = av_get_pix_fmt(name)
    guard raw != AV_PIX_FMT_NONE else { return nil }
    self.raw = raw
  }

  package var name: String { av_get_pix_fmt_name(raw).map { String(cString: $0) } ?? "unknown" }
  package var description: String { name }
  package var hasAlpha: Bool { flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0 || raw == AV_PIX_FMT_PAL8 }
  package var isRGB: Bool { flags & UInt64(AV_PIX_FMT_FLAG_RGB) != 0 }
  package var isPlanar: Bool { flags & UInt64(AV_PIX_FMT_FLAG_PLANAR) != 0 }
  package var isPaletted: Bool { flags & UInt64(AV_PIX_FMT_FLAG_PAL) != 0 }
  /// Full-range variants of old (`yuvj420p`), whose range is part of the format.
  package var isFullRangeVariant: Bool { name.hasPrefix("yuvj") }
  /// Bits of the first component.
  package var bitDepth: Int { Int(descriptor?.pointee.comp.0.depth ?? 8) }
  /// log2 of the horizontal chroma subsampling.
  package var chromaShiftX: Int { Int(descriptor?.pointee.log2_chroma_w ?? 0) }
  /// log2 of the vertical chroma subsampling.
  package var chromaShiftY: Int { Int(descriptor?.pointee.log2_chroma_h ?? 0) }
  /// Whether samples of more than a byte have their low one first.
  package var isLittleEndian: Bool { flags & UInt64(AV_PIX_FMT_FLAG_BE) == 0 }
  package var componentCount: Int { Int(descriptor?.pointee.nb_components ?? 0) }
  package var planeCount: Int { Int(av_pix_fmt_count_planes(raw)) }

  package static func == (lhs: PixelFormat, rhs: PixelFormat) -> Bool { lhs.raw.rawValue == rhs.raw.rawValue }
  package func hash(into hasher: inout Hasher) { hasher.combine(raw.rawValue) }

  private var descriptor: UnsafePointer<AVPixFmtDescriptor>? { av_pix_fmt_desc_get(raw) }
  private var flags: UInt64 { descriptor?.pointee.flags ?? 0 }
}

extension PixelFormat {
  /// 8-bit planar YUV 4:2:0.
  package static let planar420 = PixelFormat(raw: AV_PIX_FMT_YUV420P)
  /// Planar RGB and alpha of 8 bits.
  package static let planarRGBA = PixelFormat(raw: AV_PIX_FMT_GBRAP)
  /// Planar RGB and alpha of 16 bits.
  package static let planarRGBA16 = PixelFormat(raw: AV_PIX_FMT_GBRAP16LE)
}
