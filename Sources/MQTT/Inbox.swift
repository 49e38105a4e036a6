/// What the library's callbacks leave for the connection. They run inside `loop_read` and `loop_write`, on the
/// client's thread, so nothing here needs a lock.
final class Inbox {
    struct Acknowledgement {
        let id: Int32
        /// 0 without MQTT 5.
        let code: Int32
    }

    struct Answer {
        let code: Int32
        let isSessionPresent: Bool
        let receiveMaximum: UInt16?
        let sessionExpiry: UInt32?
    }

    /// The broker's answer to CONNECT.
    var answer: Answer?
    var messages: [ReceivedMessage] = []
    var acknowledgements: [Acknowledgement] = []
    /// By the number of the SUBSCRIBE: what was granted, 0x80 and above being refusals.
    var subscriptions: [(id: Int32, granted: Int32)] = []
    /// Why the broker ended the connection (MQTT 5), or the library's code.
    var endCode: Int32?
    /// What OpenSSL has against the broker's certificate.
    var certificateFault: String?
    /// What the library said of its errors while connecting.
    var errors: [String] = []
}
