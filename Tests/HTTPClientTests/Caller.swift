import Daemon
import Testing

@testable import HTTPClient

/// A client, and the wait for what it says.
struct Caller {
    let wake: Wake
    let client: HTTPClient

    init(limit: Int = 8, authorities: String? = nil) throws {
        wake = try Wake()
        client = try HTTPClient(limit: limit, authorities: authorities, wake: wake)
    }

    /// Waits for so many outcomes.
    func outcomes(_ count: Int = 1, within limit: Duration = .seconds(20)) -> [HTTPClient.Outcome] {
        var outcomes: [HTTPClient.Outcome] = []
        let end = SystemClock.monotonicMicroseconds() + limit.components.seconds * 1_000_000
        while outcomes.count < count, SystemClock.monotonicMicroseconds() < end {
            Descriptors.wait([wake.descriptor], until: end)
            wake.clear()
            outcomes += client.takeOutcomes()
        }
        return outcomes
    }

    func call(_ request: HTTPRequest) throws -> Result<HTTPResponse, HTTPError> {
        let token = try #require(client.start(request))
        let outcome = try #require(outcomes().first)
        #expect(outcome.token == token)
        return outcome.result
    }

    /// Why it has no answer; `nil`: it has one.
    func fault(_ request: HTTPRequest) throws -> HTTPError.Kind? {
        guard case .failure(let error) = try call(request) else { return nil }
        return error.kind
    }
}

extension HTTPRequest {
    /// Of a server on loopback.
    static func test(
        _ url: String, method: Method = .get, body: String = "", deadline: Duration = .seconds(10),
        allowsPrivate: Bool = true
    ) -> HTTPRequest {
        HTTPRequest(
            method, url, headers: ["Content-Type": "application/json"], body: Array(body.utf8), deadline: deadline,
            connectDeadline: .seconds(5), allowsPrivate: allowsPrivate)
    }
}
