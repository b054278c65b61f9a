/// Keys of the format that this version does not render; naming them makes the message honest.
enum UnbuiltFields {
  /// What to say beside "not built in this version", for a key of the format; nil for others.
  static func sentence(for key: String) -> String? {
    guard keys.contains(key) else { return nil }
    return "remove it, or rename it to \"x-\(key)\" to keep it as a remark"
  }

  /// The leading keys of items that are not built.
  static let leadingKeys: Set<String> = []

  private static let keys: Set<String> = leadingKeys.union([
    // Outputs.
    "orientation"
  ])
}
