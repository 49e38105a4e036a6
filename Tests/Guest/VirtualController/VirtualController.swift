public import Beacons
import HCI

/// A Bluetooth controller without a radio: commands in, events out, and what it advertises. The time is handed in.
public struct VirtualController: Sendable {
    public let family: Family
    public let address: BluetoothAddress
    public var faults = Faults()
    /// dBm at which it hears everything.
    public var level: Int8 = -60
    /// Reports that it has handed out, and the events that they came in.
    public private(set) var reports = 0, reportEvents = 0
    var stream = Stream()

    private(set) var scan = Scan()
    var acceptList: Set<BluetoothAddress> = []
    var randomAddress = BluetoothAddress(0)
    var advertiser: Advertiser?
    /// May be set before the parameters are.
    var legacyData: [UInt8] = []
    var sets: [UInt8: Advertiser] = [:]
    private var usesFamily: Family?
    private var answers: [(due: Int64, event: [UInt8])] = []
    private var events: [[UInt8]] = []

    public init(_ family: Family, address: BluetoothAddress) {
        self.family = family
        self.address = address
    }

    /// Handles one H4 packet of the host; what is no command is ignored.
    public mutating func receive(_ packet: [UInt8], at now: Int64) {
        guard packet.count >= 4, packet[0] == 0x01, packet.count == 4 + Int(packet[3]), !faults.isMute else { return }
        let opcode = packet.littleEndian16(at: 1)
        let answer =
            faults.statuses[opcode].map(Answer.status) ?? refusal(opcode) ?? perform(opcode, Array(packet[4...]), now)
        answers.append((now + faults.delay, answer.event(opcode)))
    }

    /// Hears what another controller sends.
    public mutating func hear(_ transmission: Transmission) {
        guard let kind = scan.reports, !faults.isSilent, admits(transmission.address),
            let event = Reports.event([transmission], level: level, as: kind)
        else { return }
        report(1, event)
    }

    /// Lets the time pass: what the controller sent on the air meanwhile.
    public mutating func advance(to now: Int64) -> [Transmission] {
        while let first = answers.first, first.due <= now {
            events.append(first.event)
            answers.removeFirst()
        }
        if let kind = scan.reports, !faults.isSilent {
            var scan = scan
            let filters = faults.honoursFilters
            let acceptList = acceptList
            let due = stream.events(until: now, level: level, as: kind) {
                !filters || scan.admits($0, acceptList: acceptList)
            }
            self.scan = scan
            for (count, event) in due { report(count, event) }
        } else {
            stream.rest()
        }
        var sent = advertiser?.transmissions(until: now, publicAddress: address) ?? []
        for handle in sets.keys { sent += sets[handle]?.transmissions(until: now, publicAddress: address) ?? [] }
        return sent
    }

    /// The events for the host since the last call, in order.
    public mutating func takeEvents() -> [[UInt8]] {
        defer { events.removeAll(keepingCapacity: true) }
        return events
    }

    /// When `advance` has something to do next.
    public var deadline: Int64? {
        let streaming = scan.reports.flatMap { faults.isSilent ? nil : stream.deadline($0) }
        return ([answers.first?.due, streaming, advertiser?.next] + sets.values.map(\.next)).compactMap(\.self).min()
    }

    /// What it does, for people.
    public var figures: String {
        let listening = scan.reports.map { "\($0)" } ?? "off"
        return "reports=\(reports) events=\(reportEvents) scan=\(listening)"
    }

    /// As after pulling and plugging it: of what went wrong and what was asked nothing is left, but the crowd around is.
    public mutating func unplug() {
        reset()
        faults = Faults()
        answers = []
        events = []
    }

    /// Any event, whether it makes sense or not.
    mutating func inject(_ event: [UInt8]) { events.append(event) }

    private mutating func report(_ count: Int, _ event: [UInt8]) {
        reports += count
        reportEvents += 1
        events.append(event)
    }

    private mutating func admits(_ address: BluetoothAddress) -> Bool {
        !faults.honoursFilters || scan.admits(address, acceptList: acceptList)
    }

    /// Refuses what this controller does not know, and to mix the families.
    private mutating func refusal(_ opcode: UInt16) -> Answer? {
        if Opcode.isExtended(opcode) && family == .legacy { return .status(.unknownCommand) }
        guard family == .extended else { return nil }
        let uses: Family? =
            Opcode.isLegacyFamily(opcode) ? .legacy : Opcode.isExtendedFamily(opcode) ? .extended : nil
        guard let uses else { return nil }
        if let usesFamily, usesFamily != uses { return .status(.commandDisallowed) }
        usesFamily = uses
        return nil
    }

    private mutating func perform(_ opcode: UInt16, _ parameters: [UInt8], _ now: Int64) -> Answer {
        switch opcode {
        case Opcode.reset:
            reset()
            return .success
        case Opcode.setScanParameters, Opcode.setExtendedScanParameters:
            guard scan.reports == nil else { return .status(.commandDisallowed) }
            let isValid = scan.setParameters(parameters, extended: opcode == Opcode.setExtendedScanParameters)
            return .status(isValid ? .success : .invalidParameters)
        case Opcode.setScanEnable where parameters.count == 2,
            Opcode.setExtendedScanEnable where parameters.count == 6:
            let reports: Scan.Reports = opcode == Opcode.setScanEnable ? .legacy : .extended
            scan.enable(parameters[0] == 1 ? reports : nil, filtersDuplicates: parameters[1] != 0)
            return .success
        default:
            return identity(opcode) ?? addressing(opcode, parameters) ?? advertising(opcode, parameters, now)
                ?? .status(.unknownCommand)
        }
    }

    private mutating func reset() {
        scan = Scan()
        acceptList = []
        randomAddress = BluetoothAddress(0)
        advertiser = nil
        legacyData = []
        sets = [:]
        usesFamily = nil
    }
}
