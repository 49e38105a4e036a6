/// Why there is no connection.
public enum MQTTFault: Error, Hashable, Sendable {
    /// The user or password could not be read.
    case credentials(String)
    /// The options cannot be used: a file that is missing, an impossible value.
    case configuration(String)
    /// No such host, no route, no one listening.
    case unreachable(String)
    /// The other side is not who it should be, or does not speak TLS.
    case tls(String)
    /// No answer to CONNECT within ten seconds.
    case unanswered
    /// The broker closed the connection without an answer to CONNECT.
    case closedUnanswered
    /// The broker said no, and why.
    case refused(code: UInt8, String)
    /// The broker took messages, and acknowledged none of them for twice the keepalive.
    case unacknowledged
    /// The connection was lost.
    case lost(String)
    /// The broker ended the connection, and said why.
    case ended(code: UInt8, String)
    /// Another client connected with our client id.
    case takenOver
    /// The receiver could not keep what came; nothing of it was acknowledged, all of it will come again.
    case notKept(String)
}

extension MQTTFault {
    /// What `tls` says where the other side ended the handshake without a word.
    public static let endedHandshake = "the broker ended the handshake; is this its TLS port?"

    /// Whether the connection ended without a reason, or because another client took it.
    var isLoss: Bool {
        switch self {
        case .lost, .takenOver: true
        default: false
        }
    }
}

extension MQTTFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .credentials(let text): "credentials: \(text)"
        case .configuration(let text), .unreachable(let text): text
        case .tls(let text): "TLS: \(text)"
        case .unanswered: "the broker does not answer"
        case .closedUnanswered: "the broker closed the connection before it answered"
        case .refused(_, let text): "the broker refused the connection: \(text)"
        case .unacknowledged: "the broker takes messages and acknowledges none"
        case .lost(let text): text
        case .ended(_, let text): "the broker ended the connection: \(text)"
        case .takenOver: "another client connected with the same client id"
        case .notKept(let text): "what was received could not be kept: \(text)"
        }
    }
}
