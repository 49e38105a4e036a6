import Daemon
import HTTPServer
import Metrics
import Outbox
import SQLite
import Settings

/// What the gateway answers to those who watch it.
extension Gateway {
    /// Listens for them. A gateway hears without that, too.
    func serve(on address: ListenAddress) -> WebServer? {
        var routes = WebRoutes()
        desk.add(to: &routes)
        do throws(WebServerError) {
            let server = try WebServer(host: address.host, port: address.port, routes)
            log.info("http", "listening", ["url": "http://\(server.address)"])
            return server
        } catch {
            log.warning("http", "no metrics: \(error) (gateway.http.listen)")
            return nil
        }
    }

    mutating func answerQuestions() throws(SQLiteError) {
        for (question, reply) in desk.take() {
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
        if !isConnected { reasons.append("no connection to the broker") }
        if let fault = publisher.fault { reasons.append(fault) }
        return reasons
    }
}
