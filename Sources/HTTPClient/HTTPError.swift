import CCurl

/// Why a call has no answer.
public struct HTTPError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Kind: Hashable, Sendable {
        /// The request is none that could be sent: its address, a header.
        case request
        /// The name is not known, or no connection stood in time.
        case unreachable
        /// Every address of the server is one that the request does not allow.
        case privateAddress
        /// The server's certificate is not to be trusted, or TLS failed otherwise.
        case tls
        /// Not answered in time, however much of the answer had come.
        case deadline
        /// The answer is longer than is read.
        case tooLarge
        /// The connection ended, or what came is not HTTP.
        case broken
    }

    public let kind: Kind
    public let description: String

    init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }

    /// - Parameter text: the library's own of this call; may be empty.
    init(_ code: CURLcode, _ text: String) {
        let words = text.isEmpty ? String(cString: curl_easy_strerror(code)) : text
        switch code {
        case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL, CURLE_BAD_FUNCTION_ARGUMENT: self.init(.request, words)
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT: self.init(.unreachable, words)
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE,
            CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
            self.init(.tls, words)
        case CURLE_OPERATION_TIMEDOUT: self.init(.deadline, words)
        default: self.init(.broken, words)
        }
    }
}
