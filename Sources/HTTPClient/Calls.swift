import CCurl

/// The client's thread: all the calls under way.
struct Calls {
    private let exchange: Exchange
    private let authorities: String?
    private var transfers: [HTTPClient.Token: Transfer] = [:]

    /// Milliseconds without work; the library wakes at its own deadlines.
    private static let patience: Int32 = 60_000

    init(_ exchange: Exchange, authorities: String?) {
        self.exchange = exchange
        self.authorities = authorities
    }

    /// Until it is told to stop.
    mutating func run() {
        while true {
            let orders = exchange.takeOrders()
            if orders.isStopping { break }
            for (token, request) in orders.requests { begin(request, token) }
            for token in orders.cancelled { remove(token) }
            var running: Int32 = 0
            curl_multi_perform(exchange.multi, &running)
            settle()
            curl_multi_poll(exchange.multi, nil, 0, Self.patience, nil)
        }
        for token in Array(transfers.keys) { remove(token) }
    }

    private mutating func begin(_ request: HTTPRequest, _ token: HTTPClient.Token) {
        do throws(HTTPError) {
            let transfer = try Transfer(request, token: token, authorities: authorities)
            curl_multi_add_handle(exchange.multi, transfer.handle)
            transfers[token] = transfer
        } catch {
            exchange.end(token, .failure(error))
        }
    }

    private mutating func remove(_ token: HTTPClient.Token) {
        guard let transfer = transfers.removeValue(forKey: token) else { return }
        curl_multi_remove_handle(exchange.multi, transfer.handle)
    }

    private mutating func settle() {
        var left: Int32 = 0
        while let message = curl_multi_info_read(exchange.multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE else { continue }
            // The message is gone once its call is removed.
            let (handle, code) = (message.pointee.easy_handle, message.pointee.data.result)
            guard let transfer = transfers.values.first(where: { $0.handle == handle }) else { continue }
            exchange.end(transfer.token, transfer.result(code))
            remove(transfer.token)
        }
    }
}
