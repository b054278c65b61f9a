// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// One direction only: edlrender → Render → EDL → MediaTime, with the C libraries
// behind CLibYAML (read by EDL alone), CFFmpeg, CZimg and CNettle (read by AV alone), CDrawing (read by Draw alone).
let package = Package(
  name: "edlrender",
  products: [
    .library(name: "EDL", targets: ["EDL"]),
    .library(name: "Render", targets: ["Render"]),
    .executable(name: "edlrender", targets: ["edlrender"]),
  ],
  targets: [
    .systemLibrary(
      name: "CLibYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .systemLibrary(
      name: "CFFmpeg",
      pkgConfig: "libavfilter libavformat libavcodec libswscale libswresample libavutil",
      providers: [
        .apt(["libavfilter-dev", "libavformat-dev", "libavcodec-dev", "libswscale-dev", "libswresample-dev"]),
        .brew(["ffmpeg"]),
      ]),
    .systemLibrary(
      name: "CZimg", pkgConfig: "zimg", providers: [.apt(["libzimg-dev"]), .brew(["zimg"])]),
    .systemLibrary(
      name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"]), .brew(["nettle"])]),
    .systemLibrary(
      name: "CDrawing", pkgConfig: "pangocairo pangoft2 fontconfig librsvg-2.0",
      providers: [.apt(["libpango1.0-dev", "librsvg2-dev"]), .brew(["pango", "librsvg"])]),
    .target(name: "MediaTime", swiftSettings: strict),
    .target(name: "EDL", dependencies: ["MediaTime", "CLibYAML"], swiftSettings: strict),
    .target(name: "AV", dependencies: ["MediaTime", "CFFmpeg", "CZimg", "CNettle"], swiftSettings: strict),
    .target(name: "Draw", dependencies: ["EDL", "MediaTime", "CDrawing"], swiftSettings: strict),
    .target(name: "Render", dependencies: ["EDL", "AV", "Draw", "MediaTime"], swiftSettings: strict),
    .executableTarget(name: "edlrender", dependencies: ["Render", "EDL"], swiftSettings: strict),
    .testTarget(name: "MediaTimeTests", dependencies: ["MediaTime"], swiftSettings: strict),
    .testTarget(name: "EDLTests", dependencies: ["EDL", "MediaTime"], swiftSettings: strict),
    .testTarget(name: "DrawTests", dependencies: ["Draw", "EDL", "MediaTime"], swiftSettings: strict),
    .testTarget(name: "RenderTests", dependencies: ["Render", "EDL", "AV", "MediaTime"], swiftSettings: strict),
    .testTarget(name: "CaseTests", swiftSettings: strict),
    .testTarget(name: "CommandTests", exclude: ["Support/validate.py"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
