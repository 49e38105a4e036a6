/// What strangers may take of a server's memory and time.
public struct WebLimits: Sendable {
    /// The most connections; more wait in the kernel's queue. Each takes up to 32 KiB and its request's body.
    public var connections = 128
    /// The most connections of one address. `nil`: 32 (a browser opens six, and a shop's guests may share an address),
    /// and as many as there are where only this machine can connect, since a proxy speaks for all.
    public var connectionsPerAddress: Int?
    /// The most bytes of a request's body.
    public var body = 64 << 10
    /// A whole request comes within this time after the connection's opening, or after the last answer.
    public var receiving = Duration.seconds(10)
    /// An answer is taken by the client within this time.
    public var sending = Duration.seconds(30)
    /// The most event streams at once; more are refused with 503.
    public var streams = 32
    /// Between two signs of life on a stream: proxies close after 60 s (nginx's default).
    public var streamPause = Duration.seconds(15)
    /// Bytes that wait for one event stream's client; who is slower is dropped.
    public var streamQueue = 64 << 10

    public init() {}
}
