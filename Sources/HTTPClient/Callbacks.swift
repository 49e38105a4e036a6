import CCurl

/// The library's callbacks: formed outside any isolation, since they run on the client's thread.
enum Callbacks {
    /// - Parameter transfer: gets what comes, as long as the handle lives.
    static func install(on handle: UnsafeMutableRawPointer, for transfer: Transfer) -> CURLcode {
        let context = Unmanaged.passUnretained(transfer).toOpaque()
        // Fewer bytes than there are end the call.
        var code = beckon_curl_set_writer(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
            return Callbacks.transfer(context)?.receive(piece) == true ? piece.count : 0
        }
        if code == CURLE_OK {
            code = beckon_curl_set_writer(handle, CURLOPT_HEADERFUNCTION) { _, size, count, context in
                Callbacks.transfer(context)?.receiveHeader(size * count) == true ? size * count : 0
            }
        }
        if code == CURLE_OK {
            code = beckon_curl_set_opener(handle) { context, _, address in
                guard let address, let transfer = Callbacks.transfer(context) else { return CURL_SOCKET_BAD }
                return transfer.open(address)
            }
        }
        for option in [CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_OPENSOCKETDATA] where code == CURLE_OK {
            code = beckon_curl_set_pointer(handle, option, context)
        }
        return code
    }

    private static func transfer(_ context: UnsafeMutableRawPointer?) -> Transfer? {
        context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
    }
}
