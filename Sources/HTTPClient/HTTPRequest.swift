/// One call of a server.
public struct HTTPRequest: Hashable, Sendable {
    public enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case delete = "DELETE"
    }

    public var method: Method
    /// `http://` or `https://`.
    public var url: String
    /// By name.
    public var headers: [String: String]
    public var body: [UInt8]
    /// For the whole call, from looking up the name to the last byte of the answer.
    public var deadline: Duration
    /// The part of it in which a connection must stand.
    public var connectDeadline: Duration
    /// Whether the server may be at an address that the public internet does not reach: on this machine, in this
    /// network.
    public var allowsPrivate: Bool

    public init(
        _ method: Method, _ url: String, headers: [String: String] = [:], body: [UInt8] = [], deadline: Duration,
        connectDeadline: Duration, allowsPrivate: Bool = false
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.deadline = deadline
        self.connectDeadline = connectDeadline
        self.allowsPrivate = allowsPrivate
    }
}
