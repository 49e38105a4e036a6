import HCI

/// Several packets, each after a byte with its length, so that fragments are met too.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var rest = Array(UnsafeBufferPointer(start: start, count: count))[...]
    var decoder = ReportDecoder()
    var time: Int64 = 0
    while let length = rest.popFirst() {
        let packet = Array(rest.prefix(Int(length)))
        rest = rest.dropFirst(Int(length))
        decoder.decode(packet.span, at: time) { _, data in precondition(data.count <= 1650) }
        _ = CommandAnswer(packet.span)
        time += 100_000
    }
    return 0
}
