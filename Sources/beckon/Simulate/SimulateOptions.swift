import Beacons
import Daemon
import Messages
import Radio
import Settings

/// What `simulate` is asked for.
struct SimulateOptions {
    /// Which UUID, where none was given, the configuration says.
    private(set) var plan = CrowdedShop.Plan()
    let isPublished: Bool
    /// Of the gateways, in their order.
    let names: [String]
    let hasUUID: Bool
    /// Unix milliseconds at the capture's beginning.
    let start: Int64

    /// 2026-01-01T09:00:00Z: any, but always the same.
    private static let usualStart: Int64 = 1_767_258_000_000
    private static let mostGateways = 100

    init(_ arguments: Arguments) throws(UsageError) {
        isPublished = arguments.has("publish")
        plan.visitors =
            try arguments.value("visitors", as: "a number from 1 to 65535") { Self.number($0) }
            ?? plan.visitors
        plan.seed = try arguments.value("seed", as: "a number from 0 to \(UInt64.max)") { UInt64($0) } ?? plan.seed
        plan.arrivals =
            try arguments.value("over", as: "a duration from 1s to 7d") { text in
                Duration(text: text).flatMap { Self.times.contains($0) ? $0 / .seconds(1) : nil }
            } ?? plan.arrivals
        let uuid = try arguments.value("uuid", as: "a UUID that is not all zero, which means not assigned") { text in
            BeaconUUID(text).flatMap { $0.isZero ? nil : $0 }
        }
        hasUUID = uuid != nil
        plan.uuid = uuid ?? plan.uuid
        plan.major = try arguments.value("major", as: "a number from 0 to 65535") { UInt16($0) } ?? plan.major
        let start = try arguments.value("start-at", as: "a time such as 2026-11-30T17:05:00Z") {
            Timestamp.milliseconds($0)
        }
        self.start = start ?? Self.usualStart

        let count = try arguments.value("gateways", as: "a number from 1 to \(Self.mostGateways)") { text in
            Self.number(text).flatMap { $0 <= Self.mostGateways ? Int($0) : nil }
        }
        let given = arguments.all("gateway-id")
        if let wrong = given.first(where: { !Name.isValid($0) }) {
            throw .invalid("gateway-id", wrong, expected: "a name of a-z 0-9 _ -")
        }
        plan.gateways = count ?? max(given.count, 1)
        names = given.isEmpty ? (0..<plan.gateways).map { "sim-\($0 + 1)" } : given
        try check(given, arguments, hasStart: start != nil)
    }

    /// The UUID that the configuration's first region of iBeacons has, unless one was given.
    mutating func adopt(_ uuid: BeaconUUID) {
        if !hasUUID { plan.uuid = uuid }
    }

    /// What does not go together.
    private func check(_ given: [String], _ arguments: Arguments, hasStart: Bool) throws(UsageError) {
        guard names.count == plan.gateways, Set(names).count == names.count else {
            throw .conflict("--gateway-id: \(plan.gateways) gateways have \(plan.gateways) different names, one each")
        }
        if isPublished {
            if let file = arguments.operands.first {
                throw .conflict("'\(file)' with --publish: it goes to a file or to the broker")
            }
            if hasStart { throw .conflict("--start-at with --publish: what is published happens now") }
        } else if !given.isEmpty || arguments["config"] != nil {
            throw .conflict("--gateway-id and --config are for --publish: a capture has no names")
        }
    }

    /// From 1.
    private static func number(_ text: String) -> UInt16? { UInt16(text).flatMap { $0 > 0 ? $0 : nil } }

    private static let times = Duration.seconds(1)...Duration.seconds(7 * 86_400)
}
