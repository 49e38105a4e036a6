/// What a server answered, whatever the status: a redirect is an answer, and is not followed.
public struct HTTPResponse: Hashable, Sendable {
    public var status: Int
    public var contentType: String?
    /// Seconds after which the server wants to be asked again.
    public var retryAfter: Int?
    public var body: [UInt8]

    public init(status: Int, contentType: String? = nil, retryAfter: Int? = nil, body: [UInt8] = []) {
        self.status = status
        self.contentType = contentType
        self.retryAfter = retryAfter
        self.body = body
    }
}
