import Beacons
import HCI
import VirtualController

/// Hosts of controllers that hear each other; time moves in milliseconds, as the adapter's loop does.
struct Host {
    var air: Air
    var now: Int64 = 1_000_000
    /// The events of each controller, since they were last taken.
    var events: [[[UInt8]]]

    init(_ families: Family...) {
        air = Air(families.enumerated().map { VirtualController($1, address: BluetoothAddress(UInt64($0 + 1))) })
        events = families.map { _ in [] }
    }

    /// Lets milliseconds pass.
    mutating func wait(_ milliseconds: Int) {
        for _ in 0..<milliseconds {
            now += 1000
            pump()
        }
    }

    private mutating func pump() {
        air.advance(to: now)
        for index in air.controllers.indices { events[index] += air.controllers[index].takeEvents() }
    }

    /// The answer that is there at once; `nil`: none.
    @discardableResult
    mutating func send(_ command: HCICommand, to index: Int = 0) -> CommandAnswer? {
        let before = events[index].count
        air.controllers[index].receive(command.packet, at: now)
        pump()
        return events[index][before...].compactMap { CommandAnswer($0.span) }.first { $0.opcode == command.opcode }
    }

    @discardableResult
    mutating func send(_ opcode: UInt16, _ parameters: [UInt8] = [], to index: Int = 0) -> HCIStatus? {
        send(HCICommand(opcode: opcode, parameters: parameters), to: index)?.status
    }

    mutating func startScan(_ index: Int = 0, family: ScanFamily? = nil) {
        let family = family ?? (air.controllers[index].family == .legacy ? .legacy : .extended)
        send(family.parameters(ScanParameters()), to: index)
        send(family.enable(true), to: index)
        events[index] = []
    }

    mutating func tell(_ words: String..., to index: Int = 0) -> String? {
        Control(words).map { air.controllers[index].apply($0) }
    }

    /// The reports since they were last taken, by the product's own decoder.
    mutating func takeReports(_ index: Int = 0) -> [(report: AdvertisementReport, data: [UInt8])] {
        var reports: [(AdvertisementReport, [UInt8])] = []
        var decoder = ReportDecoder()
        for event in events[index] {
            decoder.decode(event.span, at: now) { report, data in
                reports.append((report, data.indices.map { data[$0] }))
            }
        }
        events[index] = []
        return reports
    }
}

/// The sequence number of a streamed advertisement.
func sequence(_ data: [UInt8]) -> UInt16 { UInt16(data[29]) | UInt16(data[30]) << 8 }
