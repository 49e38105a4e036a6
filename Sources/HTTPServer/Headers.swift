import CMicrohttpd

/// The headers of a request.
enum Headers {
    private final class List {
        var entries: [(name: String, value: String)] = []
    }

    /// Bounded by the memory that a connection has. Names in lower case; what is no UTF-8 is repaired.
    static func read(_ connection: OpaquePointer) -> [(name: String, value: String)] {
        let list = List()
        withExtendedLifetime(list) {
            _ = MHD_get_connection_values_n(
                connection, .HEADER_KIND,
                { list, _, name, nameSize, value, valueSize in
                    guard let list else { return .NO }
                    Unmanaged<List>.fromOpaque(list).takeUnretainedValue().entries.append(
                        (Headers.text(name, nameSize).lowercased(), Headers.text(value, valueSize)))
                    return .YES
                }, Unmanaged.passUnretained(list).toOpaque())
        }
        return list.entries
    }

    private static func text(_ start: UnsafePointer<CChar>?, _ count: Int) -> String {
        String(decoding: UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count), as: UTF8.self)
    }
}
