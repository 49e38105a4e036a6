import HTTPServer
import TestSupport
import Testing

/// Server-Sent Events over a real socket.
@Suite struct EventStreamTests {
    private func fixture(_ box: Box<EventStream>, _ limits: WebLimits = WebLimits()) throws -> ServerFixture {
        try ServerFixture(limits) { routes in
            routes.on(.get, "/events") { _ in .events(begin: box.put) }
            routes.on(.get, "/") { _ in .now(.text("alive")) }
        }
    }

    private func open(_ fixture: ServerFixture, receiveBuffer: Int32? = nil) throws -> RawConnection {
        let connection = try fixture.connect(receiveBuffer: receiveBuffer)
        connection.send("GET /events HTTP/1.1\r\nHost: x\r\n\r\n")
        let head = connection.read { $0.contains("retry: 3000") }
        #expect(head.contains("\r\nContent-Type: text/event-stream\r\n"))
        #expect(head.contains("\r\nCache-Control: no-store\r\n"))
        return connection
    }

    @Test func eventsArriveAtOnceOneAfterTheOther() throws {
        let box = Box<EventStream>()
        let fixture = try fixture(box)
        let connection = try open(fixture)
        let stream = try #require(box.values.first)
        for round in 1...20 {
            let start = ContinuousClock.now
            #expect(stream.send("decision", Array("{\"n\":\(round)}".utf8)))
            let text = connection.read { $0.contains("{\"n\":\(round)}\n\n") }
            #expect(text.contains("event: decision\ndata: {\"n\":\(round)}\n\n"))
            // Nagle's 40 ms, if it were there, would show; a busy machine takes its time, too.
            #expect(ContinuousClock.now - start < .seconds(1))
        }
    }

    @Test func linesOfDataCannotBecomeFieldsOfTheirOwn() throws {
        let box = Box<EventStream>()
        let fixture = try fixture(box)
        let connection = try open(fixture)
        box.values.first?.send("note", Array("one\nevent: forged\r\n\r\ndata: two".utf8))
        let text = connection.read { $0.contains("two") }
        #expect(text.contains("event: note\ndata: one\ndata: event: forged\ndata: data: two\n\n"))
    }

    @Test func aStreamThatIsClosedEndsForTheClient() throws {
        let box = Box<EventStream>()
        let fixture = try fixture(box)
        let connection = try open(fixture)
        let stream = try #require(box.values.first)
        stream.send("last", Array("1".utf8))
        stream.close()
        // Chunked encoding ends with a chunk of length 0.
        #expect(connection.read { $0.hasSuffix("0\r\n\r\n") }.contains("data: 1\n\n"))
        #expect(!stream.send("late", []))
    }

    @Test func whoGoesAwayIsNoticedWhenSomethingIsSent() throws {
        let box = Box<EventStream>()
        let fixture = try fixture(box)
        do { _ = try open(fixture) }
        let stream = try #require(box.values.first)
        let deadline = ContinuousClock.now + .seconds(5)
        while stream.isOpen, ContinuousClock.now < deadline {
            stream.send("tick", [0x31])
            _ = try fixture.get("/")
        }
        #expect(!stream.isOpen)
    }

    @Test func whoDoesNotReadIsDroppedAndOthersGoOn() throws {
        let box = Box<EventStream>()
        var limits = WebLimits()
        limits.streamQueue = 16 << 10
        let fixture = try fixture(box, limits)
        let slow = try open(fixture, receiveBuffer: 4096)
        let quick = try open(fixture)
        let streams = box.values
        let data = [UInt8](repeating: 0x78, count: 4000)
        var sent = 0
        while streams[0].send("flood", data), sent < 10_000 { sent += 1 }
        #expect(sent < 10_000)
        #expect(!streams[0].isOpen)
        #expect(streams[1].send("news", Array("1".utf8)))
        #expect(quick.read { $0.contains("data: 1\n\n") }.contains("event: news"))
        #expect(slow.isClosed(within: .seconds(5)))
    }

    @Test func aStreamWithNothingToSayShowsThatItLives() throws {
        let box = Box<EventStream>()
        var limits = WebLimits()
        limits.streamPause = .milliseconds(50)
        let fixture = try fixture(box, limits)
        let text = try open(fixture).read { $0.count(of: ":\n\n") >= 3 }
        #expect(text.count(of: ":\n\n") >= 3)
        #expect(box.values.first?.isOpen == true)
    }

    @Test func streamsAreBoundedSoThatPagesStayReachable() throws {
        let box = Box<EventStream>()
        var limits = WebLimits()
        limits.streams = 2
        let fixture = try fixture(box, limits)
        let held = [try open(fixture), try open(fixture)]
        #expect(try fixture.get("/events").hasPrefix("HTTP/1.1 503 "))
        #expect(try fixture.get("/").hasSuffix("alive"))
        #expect(held.count == 2)
    }
}

extension String {
    fileprivate func count(of part: String) -> Int { ranges(of: part).count }
}
