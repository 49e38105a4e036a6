import Daemon
import Engagement
import HTTPClient
import Hashing
import Messages
import Settings

/// What the channels beside the broker are sent: makes each notification into a request.
struct ChannelServers: Sendable {
    /// What is wrong with a secret.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private struct Server {
        let url: String
        let headers: [String: String]

        init(_ settings: ChannelSettings.Server) throws(SecretError) {
            url = settings.url
            var headers = ["Content-Type": "application/json", "User-Agent": ChannelServers.agent]
            if let token = try settings.token?.read() { headers["Authorization"] = "Bearer \(token)" }
            self.headers = headers
        }
    }

    static let agent = "beckon-consumer/\(Version.text)"
    /// A shopper does not wait longer; Standard Webhooks wants 15 s at least, from senders without a shopper.
    private static let deadline = Duration.seconds(10)
    private static let connectDeadline = Duration.seconds(3)

    private let signature: WebhookSignature?
    private let allowsPrivateWebhooks: Bool
    private let ntfy: Server?
    private let apprise: Server?

    /// None: the broker is all there is.
    init() {
        signature = nil
        allowsPrivateWebhooks = false
        ntfy = nil
        apprise = nil
    }

    /// Reads the secrets.
    init(_ settings: ChannelSettings) throws {
        do {
            let secret = try settings.webhook?.secret.read()
            signature = try secret.map { (text) throws(Failure) in
                guard let signature = WebhookSignature(text) else {
                    throw Failure(
                        description: "consumer.channels.webhook.secret: expected whsec_ and base 64 of 24 to 64 bytes")
                }
                return signature
            }
            allowsPrivateWebhooks = settings.webhook?.allowsPrivate ?? false
            ntfy = try settings.ntfy.map { (server) throws(SecretError) in try Server(server) }
            apprise = try settings.apprise.map { (server) throws(SecretError) in try Server(server) }
        } catch let error as SecretError {
            throw Failure(description: "consumer.channels: \(error.description)")
        }
    }

    /// Whether notifications can go by `channel` here.
    func carries(_ channel: Channel) -> Bool {
        switch channel {
        case .mqtt: true
        case .webhook: signature != nil
        case .ntfy: ntfy != nil
        case .apprise: apprise != nil
        }
    }

    /// - Parameters:
    ///   - payload: a notification as the contract has it.
    ///   - now: Unix milliseconds.
    func request(_ payload: [UInt8], on channel: Channel, at now: Int64) -> HTTPRequest? {
        switch channel {
        case .mqtt: nil
        case .webhook(let url): webhook(payload, url, now)
        case .ntfy(let topic):
            ntfy.flatMap { server in
                (try? Notification(parsing: payload)).map { post(server, "/", $0.ntfy(topic: topic)) }
            }
        case .apprise(let service):
            apprise.flatMap { server in
                (try? Notification(parsing: payload)).map { post(server, "/notify", $0.apprise(service: service)) }
            }
        }
    }

    private func webhook(_ payload: [UInt8], _ url: String, _ now: Int64) -> HTTPRequest? {
        guard let signature, let id = (try? Notification(parsing: payload))?.id else { return nil }
        var headers = signature.headers(id: id, payload, at: now)
        headers["Content-Type"] = "application/json"
        headers["User-Agent"] = Self.agent
        return HTTPRequest(
            .post, url, headers: headers, body: payload, deadline: Self.deadline,
            connectDeadline: Self.connectDeadline, allowsPrivate: allowsPrivateWebhooks)
    }

    /// The configuration's own servers may be anywhere.
    private func post(_ server: Server, _ path: String, _ body: [UInt8]) -> HTTPRequest {
        HTTPRequest(
            .post, server.url + path, headers: server.headers, body: body, deadline: Self.deadline,
            connectDeadline: Self.connectDeadline, allowsPrivate: true)
    }
}
