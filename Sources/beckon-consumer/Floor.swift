import Daemon
import Engagement
import HTTPServer
import Messages
import Settings
import Synchronization

/// The pages of this process, and the consumers that they answer from: one a partition that it works on.
final class Floor: Sendable {
    private struct State {
        var consumers: [Int: Consumer] = [:]
        var web: Web?
        var server: WebServer?
    }

    let meters = ConsumerMeters()
    private let state = Mutex(State())

    /// A consumer begins its work. The pages are opened with the first one.
    ///
    /// - Parameter pages: makes them; `nil`: there are none.
    func enter(_ consumer: Consumer, on partition: Int, _ pages: () throws -> Web?) throws {
        let isOpen = state.withLock { state in
            state.consumers[partition] = consumer
            return state.web != nil
        }
        guard !isOpen, let web = try pages() else { return }
        let isFirst = state.withLock { state in
            guard state.web == nil else { return false }
            state.web = web
            return true
        }
        guard isFirst else { return }
        let live = try LiveDesk { [self] now in web.liveView(self, at: now) }
        let server = Self.serve(web.routes(for: self, live: live), web.settings.http, web.log)
        state.withLock { $0.server = server }
        if server != nil { _ = try Worker(name: "live") { live.run() } }
    }

    func leave(_ partition: Int) {
        meters.leave(partition)
        state.withLock { _ = $0.consumers.removeValue(forKey: partition) }
    }

    /// Closes the pages. Once.
    func close() { state.withLock { $0.server }?.stop() }

    /// What happened, from any thread. - Parameter now: Unix milliseconds.
    func note(_ outputs: [ConsumerOutput], on partition: Int, at now: Int64) {
        meters.note(outputs, on: partition, at: now)
        state.withLock { $0.web }?.note(outputs, at: now)
    }

    // MARK: - What the pages ask

    /// What is decided by; without anyone at work, nothing.
    var directory: Directory { consumers.first?.directory ?? Directory() }

    /// Takes what a phone tells to whoever decides on the place, and answers it as soon as a decision is made.
    func encounter(_ encounter: Encounter, reply: @escaping PhoneDesk.Reply) {
        let consumers = consumers
        let site = consumers.first?.directory.place(of: encounter)?.site
        guard let consumer = consumers.first(where: { site.map($0.serves) ?? false }) ?? consumers.first else {
            return reply(.unavailable)
        }
        consumer.encounter(encounter, reply: reply)
    }

    /// By the numbers of their partitions.
    var consumers: [Consumer] {
        state.withLock { $0.consumers.sorted { $0.key < $1.key }.map(\.value) }
    }

    /// Notifications do not depend on the pages: where those cannot be served, the consumer goes on without.
    private static func serve(_ routes: WebRoutes, _ settings: HTTPSettings, _ log: Log) -> WebServer? {
        guard let address = settings.listen else { return nil }
        do throws(WebServerError) {
            let server = try WebServer(host: address.host, port: address.port, routes)
            log.info("http", "listening", ["url": "http://\(server.address)"])
            return server
        } catch {
            log.error("http", "no pages: \(error) (consumer.http.listen)")
            return nil
        }
    }
}
