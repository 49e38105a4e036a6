/// Who is in the shop, by who sends next: a binary heap. At one instant the lower minor comes first.
struct Crowd: Sendable {
    private var shoppers: [Shopper] = []

    /// Seconds; `nil`: nobody is there.
    var nextAt: Double? { shoppers.first?.nextAt }

    mutating func insert(_ shopper: Shopper) {
        shoppers.append(shopper)
        var index = shoppers.count - 1
        while index > 0, isBefore(index, (index - 1) / 2) {
            shoppers.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    /// Lets the first one send, and leave after the last time. Returns what is heard of it.
    mutating func sendFirst(heardAt receiver: Place) -> Transmission? {
        guard !shoppers.isEmpty else { return nil }
        let heard = shoppers[0].send(heardAt: receiver)
        if shoppers[0].transmitter.isGone {
            shoppers.swapAt(0, shoppers.count - 1)
            shoppers.removeLast()
        }
        var index = 0
        while let child = firstChild(of: index), isBefore(child, index) {
            shoppers.swapAt(index, child)
            index = child
        }
        return heard
    }

    private func firstChild(of index: Int) -> Int? {
        let (left, right) = (2 * index + 1, 2 * index + 2)
        guard left < shoppers.count else { return nil }
        return right < shoppers.count && isBefore(right, left) ? right : left
    }

    private func isBefore(_ left: Int, _ right: Int) -> Bool {
        (shoppers[left].nextAt, shoppers[left].minor) < (shoppers[right].nextAt, shoppers[right].minor)
    }
}
