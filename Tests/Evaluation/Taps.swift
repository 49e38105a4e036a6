import Presence
import TestSupport

/// Phones held to a reader, and people who pass it: made-up ways, real noise and real losses.
///
/// A way gives the distance, free space the level (−59 dBm at 1 m), and a stretch of a real recording within 3.5 m what
/// differs from its median and which packets are lost. *Approach*: from 3 m at 1 m/s to 0.5 m, in half a second to 3–6
/// cm, held until the reader has tapped, at most 4 s, and away again. *Passer-by*: from 4 m at 1.2 m/s to 1 m, there for
/// up to 5 s, and on.
enum Taps {
    struct Result {
        var approaches = 0
        var once = 0
        var passers = 0
        var falseTaps = 0
        /// Seconds from the contact to the tap.
        var delays: [Double] = []
    }

    /// The beacon sends with an interval; of each advertisement, what the recording adds to the level, or `nil`: lost.
    private struct Noise {
        private let values: [Double?]
        private var index: Int

        init(_ recording: Recording, _ random: inout SplitMix64) {
            let middle = median(recording.packets.map { Double($0.rssi) })
            var values: [Double?] = []
            var last = recording.packets.first?.at ?? 0
            // The beacon of the recordings sends every 0.456 s.
            for packet in recording.packets {
                let lost = max(Int(((packet.at - last) / 0.456).rounded()) - 1, 0)
                values += Array(repeating: nil, count: lost) + [Double(packet.rssi) - middle]
                last = packet.at
            }
            self.values = values
            index = Int.random(in: 0..<values.count, using: &random)
        }

        mutating func next() -> Double? {
            index = (index + 1) % values.count
            return values[index]
        }
    }

    static func run(_ recordings: [Recording], interval: Double, people: Int = 2000) -> Result {
        var random = SplitMix64(seed: 5)
        let near = recordings.filter { $0.distance <= 3.5 }
        var result = Result()
        for _ in 0..<people {
            guard let recording = near.randomElement(using: &random) else { break }
            approach(Noise(recording, &random), interval, &result, &random)
            pass(Noise(recording, &random), interval, &result, &random)
        }
        return result
    }

    private static func reader() -> Subject { Subject(Subject.region(.reader)) }

    private static func approach(
        _ noise: Noise, _ interval: Double, _ result: inout Result, _ random: inout SplitMix64
    ) {
        var noise = noise
        var subject = reader()
        let contact = Double.random(in: 0.03...0.06, using: &random)
        let touch = 3.0
        var leaves = touch + 4
        var at = Double.random(in: 0..<interval, using: &random)
        while at < leaves + 6 {
            let distance =
                if at < 2.5 { 3 - at } else if at < touch { 0.5 - (at - 2.5) * 2 * (0.5 - contact) } else if at < leaves
                {
                    contact
                } else { min(contact + (at - leaves), 3) }
            hear(&subject, &noise, distance, at)
            // They take it away half a second after the beep.
            if let tap = subject.taps.first { leaves = min(leaves, tap + 0.5) }
            at += interval + Double.random(in: 0...0.01, using: &random)
        }
        result.approaches += 1
        if subject.taps.count == 1 { result.once += 1 }
        if let tap = subject.taps.first { result.delays.append(tap - touch) }
    }

    private static func pass(_ noise: Noise, _ interval: Double, _ result: inout Result, _ random: inout SplitMix64) {
        var noise = noise
        var subject = reader()
        let stays = Double.random(in: 0...5, using: &random)
        var at = Double.random(in: 0..<interval, using: &random)
        while at < 5 + stays {
            let along = at < 2.5 ? 4 - 1.2 * at : at < 2.5 + stays ? 1 : 1 + 1.2 * (at - 2.5 - stays)
            hear(&subject, &noise, along, at)
            at += interval + Double.random(in: 0...0.01, using: &random)
        }
        result.passers += 1
        result.falseTaps += subject.taps.count
    }

    private static func hear(_ subject: inout Subject, _ noise: inout Noise, _ distance: Double, _ at: Double) {
        guard let difference = noise.next() else { return }
        let level = -59 - 20 * decimalLogarithm(distance) + difference
        subject.hear(Packet(at: at, rssi: Int8(min(max(level.rounded(), -100), -1))))
    }
}
