import Captures

/// A whole file: it is read to its end or to its fault.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    do throws(CaptureError) {
        var reader = try CaptureReader(bytes)
        while let record = try reader.next() { precondition(record.unixMicroseconds >= 0) }
    } catch {
        precondition((0...count).contains(error.offset))
    }
    return 0
}
