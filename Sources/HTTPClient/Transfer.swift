import CCurl
import Glibc

/// One call under way: the library's handle, and what has come. Of the client's thread only.
final class Transfer {
    let token: HTTPClient.Token
    let handle: UnsafeMutableRawPointer
    private let headers: UnsafeMutablePointer<curl_slist>?
    private let allowsPrivate: Bool
    private var body: [UInt8] = []
    private var headerBytes = 0
    private var isTooLarge = false
    private var isRefused = false
    /// The library writes what went wrong here.
    private let message: UnsafeMutablePointer<CChar>

    /// Bytes of the longest answer that is read.
    static let longestBody = 1 << 20
    /// Bytes of all its headers.
    private static let longestHeaders = 64 << 10

    init(_ request: HTTPRequest, token: HTTPClient.Token, authorities: String?) throws(HTTPError) {
        let fields = try Self.fields(of: request)
        guard let handle = curl_easy_init() else { throw HTTPError(.broken, "no memory for a call") }
        self.token = token
        self.handle = handle
        allowsPrivate = request.allowsPrivate
        message = .allocate(capacity: Int(CURL_ERROR_SIZE))
        message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        headers = fields.reduce(nil) { curl_slist_append($0, $1) }
        let code = configure(request, authorities)
        guard code == CURLE_OK else { throw HTTPError(.request, "\(request.url): \(String(cString: message))") }
    }

    deinit {
        curl_easy_cleanup(handle)
        curl_slist_free_all(headers)
        message.deallocate()
    }

    private static func fields(of request: HTTPRequest) throws(HTTPError) -> [String] {
        var fields: [String] = []
        for (name, value) in request.headers {
            // What ends a line would begin a header of its own.
            guard (name + value).utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
                throw HTTPError(.request, "header \(name) has a line end or another control character")
            }
            fields.append("\(name): \(value)")
        }
        // Else the library waits for 100 Continue before a long body.
        return fields + ["Expect:"]
    }

    private func configure(_ request: HTTPRequest, _ authorities: String?) -> CURLcode {
        let isPost = request.method == .post
        let steps: [() -> CURLcode] = [
            { beckon_curl_set_pointer(self.handle, CURLOPT_ERRORBUFFER, self.message) },
            { self.set(CURLOPT_PROTOCOLS_STR, "http,https") },
            { self.set(CURLOPT_URL, request.url) },
            // An address is judged when it is connected to: behind a proxy that could not be.
            { self.set(CURLOPT_PROXY, "") },
            // Nor when a connection is taken over that another call was allowed to make.
            { request.allowsPrivate ? CURLE_OK : self.set(CURLOPT_FRESH_CONNECT, 1) },
            { self.set(CURLOPT_NOSIGNAL, 1) },
            { self.set(CURLOPT_QUICK_EXIT, 1) },
            { self.set(CURLOPT_TIMEOUT_MS, request.deadline.milliseconds) },
            { self.set(CURLOPT_CONNECTTIMEOUT_MS, request.connectDeadline.milliseconds) },
            { beckon_curl_set_pointer(self.handle, CURLOPT_HTTPHEADER, self.headers) },
            { isPost ? CURLE_OK : self.set(CURLOPT_CUSTOMREQUEST, request.method.rawValue) },
            {
                guard isPost else { return CURLE_OK }
                return request.body.withUnsafeBytes { beckon_curl_set_body(self.handle, $0.baseAddress, $0.count) }
            },
            { authorities.map { self.set(CURLOPT_CAINFO, $0) } ?? CURLE_OK },
            { Callbacks.install(on: self.handle, for: self) },
        ]
        for step in steps {
            let code = step()
            if code != CURLE_OK { return code }
        }
        return CURLE_OK
    }

    private func set(_ option: CURLoption, _ value: String) -> CURLcode {
        beckon_curl_set_text(handle, option, value)
    }

    private func set(_ option: CURLoption, _ value: Int) -> CURLcode {
        beckon_curl_set_number(handle, option, value)
    }

    // MARK: - From the callbacks

    /// Whether there was room for it.
    func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        isTooLarge = isTooLarge || bytes.count > Self.longestBody - body.count
        if !isTooLarge { body += bytes }
        return !isTooLarge
    }

    func receiveHeader(_ count: Int) -> Bool {
        headerBytes += count
        isTooLarge = isTooLarge || headerBytes > Self.longestHeaders
        return !isTooLarge
    }

    /// A socket for the address; none where the request does not allow it.
    func open(_ address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
        let (family, type, rule) = (address.pointee.family, address.pointee.socktype, address.pointee.protocol)
        guard allowsPrivate || NetworkAddress(Self.bytes(of: address)).isPublic else {
            isRefused = true
            return CURL_SOCKET_BAD
        }
        return socket(family, type | Int32(SOCK_CLOEXEC.rawValue), rule)
    }

    private static func bytes(of address: UnsafeMutablePointer<curl_sockaddr>) -> [UInt8] {
        let start = UnsafeRawPointer(address) + (MemoryLayout<curl_sockaddr>.offset(of: \.addr) ?? 0)
        switch address.pointee.family {
        case AF_INET:
            return withUnsafeBytes(of: start.loadUnaligned(as: sockaddr_in.self).sin_addr) { Array($0) }
        case AF_INET6:
            return withUnsafeBytes(of: start.loadUnaligned(as: sockaddr_in6.self).sin6_addr) { Array($0) }
        default: return []
        }
    }

    // MARK: - The end

    func result(_ code: CURLcode) -> Result<HTTPResponse, HTTPError> {
        guard code == CURLE_OK else { return .failure(error(code)) }
        let wait = beckon_curl_retry_after(handle)
        return .success(
            HTTPResponse(
                status: beckon_curl_status(handle),
                contentType: beckon_curl_content_type(handle).map { String(cString: $0) },
                retryAfter: wait > 0 ? Int(wait) : nil, body: body))
    }

    private func error(_ code: CURLcode) -> HTTPError {
        if isTooLarge { return HTTPError(.tooLarge, "the answer is longer than \(Self.longestBody) bytes") }
        let wasSent = beckon_curl_was_sent(handle) != 0
        if isRefused, !wasSent {
            return HTTPError(.privateAddress, "the server's address is private, which is not allowed here")
        }
        let error = HTTPError(code, String(cString: message))
        switch (error.kind, wasSent) {
        case (.deadline, false): return HTTPError(.unreachable, error.description)
        // It does not speak HTTP.
        case (.request, true): return HTTPError(.broken, error.description)
        default: return error
        }
    }
}

extension Duration {
    /// At least 1: for the library 0 is no limit.
    fileprivate var milliseconds: Int {
        let (seconds, attoseconds) = components
        return max(1, Int(clamping: min(seconds, 1 << 30) * 1000 + attoseconds / 1_000_000_000_000_000))
    }
}
