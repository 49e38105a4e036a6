import JSON

/// A text: what can be read, written and read again, is the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let text = Array(UnsafeBufferPointer(start: start, count: count))
    do throws(JSONError) {
        let value = try JSONValue(parsing: text)
        var writer = JSONWriter()
        writer.value(value)
        guard let again = try? JSONValue(parsing: writer.bytes) else { preconditionFailure("unreadable: \(value)") }
        precondition(again == value)
    } catch {
        precondition((0...count).contains(error.offset))
    }
    return 0
}
