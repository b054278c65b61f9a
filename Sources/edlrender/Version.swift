/// The version of the program, as the changelog counts it.
enum Version {
  static let current = "0.1.0"
}
