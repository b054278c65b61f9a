internal import CFFmpeg

/// Packets as plain bytes, to be kept outside memory until the muxer takes them.
///
/// Little-endian: pts, dts, duration (Int64 each), flags, payload size, number of side data
/// (Int32 each), the payload, then each side data's type and size (Int32) and bytes.
extension Packet {
  /// Appends the packet's bytes.
  package borrowing func encode(into bytes: inout [UInt8]) {
    let packet = pointer.pointee
    for value in [packet.pts, packet.dts, packet.duration] { Self.append(value, to: &bytes) }
    for value in [packet.flags, packet.size, packet.side_data_elems] { Self.append(value, to: &bytes) }
    bytes.append(contentsOf: UnsafeBufferPointer(start: packet.data, count: Int(packet.size)))
    for index in 0..<Int(packet.side_data_elems) {
      let side = packet.side_data[index]
      Self.append(Int32(side.type.rawValue), to: &bytes)
      Self.append(Int32(side.size), to: &bytes)
      bytes.append(contentsOf: UnsafeBufferPointer(start: side.data, count: side.size))
    }
  }

  /// Fills an empty packet from bytes, moving `offset` behind it; false when they end before it does.
  package borrowing func decode(_ bytes: [UInt8], at offset: inout Int) throws(AVError) -> Bool {
    var cursor = offset
    let result = bytes.withUnsafeBytes { buffer in Result { () throws(AVError) in try decode(buffer, &cursor) } }
    guard try result.get() else { return false }
    offset = cursor
    return true
  }

  private borrowing func decode(_ bytes: UnsafeRawBufferPointer, _ offset: inout Int) throws(AVError) -> Bool {
    var cursor = offset
    guard let pts: Int64 = Self.read(bytes, &cursor), let dts: Int64 = Self.read(bytes, &cursor),
      let duration: Int64 = Self.read(bytes, &cursor), let flags: Int32 = Self.read(bytes, &cursor),
      let size: Int32 = Self.read(bytes, &cursor), let sideCount: Int32 = Self.read(bytes, &cursor),
      size >= 0, cursor + Int(size) <= bytes.count
    else { return false }
    if size > 0 {
      try check("av_new_packet", av_new_packet(pointer, size))
      UnsafeMutableRawBufferPointer(start: pointer.pointee.data, count: Int(size))
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[cursor..<cursor + Int(size)]))
      cursor += Int(size)
    }
    pointer.pointee.pts = pts
    pointer.pointee.dts = dts
    pointer.pointee.duration = duration
    pointer.pointee.flags = flags
    for _ in 0..<sideCount {
      guard let type: Int32 = Self.read(bytes, &cursor), let count: Int32 = Self.read(bytes, &cursor), count >= 0,
        cursor + Int(count) <= bytes.count
      else { return false }
      let kind = AVPacketSideDataType(rawValue: UInt32(type))
      if let data = av_packet_new_side_data(pointer, kind, Int(count)) {
        UnsafeMutableRawBufferPointer(start: data, count: Int(count))
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[cursor..<cursor + Int(count)]))
      }
      cursor += Int(count)
    }
    offset = cursor
    return true
  }

  private static func append<Value: FixedWidthInteger>(_ value: Value, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  private static func read<Value: FixedWidthInteger>(_ bytes: UnsafeRawBufferPointer, _ offset: inout Int) -> Value? {
    guard offset + MemoryLayout<Value>.size <= bytes.count else { return nil }
    defer { offset += MemoryLayout<Value>.size }
    return Value(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Value.self))
  }
}

extension Packet {
  /// A copy of the coded bytes.
  package var payload: [UInt8] {
    [UInt8](UnsafeBufferPointer(start: pointer.pointee.data, count: byteCount))
  }
}
