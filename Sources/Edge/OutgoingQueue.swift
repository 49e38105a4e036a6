/// What waits to be published, in order: events until the broker has confirmed them, states only while connected,
/// since each connection begins with all of them afresh.
///
/// In memory and bounded: when it is full the oldest events give way to one note of what was lost.
struct OutgoingQueue<Event, State> {
    struct Item {
        enum Content {
            case event(Event)
            case lost(Lost)
            case state(State)
        }

        var token: UInt64
        var content: Content
        /// Whether it waited from before this connection.
        var replayed: Bool
    }

    /// A run of events that will never be published.
    struct Lost: Equatable {
        var fromSequence: UInt64
        var toSequence: UInt64
        var count: UInt64
        /// Unix milliseconds of the first and of the last.
        var first: Int64
        var last: Int64
    }

    /// What the queue must know of an event.
    struct Key {
        var sequence: UInt64
        /// Unix milliseconds.
        var time: Int64
    }

    /// Messages in flight at most. The client library walks a list for each acknowledgement: measured, 99,000
    /// messages a second at 100, 2,000 at 50,000.
    static var window: Int { 100 }

    private let capacity: Int
    private let key: (Event) -> Key
    private var waiting = FIFO<Item>()
    private var inFlight = FIFO<Item>()
    private var nextToken: UInt64 = 1
    private(set) var isConnected = false

    /// - Parameters:
    ///   - capacity: the most items that wait.
    ///   - key: of an event.
    init(capacity: Int, key: @escaping (Event) -> Key) {
        self.capacity = capacity
        self.key = key
    }

    /// Items that are not confirmed yet.
    var count: Int { waiting.count + inFlight.count }

    mutating func append(event: Event) { append(.event(event)) }

    /// Nothing while not connected.
    mutating func append(state: State) {
        if isConnected { append(.state(state)) }
    }

    /// A connection begins with `states`; then comes what waited.
    mutating func connected(with states: [State]) {
        isConnected = true
        var late = FIFO<Item>()
        while var item = waiting.popFirst() {
            item.replayed = true
            late.append(item)
        }
        late.prepend(states.map { item(.state($0)) })
        waiting = late
    }

    /// What was in flight is sent again, in its order; states are forgotten.
    mutating func disconnected() {
        requeue()
        isConnected = false
        var events = FIFO<Item>()
        while let item = waiting.popFirst() {
            if case .state = item.content { continue }
            events.append(item)
        }
        waiting = events
    }

    /// What is in flight is the next again, in its order.
    mutating func requeue() {
        var items: [Item] = []
        while let item = inFlight.popFirst() { items.append(item) }
        waiting.prepend(items)
    }

    /// The next item to publish, now in flight; `nil` while the window is full or nothing waits.
    mutating func next() -> Item? {
        guard isConnected, inFlight.count < Self.window, let item = waiting.popFirst() else { return nil }
        inFlight.append(item)
        return item
    }

    /// The item could not be handed to the client: it is the next again.
    mutating func putBack(_ item: Item) {
        if let item = inFlight.removeFirst(where: { $0.token == item.token }) { waiting.prepend([item]) }
    }

    /// The broker has the item, or will never take it.
    @discardableResult
    mutating func finished(_ token: UInt64) -> Item? { inFlight.removeFirst { $0.token == token } }

    private mutating func append(_ content: Item.Content) {
        if waiting.count >= capacity { dropOldest() }
        waiting.append(item(content))
    }

    private mutating func item(_ content: Item.Content) -> Item {
        defer { nextToken += 1 }
        return Item(token: nextToken, content: content, replayed: false)
    }

    /// The first event that waits, and the note before it, become one note.
    private mutating func dropOldest() {
        guard let oldest = waiting.removeFirst(where: \.isEvent), case .event(let event) = oldest.content else {
            _ = waiting.popFirst()
            return
        }
        let key = key(event)
        var lost = Lost(fromSequence: key.sequence, toSequence: key.sequence, count: 1, first: key.time, last: key.time)
        let note = waiting.removeFirst(where: \.isLost)
        if case .lost(let before) = note?.content {
            lost = Lost(
                fromSequence: before.fromSequence, toSequence: key.sequence, count: before.count + 1,
                first: before.first, last: key.time)
        }
        waiting.prepend([Item(token: oldest.token, content: .lost(lost), replayed: true)])
    }
}

extension OutgoingQueue.Item {
    fileprivate var isEvent: Bool { if case .event = content { true } else { false } }
    fileprivate var isLost: Bool { if case .lost = content { true } else { false } }
}
