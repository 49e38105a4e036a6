import Beacons
import Daemon
import Foundation
import JSON
import TestSupport
import Testing

@testable import beckon

@Suite("beckon decode")
struct DecodeTests {
    /// The lines of a file of vectors, with their advertising data.
    private static func vectors(_ file: String) throws -> [(line: JSONValue, data: [UInt8])] {
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("BeaconsTests/Vectors/\(file).jsonl")
        return try Data(contentsOf: path).split(separator: UInt8(ascii: "\n")).map { line in
            let value = try JSONValue(parsing: Array(line))
            let hex = try #require(value["adv_hex"]?.string)
            return (value, AdvertisingHex.bytes(hex) ?? [])
        }
    }

    private func decoded(_ data: [UInt8]) throws -> JSONValue {
        try JSONValue(parsing: Array(DecodedJSON.line(data).utf8))
    }

    @Test("As JSON, every vector's line has the frames that it expects", arguments: ["beacons", "malformed"])
    func frames(file: String) throws {
        let vectors = try Self.vectors(file)
        #expect(vectors.count > 100)
        for (line, data) in vectors {
            let expect = try #require(line["expect"])
            let expected = (expect.array ?? [expect]).filter { $0["kind"]?.string != "none" }
            let found = try #require(try decoded(data)["beacons"]?.array)
            #expect(found.count == expected.count, "\(line["name"]?.string ?? "")")
            for (found, expected) in zip(found, expected) {
                let fields = try #require(expected.object)
                #expect(try #require(found.object).count == fields.count)
                for field in fields {
                    #expect(found[field.name] == field.value, "\(line["name"]?.string ?? "") \(field.name)")
                }
            }
        }
    }

    @Test("As JSON, every vector's line says of the device what it expects")
    func device() throws {
        for (line, data) in try Self.vectors("ad") {
            let expect = try #require(line["expect"])
            // BlueZ's blocks are padded with zeros, which the vectors leave out though one ends in a value.
            let found = try decoded(data + [UInt8](repeating: 0, count: max(0, 240 - data.count)))
            for name in ["flags", "tx_power", "uuids"] { #expect(found[name] == expect[name]) }
            #expect(found["name"]?.string == expect["name"]?.string?.replacing("\\033", with: "\u{1B}"))
        }
    }

    @Test("In words, every byte is there once and in order, whatever the bytes")
    func everyByte() throws {
        var random = SplitMix64(seed: 3)
        let vectors = try ["ad", "beacons", "malformed"].flatMap { try Self.vectors($0).map(\.data) }
        for data in vectors + (0..<500).map({ _ in random.bytes(1...60) }) {
            let rows = Explanation(data).rows
            #expect(rows.flatMap { Array($0.bytes) } == Array(0..<data.count))
            #expect(rows.allSatisfy { !$0.meaning.isEmpty })
        }
    }

    @Test("An iBeacon in words")
    func iBeacon() throws {
        let data = try #require(AdvertisingHex.bytes("0201061aff4c00021541c08dfdb7194ccb9d3b5aa7c3860f8900010002c5"))
        let text = Explanation(data).text(Style(environment: ["NO_COLOR": "1"]))
        #expect(
            text == """
                   0  02                       2 bytes follow
                   1  01                         Flags
                   2  06                           general discoverable, no BR/EDR
                   3  1a                       26 bytes follow
                   4  ff                         manufacturer data
                   5  4c 00                        company 0x004c: Apple
                   7  02                           an iBeacon
                   8  15                           of 21 bytes
                   9  41 c0 8d fd b7 19 4c cb      UUID 41c08dfd-b719-4ccb-9d3b-5aa7c3860f89
                  17  9d 3b 5a a7 c3 86 0f 89
                  25  00 01                        major 1
                  27  00 02                        minor 2
                  29  c5                           measured power: -59 dBm at 1 m
                ibeacon:41c08dfd-b719-4ccb-9d3b-5aa7c3860f89:1:2

                """)
    }

    @Test(
        "What is no beacon says why",
        arguments: [
            ("05ff4c000215", "no beacon: an iBeacon has 25 bytes"), ("020106", "no beacon"),
            ("0201061b", "cut: announces 27 bytes, 0 follow"), ("020106000000", "padding"),
            ("1aff4c0002150000000000000000000000000000000000010002c5", "all-zero UUID means not assigned"),
            ("0716aafe40000000", "no such Eddystone frame"), ("05094a1b5b41", "'J\\u{1b}[A'"),
        ])
    func faults(hex: String, message: String) throws {
        let data = try #require(AdvertisingHex.bytes(hex))
        #expect(Explanation(data).text(Style(environment: ["NO_COLOR": "1"])).contains(message))
    }

    @Test(
        "Hexadecimal is read as people write it",
        arguments: ["020106", "0x020106", "02:01:06", " 02 01 06\t", "02 0106"])
    func hex(text: String) { #expect(AdvertisingHex.bytes(text) == [2, 1, 6]) }

    @Test(
        "Anything else is none", arguments: ["", " ", "0", "0x", "02-01", "zz", String(repeating: "0", count: 10_002)])
    func noHex(text: String) { #expect(AdvertisingHex.bytes(text) == nil) }
}
