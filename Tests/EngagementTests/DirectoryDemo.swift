import Engagement
import Foundation
import TestSupport

/// The demo shop's directory, as `deploy/run` has it imported.
enum DirectoryDemo {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "deploy/demo/directory")

    static func files() throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for name in Directory.fileNames {
            files[name] = Array(try Data(contentsOf: folder.appending(path: name)))
        }
        return files
    }

    static func directory() throws -> Directory { try Directory(importing: files()) }
}

/// SplitMix64: the same numbers on every machine.
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
