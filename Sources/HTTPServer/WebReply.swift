/// The place of an answer that is given later, from any thread.
public struct WebReply: Sendable {
    let id: UInt64
    let mailbox: Mailbox

    /// The first counts; it is dropped where the client has gone or the time is over.
    public func send(_ response: WebResponse) { mailbox.post(.answer(id, response)) }
}
