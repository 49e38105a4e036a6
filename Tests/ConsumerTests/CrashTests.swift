import ConsumerStore
import Engagement
import MQTT
import Messages
import TestSupport
import Testing

@testable import beckon_consumer

/// kill -9 at every step of a send: nothing but the file is left, and nobody is told twice or too often.
@Suite struct CrashTests {
    /// Where the process dies.
    enum Point: CaseIterable {
        case afterEnter, inTheDecision, afterTheDecision, afterTheClientTookIt, afterTheBrokerHasIt,
            afterTheConfirmation
    }

    @Test(arguments: Point.allCases, [false, true])
    func `wherever it dies one notification goes out, under one id`(point: Point, isSlow: Bool) throws {
        let shop = try ConsumerShop()
        // A restart takes a while, and the shopper is there still; or the box is back at once.
        func die() throws {
            try shop.restart(after: isSlow ? 70 : 1)
            try shop.receive(shop.status(.online), shop.presence("v1", since: shop.secondsSinceStart))
        }
        var arrived: [String] = []
        func goOut(isAcknowledged: Bool = true) throws {
            for message in try shop.publish(isAcknowledged: isAcknowledged) {
                arrived.append(try Notification(parsing: message.payload).id)
            }
        }
        try shop.receive(shop.status(.online))
        try shop.enter("v1")
        if point == .afterEnter { try die() }
        if point == .inTheDecision {
            try shop.fill(true)
            #expect(throws: StoreError.self) { try shop.wait(20) }
            try shop.fill(false)
            try die()
        }
        try shop.wait(20)
        if point == .afterTheDecision { try die() }
        if point == .afterTheClientTookIt {
            // It may or may not have reached the broker.
            try goOut(isAcknowledged: false)
            try die()
        }
        if point == .afterTheBrokerHasIt {
            // The broker's answer is lost with the process.
            try goOut(isAcknowledged: false)
            shop.disconnect()
            try die()
        }
        try goOut()
        if point == .afterTheConfirmation { try die() }
        try goOut()
        try shop.wait(600)
        try goOut()
        #expect(Set(arrived).count == 1, "twice means two ids: \(arrived)")
        #expect(shop.decisions.filter { $0 == "sent" }.count == 1)
        // And no cap is exceeded afterwards.
        try shop.receive(shop.presence("v1", since: shop.secondsSinceStart))
        try shop.enter("v2")
        try shop.wait(60)
        try goOut()
        #expect(Set(arrived).count == 1)
    }

    @Test func `over a thousand random lives of the process no cap is exceeded, whatever dies when`() throws {
        var random = SplitMix64(seed: 11)
        var sent: [(at: Int64, visit: String, id: String)] = []
        let shop = try ConsumerShop()
        try shop.receive(shop.status(.online))
        for life in 0..<1000 {
            try shop.receive(shop.status(.online), shop.presence("p\(life / 7)", since: 30))
            try shop.wait(Double.random(in: 0...40, using: &random))
            let isLate = Int.random(in: 0..<6, using: &random) == 0
            if isLate { try shop.wait(Double.random(in: 0...30 * 3600, using: &random)) }
            for message in try shop.publish(isAcknowledged: Bool.random(using: &random)) {
                let notification = try Notification(parsing: message.payload)
                if !sent.contains(where: { $0.id == notification.id }) {
                    sent.append((notification.time, "\(life / 7)", notification.id))
                }
            }
            if Int.random(in: 0..<3, using: &random) == 0 { try shop.exit("p\(life / 7)") }
            if Bool.random(using: &random) { try shop.restart(after: Double.random(in: 0...300, using: &random)) }
        }
        #expect(sent.count > 5)
        for (index, send) in sent.enumerated() {
            let others = sent[...index]
            for (hours, most) in [(20, 1), (7 * 24, 2), (30 * 24, 6)] as [(Int64, Int)] {
                let count = others.count { send.at - $0.at < hours * 3_600_000 }
                #expect(count <= most, "\(count) in \(hours) h")
            }
        }
    }

    @Test func `after a restart nobody is told who is not known to be there`() throws {
        let shop = try ConsumerShop()
        try shop.receive(shop.status(.online))
        try shop.enter("v1")
        try shop.wait(20)
        _ = try shop.publish(isAcknowledged: false)
        try shop.restart(after: 90)
        #expect(try shop.publish().isEmpty, "it waits for a word")
        try shop.wait(30)
        #expect(try shop.publish().isEmpty)
        try shop.receive(shop.status(.online), shop.presence("v1", since: 140))
        #expect(try shop.publish().count == 1)
        // Where no word comes it expires, and counts, since it may have arrived.
        let other = try ConsumerShop()
        try other.enter("v1")
        try other.wait(20)
        _ = try other.publish(isAcknowledged: false)
        try other.restart(after: 90)
        try other.wait(600)
        #expect(try other.publish().isEmpty)
        #expect(other.withdrawn == ["expired"])
    }
}
