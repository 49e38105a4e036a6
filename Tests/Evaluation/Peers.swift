/// Other products' ways to tell a zone's edge, after the example's descriptions of them; thresholds are the same edges.
struct Peer: Sendable {
    var name: String
    /// dB between enter and exit.
    var hysteresis = 0.0
    /// Seconds below the exit level before the state changes.
    var hold = 0.0
    var timeout = 10.0
    var smooth: @Sendable () -> (Packet) -> Double

    static let all: [Peer] = [
        Peer(name: "raw level, 6 dB hysteresis", hysteresis: 6) { { Double($0.rssi) } },
        Peer(name: "EMA 0.1, no hysteresis") { average(0.1) },
        Peer(name: "EMA 0.2, 6 dB hysteresis", hysteresis: 6) { average(0.2) },
        Peer(name: "AltBeacon running average 20 s") {
            window(20) { values in
                let cut = values.count > 2 ? values.count / 10 + 1 : 0
                let kept = values[cut..<max(values.count - cut, cut)]
                return kept.isEmpty ? values[values.count / 2] : kept.reduce(0, +) / Double(kept.count)
            }
        },
        Peer(name: "ESPresense 15 s Tukey mean, 2 × distance for 10 s", hysteresis: 8.1, hold: 10, timeout: 30) {
            window(15) { values in
                let (low, high) = (values[values.count / 4], values[values.count * 3 / 4])
                let fence = low - 1.5 * (high - low)...high + 1.5 * (high - low)
                let kept = values.filter(fence.contains)
                return kept.reduce(0, +) / Double(kept.count)
            }
        },
        Peer(name: "room-assistant Kalman, 60 s", timeout: 60) { kalman() },
    ]

    func score(_ traces: [Trace], edges: [String: Double]) -> Score {
        var score = Score()
        for trace in traces { score.add(changes(trace, edge: edges[trace.sensor] ?? -70), trace) }
        return score
    }

    private func changes(_ trace: Trace, edge: Double) -> [(at: Double, isInside: Bool)] {
        var changes: [(at: Double, isInside: Bool)] = []
        var (isInside, filter) = (false, smooth())
        var (last, below): (Double, Double?) = (0, nil)
        for packet in trace.packets {
            if isInside, packet.at - last >= timeout {
                isInside = false
                changes.append((last + timeout, false))
                filter = smooth()
            }
            last = packet.at
            let level = filter(packet)
            if !isInside {
                guard level >= edge else { continue }
                (isInside, below) = (true, nil)
                changes.append((packet.at, true))
            } else if level >= edge - hysteresis {
                below = nil
            } else if packet.at - (below ?? packet.at) >= hold {
                (isInside, below) = (false, nil)
                changes.append((packet.at, false))
            } else {
                below = below ?? packet.at
            }
        }
        return changes
    }

    static func average(_ weight: Double) -> (Packet) -> Double {
        var level: Double?
        return { packet in
            let new = level.map { $0 + weight * (Double(packet.rssi) - $0) } ?? Double(packet.rssi)
            level = new
            return new
        }
    }

    /// Of the last `seconds`, ascending.
    private static func window(_ seconds: Double, _ reduce: @escaping ([Double]) -> Double) -> (Packet) -> Double {
        var packets: [Packet] = []
        return { packet in
            packets.append(packet)
            packets.removeAll { $0.at < packet.at - seconds }
            return reduce(packets.map { Double($0.rssi) }.sorted())
        }
    }

    private static func kalman() -> (Packet) -> Double {
        var (level, variance): (Double?, Double) = (nil, 4)
        return { packet in
            guard let old = level else {
                level = Double(packet.rssi)
                return Double(packet.rssi)
            }
            let gain = (variance + 0.008) / (variance + 0.008 + 4)
            variance = (variance + 0.008) * (1 - gain)
            level = old + gain * (Double(packet.rssi) - old)
            return level ?? old
        }
    }
}
