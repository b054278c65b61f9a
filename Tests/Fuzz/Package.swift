// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// The modules under test are links to the real sources, so that their `package` declarations can be
// reached and all of them are instrumented. See README.md for the command.
let package = Package(
  name: "edlrender-fuzz",
  targets: [
    .systemLibrary(name: "CLibYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .target(name: "MediaTime", swiftSettings: strict),
    .target(name: "EDL", dependencies: ["MediaTime", "CLibYAML"], swiftSettings: strict),
    .executableTarget(name: "Fuzz", dependencies: ["EDL", "MediaTime"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
