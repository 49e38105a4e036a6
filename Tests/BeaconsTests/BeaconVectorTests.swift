import Beacons
import Testing

@Suite("Beacon vectors")
struct BeaconVectorTests {
    @Test("Every line gives exactly the frames it expects", arguments: ["beacons", "malformed"])
    func everyLine(file: String) throws {
        let vectors = try Vector.load(file)
        #expect(vectors.count == (file == "beacons" ? 105 : 127))
        for vector in vectors {
            let found = try frames(vector.data).map { try Vector.text($0.vector) }
            #expect(found == vector.expected, "\(vector.name)")
        }
    }

    @Test("The hot path gives the same identities as the frames", arguments: ["beacons", "malformed"])
    func identitiesMatchFrames(file: String) throws {
        for vector in try Vector.load(file) {
            var counters = DecodeCounters()
            let frames = BeaconFrame.frames(in: vector.data.span)
            #expect(identities(vector.data, &counters) == frames.compactMap(\.identified), "\(vector.name)")
        }
    }

    @Test("Six thousand payloads that real radio corrupted give no beacon")
    func corrupted() throws {
        let lines = try Vector.lines("mitll_crc_failed_adverts")
        #expect(lines.count == 6000)
        var counters = DecodeCounters()
        for line in lines {
            let data = try Vector.bytes(line)
            #expect(frames(data).isEmpty)
            #expect(identities(data, &counters).isEmpty)
        }
        #expect(counters.beacons == 0)
        #expect(counters.overruns > 1000)
    }
}
