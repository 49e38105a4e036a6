// swift-tools-version: 6.2
import PackageDescription

let common: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"), .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]
/// For the pure targets and the executables: any unsafe construct is an error. Adapters build with `common`.
let safe = common + [.strictMemorySafety()]

/// Value types: no I/O, no clock, no C library.
func pure(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: safe)
}

/// One C library, or the operating system, as Swift.
func adapter(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: common)
}

/// A C library from Debian: `package` is what `apt install` needs.
func library(_ name: String, pkgConfig: String, package: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([package])])
}

func tests(
    _ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = [], exclude: [String] = []
) -> Target {
    .testTarget(
        name: name, dependencies: dependencies + ["TestSupport"], exclude: exclude, resources: resources,
        swiftSettings: common)
}

let package = Package(
    name: "beckon",
    products: [
        .executable(name: "beckon-gateway", targets: ["beckon-gateway"]),
        .executable(name: "beckon-consumer", targets: ["beckon-consumer"]),
        .executable(name: "beckon", targets: ["beckon"]),
    ],
    targets: [
        library("CBluetooth", pkgConfig: "bluez", package: "libbluetooth-dev"),
        library("CMosquitto", pkgConfig: "libmosquitto", package: "libmosquitto-dev"),
        library("CYAML", pkgConfig: "yaml-0.1", package: "libyaml-dev"),
        library("CSQLite", pkgConfig: "sqlite3", package: "libsqlite3-dev"),
        library("CPostgreSQL", pkgConfig: "libpq", package: "libpq-dev"),
        library("CMicrohttpd", pkgConfig: "libmicrohttpd", package: "libmicrohttpd-dev"),
        library("CCurl", pkgConfig: "libcurl", package: "libcurl4-openssl-dev"),
        library("CCrypto", pkgConfig: "libcrypto", package: "libssl-dev"),
        library("CICU", pkgConfig: "icu-i18n", package: "libicu-dev"),
        .target(name: "CLocalTime", dependencies: ["CICU"]),
        .target(name: "CMosquittoGuard", dependencies: ["CMosquitto"]),
        .systemLibrary(name: "CLinux"),

        pure("JSON"),
        pure("SQL"),
        pure("Beacons"),
        pure("HCI", ["Beacons"]),
        pure("Captures", ["HCI", "Beacons", "JSON"]),
        pure("Presence", ["Beacons"]),
        pure("Radio", ["Beacons"]),
        pure("Pages"),
        pure("Messages", ["Beacons", "Presence", "JSON"]),
        pure("Engagement", ["Beacons", "Messages", "JSON"]),
        pure("Metrics", ["Messages"]),

        adapter("BlueZ", ["CBluetooth", "Beacons", "HCI"]),
        adapter("MQTT", ["CMosquitto", "CMosquittoGuard"]),
        adapter("SQLite", ["CSQLite", "SQL"]),
        adapter("PostgreSQL", ["CPostgreSQL", "SQL"]),
        adapter("HTTPServer", ["CMicrohttpd"]),
        adapter("HTTPClient", ["CCurl", "Daemon"]),
        adapter("Hashing", ["CCrypto", "Beacons"]),
        adapter("TimeZones", ["CLocalTime"]),
        adapter("Settings", ["CYAML", "Beacons", "Daemon", "HCI", "Presence", "Messages", "Engagement"]),
        adapter("Outbox", ["SQL", "SQLite", "Beacons", "Presence", "Messages"]),
        adapter(
            "ConsumerStore",
            [
                "SQL", "SQLite", "PostgreSQL", "Beacons", "Daemon", "Engagement", "Hashing", "JSON", "Messages",
                "Settings",
            ]),
        adapter("Broker", ["Daemon", "MQTT", "Settings"]),
        adapter("Daemon", ["CLinux"]),
        adapter(
            "Edge",
            [
                "Beacons", "BlueZ", "Broker", "Captures", "Daemon", "HCI", "HTTPServer", "Hashing", "MQTT", "Messages",
                "Metrics", "Outbox", "Pages", "Presence", "Radio", "SQLite", "Settings",
            ]),

        .executableTarget(
            name: "beckon-gateway", dependencies: ["Daemon", "Edge", "Messages", "Settings"],
            swiftSettings: safe),
        .executableTarget(
            name: "beckon-consumer",
            dependencies: [
                "Beacons", "Broker", "ConsumerStore", "Daemon", "Engagement", "HTTPClient", "HTTPServer", "Hashing",
                "JSON", "MQTT", "Messages", "Metrics", "Pages", "Presence", "Settings", "TimeZones",
            ], swiftSettings: safe),

        .executableTarget(
            name: "beckon",
            dependencies: [
                "Beacons", "BlueZ", "Broker", "Captures", "ConsumerStore", "Daemon", "Edge", "Engagement", "HCI",
                "Hashing", "JSON", "MQTT", "Messages", "Outbox", "Presence", "Radio", "Settings", "TimeZones",
            ], swiftSettings: common),

        .target(name: "TestSupport", path: "Tests/Support", swiftSettings: common),
        tests("JSONTests", ["JSON"]),
        tests("BeaconsTests", ["Beacons", "JSON"], resources: [.copy("Vectors")]),
        tests("HCITests", ["HCI", "Beacons", "JSON"], resources: [.copy("Vectors")]),
        tests("CapturesTests", ["Captures", "HCI", "Beacons"], resources: [.copy("Captures")]),
        tests("PresenceTests", ["Presence", "Beacons"]),
        tests("RadioTests", ["Radio", "Beacons", "Presence"]),
        tests("MessagesTests", ["Messages", "Presence", "Beacons", "JSON"], resources: [.copy("Golden")]),
        tests("MetricsTests", ["Metrics", "Messages"]),
        tests("EngagementTests", ["Engagement", "Messages", "Beacons", "JSON"], resources: [.copy("Golden")]),
        tests("BlueZTests", ["BlueZ", "HCI", "Beacons", "VirtualController"]),
        tests("MQTTTests", ["MQTT"]),
        tests("SQLiteTests", ["SQL", "SQLite"]),
        tests("PostgreSQLTests", ["SQL", "PostgreSQL"]),
        tests("HTTPServerTests", ["HTTPServer"]),
        tests("HTTPClientTests", ["HTTPClient", "Daemon"]),
        tests("PagesTests", ["Pages"]),
        tests("HashingTests", ["Hashing", "Beacons"]),
        tests("OutboxTests", ["Outbox", "Beacons", "Messages", "Presence", "SQLite"]),
        tests("TimeZonesTests", ["TimeZones"]),
        tests("SettingsTests", ["Settings", "Presence", "Beacons", "HCI", "Messages", "Engagement"]),
        tests("ConsumerStoreTests", ["ConsumerStore", "Beacons", "Engagement", "Messages", "SQL"]),
        tests("DaemonTests", ["Daemon"]),
        tests(
            "EdgeTests",
            [
                "Edge", "BlueZ", "Presence", "MQTT", "Messages", "Beacons", "HCI", "Hashing", "Captures", "JSON",
                "Outbox", "Settings",
            ]),
        tests(
            "BeckonTests",
            [
                "beckon", "Beacons", "BlueZ", "Captures", "Daemon", "Edge", "HCI", "JSON", "MQTT", "Messages",
                "Presence", "Settings",
            ]),
        tests(
            "ConsumerTests",
            [
                "beckon-consumer", "Beacons", "ConsumerStore", "Edge", "Engagement", "HTTPClient", "Hashing", "JSON",
                "MQTT", "Messages", "Metrics", "Presence", "SQLite", "Settings",
            ]),
        tests("EndToEndTests", ["JSON", "Beacons", "MQTT", "Messages", "Presence", "SQLite"], exclude: ["Wrong"]),

        .target(name: "CReference", path: "Tests/Benchmarks/CReference"),
        .executableTarget(
            name: "Benchmarks",
            dependencies: ["CReference", "Beacons", "Edge", "Engagement", "HCI", "Presence", "TestSupport"],
            path: "Tests/Benchmarks", exclude: ["CReference", "PipelineReference", "results.json"],
            swiftSettings: common),

        .executableTarget(
            name: "Evaluation", dependencies: ["Beacons", "Engagement", "JSON", "Presence", "Radio", "TestSupport"],
            path: "Tests/Evaluation", exclude: ["Data", "results.json"], swiftSettings: common),

        // Bluetooth controllers without a radio, for the Debian kernel that the tests boot.
        .target(
            name: "VirtualController", dependencies: ["Beacons", "HCI"], path: "Tests/Guest/VirtualController",
            swiftSettings: safe),
        .executableTarget(
            name: "virtual-controller", dependencies: ["VirtualController", "Beacons", "Daemon"],
            path: "Tests/Guest/virtual-controller", swiftSettings: common),
        .executableTarget(
            name: "report-counter", dependencies: ["BlueZ", "Daemon", "HCI"], path: "Tests/Guest/report-counter",
            swiftSettings: common),
        tests("VirtualControllerTests", ["VirtualController", "Beacons", "HCI"]),
    ]
)
