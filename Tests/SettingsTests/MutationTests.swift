import Foundation
import TestSupport
import Testing

@testable import Settings

/// Whatever a file holds, it is read or refused.
@Suite("Hostile files")
struct MutationTests {
    private static let manual: [UInt8] = {
        let path = (#filePath as NSString).deletingLastPathComponent + "/../../config.yaml"
        return (try? Data(contentsOf: URL(fileURLWithPath: path))).map(Array.init) ?? []
    }()

    @Test("Mutations of the shipped file end in a configuration or in faults that lie in the file", arguments: 0..<8)
    func mutations(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let folder = try Folder()
        try #require(Self.manual.count > 1000)
        for _ in 0..<40 {
            var bytes = Self.manual
            for _ in 0..<Int.random(in: 1...6, using: &random) { Self.mutate(&bytes, &random) }
            try check(bytes, folder)
        }
    }

    @Test("Random bytes and random YAML-like text likewise", arguments: 0..<4)
    func noise(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let folder = try Folder()
        let alphabet = Array("{}[]:,-&*!|>'\"%@`?# \n\tab1é".utf8)
        for round in 0..<200 {
            let bytes = (0..<Int.random(in: 0...200, using: &random)).map { _ in
                round % 2 == 0
                    ? UInt8.random(in: 0...255, using: &random)
                    : alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
            }
            try check(bytes, folder)
        }
    }

    private func check(_ bytes: [UInt8], _ folder: Folder) throws {
        let path = try folder.write("c.yaml", bytes)
        do {
            _ = try Configuration.load(path)
        } catch {
            #expect(!error.faults.isEmpty)
            let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).count
            for fault in error.faults where fault.path == path {
                // Carriage returns and U+0085 begin lines, too, for YAML.
                #expect(
                    fault.line >= 1 && fault.line <= lines + bytes.count { $0 == 13 || $0 == 0x85 || $0 == 0xA8 } + 1)
            }
        }
    }

    private static func mutate(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
        let at = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes[at] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: at)
        case 2: bytes.insert(contentsOf: Array("[{:- #&*9".utf8).shuffled(using: &random).prefix(2), at: at)
        case 3: bytes.removeSubrange(at..<min(at + Int.random(in: 1...40, using: &random), bytes.count - 1))
        default:
            let piece = bytes[at..<min(at + 30, bytes.count)]
            bytes.insert(contentsOf: piece, at: Int.random(in: 0..<bytes.count, using: &random))
        }
    }
}
