import Beacons
import CReference
import Edge
import Presence

/// The gateway's hot path as it runs live: HCI bytes → report → identities → engine, and where that is wanted into the
/// ring of sightings.
struct SwiftPath: ~Copyable {
    private var pipeline: Pipeline
    /// Packets that one waking of the gateway takes in, in a flood.
    private static let wakeUp = 64

    /// - Parameter ring: the folder of its sightings; `nil`: they are not kept.
    init(pairs: Int, ring: String? = nil) {
        let regions = [
            Region(
                name: "ibeacon", role: .store,
                filter: .iBeacon(uuid: BeaconUUID(Corpus.uuid), majors: nil, minors: nil)),
            Region(name: "altbeacon", role: .store, filter: .altBeacon(code: Corpus.company, idPrefix: [])),
            Region(
                name: "eddystone", role: .store, filter: .eddystoneUID(namespace: Corpus.namespace, instance: nil)),
        ]
        var configuration = PresenceConfiguration(regions: regions)
        configuration.limits.pairs = pairs
        configuration.limits.entersPerSecond = .max
        // Sightings alone: what is told at intervals is no part of the hot path, and the reference tells nothing.
        configuration.ranging = nil
        configuration.refresh = .seconds(86_400)
        pipeline = Pipeline(configuration, hearing: true, at: .zero)
        if let ring {
            pipeline.log = RewindLog(
                ring, keep: .seconds(86_400), maxSize: 1 << 28, isHearing: true, at: .zero,
                unixMicroseconds: 1_700_000_000_000_000)
        }
    }

    var pairCount: Int { pipeline.engine.pairCount }
    var visitCount: Int { pipeline.engine.visitCount }

    mutating func drain() -> Int { pipeline.takeOutputs().count }

    /// Feeds the corpus once, evenly over one second from `start`.
    mutating func run(_ corpus: Corpus, from start: Int64) {
        let bytes = corpus.bytes.span
        let bounds = corpus.bounds.span
        for packet in 0..<corpus.packetCount {
            let at = Instant(microseconds: start + Int64(packet) * corpus.nanosecondsApart / 1000)
            pipeline.packet(bytes.extracting(bounds[packet]..<bounds[packet + 1]), from: 0, at: at)
            if packet % Self.wakeUp == 0 { pipeline.advance(to: at) }
        }
    }
}

/// The same work in C.
struct CPath: ~Copyable {
    private let reference: OpaquePointer

    init(pairs: Int) {
        reference = Corpus.uuid.bigEndianBytes(16).withUnsafeBufferPointer { uuid in
            Corpus.namespace.bigEndianBytes(10).withUnsafeBufferPointer { namespace in
                reference_new(pairs, uuid.baseAddress, namespace.baseAddress, Corpus.company)
            }
        }
    }

    deinit { reference_free(reference) }

    var pairCount: Int { reference_pairs(reference) }

    mutating func run(_ corpus: Corpus, from start: Int64) {
        corpus.bytes.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return }
            for packet in 0..<corpus.packetCount {
                let at = start + Int64(packet) * corpus.nanosecondsApart / 1000
                let begin = corpus.bounds[packet]
                reference_feed(reference, base + begin, corpus.bounds[packet + 1] - begin, at)
            }
        }
    }
}

extension UInt128 {
    fileprivate func bigEndianBytes(_ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: self >> UInt128($0 * 8)) }
    }
}
