import Beacons
import Glibc
import HCI
import Synchronization
import VirtualController

import class Foundation.Thread

@testable import BlueZ

/// A virtual controller behind socket pairs, as the kernel stands between: whoever listens sees the commands of others.
final class AdvertisingKernel: Sendable {
    /// The advertiser's ends.
    let commands: Int32
    let others: Int32
    let stack: Int32
    private let ownCommands: Int32
    private let ownOthers: Int32
    private let ownStack: Int32
    private let controller: Mutex<VirtualController>
    private let received = Mutex<[HCICommand]>([])

    /// The controller's time when a command comes, µs.
    static let now: Int64 = 1_000_000
    static let address = BluetoothAddress(0x0011_2233_4455)

    init(_ family: Family, _ faults: Faults = Faults()) {
        (commands, ownCommands) = Self.pair()
        (others, ownOthers) = Self.pair()
        (stack, ownStack) = Self.pair()
        var controller = VirtualController(family, address: Self.address)
        controller.faults = faults
        self.controller = Mutex(controller)
        Thread.detachNewThread { [self] in run() }
    }

    deinit { for socket in [ownCommands, ownOthers, ownStack] { close(socket) } }

    func advertiser(patience: Int64 = 5_000_000) -> DirectAdvertiser {
        DirectAdvertiser(
            commands: Descriptor(owning: commands), others: Descriptor(owning: others),
            stack: Descriptor(owning: stack), patience: patience)
    }

    /// What has been asked, in order.
    var log: [HCICommand] { received.withLock { $0 } }

    /// What the controller sends in the next second.
    func secondOnAir() -> [Transmission] { controller.withLock { $0.advance(to: Self.now + 1_000_000) } }

    /// Somebody else sends a command.
    func other(_ command: HCICommand) {
        controller.withLock { $0.receive(command.packet, at: Self.now) }
        tell(command.packet)
    }

    /// Those who listen to `others` are shown this.
    func tell(_ packet: [UInt8]) { _ = send(ownOthers, packet, packet.count, Int32(MSG_NOSIGNAL)) }

    /// The kernel says something about an adapter: event 0xFD, of type 1.
    func say(_ kind: StackEvent.Kind, adapter: UInt8) {
        let packet: [UInt8] = [0x04, 0xFD, 6, 1, 0, UInt8(kind.rawValue), 0, adapter, 0]
        _ = send(ownStack, packet, packet.count, Int32(MSG_NOSIGNAL))
    }

    private func run() {
        var packet = [UInt8](repeating: 0, count: 264)
        while true {
            let count = recv(ownCommands, &packet, packet.count, 0)
            guard count > 0 else { return }
            let command = Array(packet.prefix(count))
            if let command = HCICommand(command.span) { received.withLock { $0.append(command) } }
            tell(command)
            let events = controller.withLock { controller in
                controller.receive(command, at: Self.now)
                _ = controller.advance(to: Self.now)
                return controller.takeEvents()
            }
            for event in events { _ = send(ownCommands, event, event.count, Int32(MSG_NOSIGNAL)) }
        }
    }

    private static func pair() -> (Int32, Int32) {
        var ends: [Int32] = [-1, -1]
        precondition(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends) == 0)
        return (ends[0], ends[1])
    }
}
