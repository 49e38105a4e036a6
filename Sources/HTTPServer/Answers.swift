import CMicrohttpd

/// Answers handed to the library. Each `false` closes the connection.
enum Answers {
    static func queue(_ response: WebResponse, on peer: Peer) -> Bool {
        let made = response.body.withUnsafeBytes { body in
            // The library copies, and does not write.
            MHD_create_response_from_buffer(
                body.count, UnsafeMutableRawPointer(mutating: body.baseAddress), .RESPMEM_MUST_COPY)
        }
        return queue(made, status: response.status, response.allHeaders, on: peer)
    }

    static func queue(_ stream: EventStream, on peer: Peer, of loop: Loop) -> Bool {
        let reader = Unmanaged.passRetained(Reader(stream: stream, peer: peer, loop: loop)).toOpaque()
        // The size is not known (the library's MHD_SIZE_UNKNOWN), and 4 KiB go at a time.
        let made = MHD_create_response_from_callback(
            .max, 4096, { reader, _, bytes, count in Reader.take(reader, bytes, count) }, reader,
            { reader in
                if let reader { Unmanaged<Reader>.fromOpaque(reader).release() }
            })
        let response = WebResponse(status: 200, headers: [("Content-Type", "text/event-stream")])
        return queue(made, status: response.status, response.allHeaders, on: peer)
    }

    private static func queue(
        _ response: OpaquePointer?, status: Int, _ headers: [(name: String, value: String)], on peer: Peer
    ) -> Bool {
        guard let response else { return false }
        defer { MHD_destroy_response(response) }
        // A value with a line end is refused by the library: nothing of it goes out.
        for header in headers where MHD_add_response_header(response, header.name, header.value) == .NO {
            return false
        }
        return MHD_queue_response(peer.connection, UInt32(clamping: status), response) == .YES
    }

    private final class Reader {
        let stream: EventStream
        let peer: Peer
        unowned let loop: Loop

        init(stream: EventStream, peer: Peer, loop: Loop) {
            self.stream = stream
            self.peer = peer
            self.loop = loop
        }

        static func take(_ reader: UnsafeMutableRawPointer?, _ buffer: UnsafeMutablePointer<CChar>?, _ count: Int)
            -> Int
        {
            guard let reader, let buffer else { return Answers.endOfStream }
            let this = Unmanaged<Reader>.fromOpaque(reader).takeUnretainedValue()
            guard !this.loop.isEnding, let bytes = this.stream.take(count) else { return Answers.endOfStream }
            if bytes.isEmpty { this.loop.suspend(this.peer) }
            UnsafeMutableRawBufferPointer(start: buffer, count: count).copyBytes(from: bytes)
            return bytes.count
        }
    }

    /// The library's MHD_CONTENT_READER_END_OF_STREAM, a macro with a cast.
    private static let endOfStream = -1
}
