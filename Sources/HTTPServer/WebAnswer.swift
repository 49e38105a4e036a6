/// What a handler returns, at once: it runs on the server's thread.
public enum WebAnswer: Sendable {
    case now(WebResponse)
    /// `begin` is called at once; where nothing is said by its reply `within` the time, the client gets `otherwise`.
    case later(within: Duration, otherwise: WebResponse, begin: @Sendable (WebReply) -> Void)
    /// A stream of Server-Sent Events; `begin` is called at once with it.
    case events(begin: @Sendable (EventStream) -> Void)
}
