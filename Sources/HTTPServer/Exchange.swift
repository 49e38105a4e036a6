/// One request and its answer, on the server's thread.
final class Exchange {
    enum Phase {
        /// The target is known, no more.
        case begun
        /// Headers have come.
        case receiving
        /// A handler has promised an answer.
        case waiting(otherwise: WebResponse)
        /// It has come; the library is to be told.
        case ready(WebResponse)
        case sending
        case streaming(EventStream)
    }

    let id: UInt64
    let target: String
    var headers: [(name: String, value: String)] = []
    var body: [UInt8] = []
    /// More came than was kept.
    var isTooLong = false
    var phase = Phase.begun

    init(id: UInt64, target: String) {
        self.id = id
        self.target = target
    }
}
