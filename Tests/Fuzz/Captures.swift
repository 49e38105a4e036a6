import Captures

/// A whole file: it is read to its end or to its fault, and its packets survive being written in another format.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let (records, error) = read(Array(UnsafeBufferPointer(start: start, count: count)))
    precondition(records.allSatisfy { $0.unixMicroseconds >= 0 })
    if let error { precondition((0...count).contains(error.offset)) }
    for format in [CaptureFormat.btsnoop, .pcapng] {
        let (again, error) = read(written(records, format))
        precondition(error == nil)
        precondition(packets(again) == packets(records))
    }
    let (lines, fault) = read(written(records, .jsonLines))
    precondition(lines.isEmpty || fault == nil)
    return 0
}

private func read(_ bytes: [UInt8]) -> (records: [CaptureRecord], error: CaptureError?) {
    var records: [CaptureRecord] = []
    do throws(CaptureError) {
        var reader = try CaptureReader(bytes)
        while let record = try reader.next() { records.append(record) }
        return (records, nil)
    } catch {
        return (records, error)
    }
}

private func written(_ records: [CaptureRecord], _ format: CaptureFormat) -> [UInt8] {
    var writer = CaptureWriter(format)
    var bytes = writer.header
    for record in records { writer.append(record, to: &bytes) }
    return bytes
}

private func packets(_ records: [CaptureRecord]) -> [CaptureRecord] {
    records.filter { if case .packet = $0.content { true } else { false } }
}
