import Beacons

/// Advertising data: nothing traps, both paths agree, and what is decoded encodes to itself.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let data = Array(UnsafeBufferPointer(start: start, count: count))
    let frames = BeaconFrame.frames(in: data.span)
    var counters = DecodeCounters()
    var identities = 0
    BeaconDecoder.identities(in: data.span, counters: &counters) { _ in identities += 1 }
    let identifying = frames.count { frame in
        switch frame {
        case .iBeacon(let frame): !frame.uuid.isZero
        case .altBeacon, .eddystoneUID: true
        case .eddystoneURL, .eddystoneTLM, .eddystoneETLM, .eddystoneEID: false
        }
    }
    precondition(identities == identifying)
    for frame in frames { precondition(BeaconFrame.frames(in: frame.advertisingData.span) == [frame]) }
    _ = AdvertisedDevice(data.span)
    return 0
}
