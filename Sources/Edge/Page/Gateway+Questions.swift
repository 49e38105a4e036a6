import HTTPServer
import Metrics
import Outbox
import SQLite

/// What the gateway answers to those who watch it.
extension Gateway {
    mutating func answerQuestions() throws(SQLiteError) {
        for (question, reply) in page?.questions.take() ?? [] {
            switch question {
            case .health: reply.send(.text("alive\n"))
            case .readiness:
                let missing = missing
                let text = missing.isEmpty ? "ready\n" : missing.map { "\($0)\n" }.joined()
                reply.send(.text(text, status: missing.isEmpty ? 200 : 503))
            case .metrics:
                let page = try metrics()
                reply.send(WebResponse(type: MetricsPage.mediaType, body: Array(page.text.utf8)))
            }
        }
    }

    /// Why the gateway does not do all that it is for.
    private var missing: [String] {
        var reasons = source.adapters.compactMap { adapter in adapter.fault.map { "\(adapter.address): \($0)" } }
        if !source.isHearing, reasons.isEmpty { reasons.append("nothing listens: no adapter scans") }
        if !publisher.isConnected { reasons.append("no connection to the broker") }
        if let fault = publisher.fault { reasons.append(fault) }
        return reasons
    }
}
