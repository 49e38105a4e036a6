import HCI
import Testing
import VirtualController

struct FaultTests {
    @Test("A mute controller answers nothing and does nothing")
    func mute() {
        var host = Host(.legacy)
        _ = host.tell("rate", "100")
        _ = host.tell("mute", "on")
        #expect(host.send(0x200C, [1, 0]) == nil)
        host.wait(1000)
        #expect(host.events[0].isEmpty)
        _ = host.tell("mute", "off")
        #expect(host.send(0x200C, [1, 0]) == .success)
    }

    @Test("Answers come late, and in order")
    func delay() {
        var host = Host(.legacy)
        _ = host.tell("delay", "50")
        #expect(host.send(0x0C03) == nil)
        host.wait(49)
        #expect(host.send(0x1009) == nil)
        #expect(host.events[0].isEmpty)
        host.wait(1)
        #expect(host.events[0].compactMap { CommandAnswer($0.span)?.opcode } == [0x0C03])
        host.wait(49)
        #expect(host.events[0].compactMap { CommandAnswer($0.span)?.opcode } == [0x0C03, 0x1009])
    }

    @Test("A forced status stands in for what was asked")
    func status() {
        var host = Host(.legacy)
        _ = host.tell("rate", "100")
        _ = host.tell("status", "200c", "0c")
        #expect(host.send(0x200C, [1, 0]) == .commandDisallowed)
        host.wait(1000)
        #expect(host.takeReports().isEmpty)
        _ = host.tell("status", "200c", "0")
        #expect(host.send(0x200C, [1, 0]) == .success)
    }

    @Test("Any event can be sent, a hardware error among them")
    func events() {
        var host = Host(.legacy)
        _ = host.tell("hardware-error", "7")
        _ = host.tell("event", "043e02ff00")
        host.wait(1)
        #expect(host.events[0] == [[0x04, 0x10, 1, 7], [0x04, 0x3E, 2, 0xFF, 0]])
    }

    @Test("Unplugging ends the scan and the faults, and leaves the crowd")
    func unplug() {
        var host = Host(.legacy)
        _ = host.tell("rate", "100")
        host.startScan()
        _ = host.tell("mute", "on")
        host.air.controllers[0].unplug()
        host.wait(1000)
        #expect(host.events[0].isEmpty)
        host.startScan()
        host.wait(1000)
        #expect(host.takeReports().count == 100)
    }

    @Test(
        "What cannot be said is not understood",
        arguments: [
            "", "rate", "rate -1", "rate x", "rate 1 2", "batch 0", "devices 0", "level 200", "silent", "silent 1",
            "delay -1", "hardware-error 256", "status 200c", "status xyz 0", "event", "event 0", "event 0g",
            "figures 1",
            "quit",
        ])
    func refused(line: String) {
        #expect(Control(line.split(separator: " ").map(String.init)) == nil)
    }
}
