import CCurl

/// The library's callbacks: formed outside any isolation, since they run on the client's thread.
enum Callbacks {
    /// Fewer bytes than there are end the call.
    static func body(
        _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
    ) -> Int {
        let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
        return transfer(context)?.receive(piece) == true ? piece.count : 0
    }

    static func header(
        _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
    ) -> Int {
        transfer(context)?.receiveHeader(size * count) == true ? size * count : 0
    }

    static func open(
        _ context: UnsafeMutableRawPointer?, _ purpose: curlsocktype, _ address: UnsafeMutablePointer<curl_sockaddr>?
    ) -> curl_socket_t {
        guard let address, let transfer = transfer(context) else { return CURL_SOCKET_BAD }
        return transfer.open(address)
    }

    private static func transfer(_ context: UnsafeMutableRawPointer?) -> Transfer? {
        context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
    }
}
