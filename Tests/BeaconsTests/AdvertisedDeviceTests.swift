import Beacons
import Foundation
import Testing

@Suite("What an advertisement says about its sender")
struct AdvertisedDeviceTests {
    @Test("Flags, names, power and services are what BlueZ reads from the same bytes")
    func blueZ() throws {
        let lines = try Vector.lines("ad")
        #expect(lines.count == 18)
        for line in lines {
            let name = try #require(line["name"] as? String)
            let bytes = try Vector.bytes(line)
            // BlueZ's blocks are 240 bytes, padded with zeros, which the vectors leave out though one ends in a value.
            let block = bytes + [UInt8](repeating: 0, count: max(0, 240 - bytes.count))
            let expect = try #require(line["expect"] as? [String: Any])
            let device = AdvertisedDevice(block.span)
            #expect(Int(device.flags) == expect["flags"] as? Int, "\(name)")
            #expect(device.txPower.map(Int.init) == expect["tx_power"] as? Int, "\(name)")
            // The vectors write the escape character as C does.
            let expectedName = (expect["name"] as? String)?.replacing("\\033", with: "\u{1B}")
            #expect(device.name == expectedName, "\(name)")
            #expect(device.services.map(\.description) == expect["uuids"] as? [String], "\(name)")
        }
    }

    @Test("A bad trailing length is said, and what came before stays")
    func overrun() throws {
        let data = try #require(Hex.bytes("020106050941"))
        let device = AdvertisedDevice(data.span)
        #expect(device.isMalformed)
        #expect(device.flags == 6)
        #expect(device.name == nil)
    }

    @Test(
        "A complete name wins over a shortened one, in either order", arguments: ["02084103094142", "03094142020841"])
    func names(hex: String) throws {
        let data = try #require(Hex.bytes(hex))
        #expect(AdvertisedDevice(data.span).name == "AB")
    }

    @Test("A list of 32-bit services stands on the base UUID, its incomplete end left out")
    func services32() throws {
        let data = try #require(Hex.bytes("0705785634129abc"))
        let services = AdvertisedDevice(data.span).services
        #expect(services.map(\.description) == ["12345678-0000-1000-8000-00805f9b34fb"])
    }
}
