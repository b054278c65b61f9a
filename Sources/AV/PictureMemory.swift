internal import CFFmpeg
private import Synchronization

/// The memory of pictures: what one no longer needs is kept for the next one of its size.
///
/// A picture of 1080p taken from the system anew is 800 pages, each of which the kernel clears
/// first; a render makes several such pictures a frame.
enum PictureMemory {
  /// A block that no picture uses.
  private struct Block {
    let address: UInt
    let size: Int
  }

  /// The most bytes that wait: seven pictures of 1080p, or four of 2160p.
  private static func most(_ size: Int) -> Int { max(24 << 20, min(64 << 20, 4 * size)) }
  /// Oldest first.
  private static let waiting = Mutex<[Block]>([])

  /// Gives a picture whose size and format are set buffers, its samples undefined.
  static func fill(_ frame: UnsafeMutablePointer<AVFrame>) throws(AVError) {
    let (width, format) = (frame.pointee.width, AVPixelFormat(rawValue: frame.pointee.format))
    // As libav's own pictures: whole blocks of chroma below, and some bytes that SIMD may read behind.
    let rows = (frame.pointee.height + 31) / 32 * 32
    let size = Int(try check("av_image_get_buffer_size", av_image_get_buffer_size(format, width, rows, 64))) + 64
    guard let block = take(size) ?? av_malloc(size) else {
      throw AVError(code: shim_averror(ENOMEM), operation: "av_malloc")
    }
    let bytes = block.assumingMemoryBound(to: UInt8.self)
    let owner = av_buffer_create(
      bytes, size, { size, block in PictureMemory.give(back: block, size: Int(bitPattern: size)) },
      UnsafeMutableRawPointer(bitPattern: size), 0)
    guard let owner else {
      av_free(block)
      throw AVError(code: shim_averror(ENOMEM), operation: "av_buffer_create")
    }
    frame.pointee.buf.0 = owner
    let result = withUnsafeMutablePointer(to: &frame.pointee.data) { data in
      withUnsafeMutablePointer(to: &frame.pointee.linesize) { strides in
        data.withMemoryRebound(to: UnsafeMutablePointer<UInt8>?.self, capacity: 8) { data in
          strides.withMemoryRebound(to: Int32.self, capacity: 8) { strides in
            av_image_fill_arrays(data, strides, bytes, format, width, rows, 64)
          }
        }
      }
    }
    try check("av_image_fill_arrays", result)
  }

  private static func take(_ size: Int) -> UnsafeMutableRawPointer? {
    waiting.withLock { blocks in
      guard let index = blocks.lastIndex(where: { $0.size == size }) else { return nil }
      return UnsafeMutableRawPointer(bitPattern: blocks.remove(at: index).address)
    }
  }

  private static func give(back block: UnsafeMutablePointer<UInt8>?, size: Int) {
    guard let block else { return }
    waiting.withLock { blocks in
      blocks.append(Block(address: UInt(bitPattern: block), size: size))
      shrink(&blocks, to: most(size))
    }
  }

  /// Gives all that waits back to the system.
  static func empty() { waiting.withLock { shrink(&$0, to: 0) } }

  private static func shrink(_ blocks: inout [Block], to most: Int) {
    var total = blocks.reduce(0) { $0 + $1.size }
    while total > most, let oldest = blocks.first {
      total -= oldest.size
      av_free(UnsafeMutableRawPointer(bitPattern: oldest.address))
      blocks.removeFirst()
    }
  }
}
