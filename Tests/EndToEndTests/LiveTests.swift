import Foundation
import Messages
import TestSupport
import Testing

/// The operator's live page and the gateway's own, in a real Chromium.
@Suite(.serialized) struct LiveTests {
    @Test func aShopperIsOnThePageWithinASecondAndTheSignalsLineMoves() async throws {
        let shop = try await LiveShop()
        let browser = try Browser(in: shop.workspace.folder)
        try browser.open("\(shop.url)/?beacon=\(LiveShop.lover)")
        try await eventually("it is live") { try browser.text("#state") == "Live" }
        try await eventually("the gateway is online") { try browser.text("#gateways").contains("online") }

        try shop.enter(LiveShop.lover)
        let start = ContinuousClock.now
        while try !browser.text("#shoppers").contains("q4x9-stout") {
            try #require(ContinuousClock.now - start < .seconds(1), "not on the page within a second")
            usleep(10_000)
        }
        try await eventually("the decision is there") { try browser.text("#decisions").contains("told") }
        try browser.press("#decisions summary")
        let lines = "[...document.querySelectorAll('#chart path.line')].map((line) => line.getAttribute('d')).join()"
        var shapes: Set<String> = []
        for level in [-61.0, -66, -71, -64] {
            try shop.range(LiveShop.lover, level: level)
            let wanted = "\(Int(level))".replacingOccurrences(of: "-", with: "−")
            try await eventually("the line goes to \(level)") { try browser.text("#signal table").contains(wanted) }
            shapes.insert(try browser.value(lines))
        }
        #expect(shapes.count == 4)
        try await eventually("time goes on where nothing new is heard") {
            try !shapes.contains(browser.value(lines, as: String.self))
        }
        let thresholds = "document.querySelectorAll('#chart line.enter, #chart line.exit').length"
        #expect(try browser.value(thresholds, as: Int.self) == 2)
        // What was unfolded stays so, whatever has come since.
        #expect(try browser.value("document.querySelector('#decisions details').open", as: Bool.self))
        try shop.tell(.degraded, reason: "adapter: no adapter; plug one in")
        try await eventually("the fault is said") { try browser.text("#gateways").contains("plug one in") }
        let pause = try shop.workspace.start(
            "beckon",
            ["pause", "demo-shop", "--reason", "stock`taking", "--config", shop.workspace.file("config.yaml").path])
        #expect(try await pause.exitCode() == 0)
        try await eventually("it is said that nobody is told") {
            try browser.text("#figures .problem").contains("demo-shop is paused")
        }
        // Turned, and on the smallest phone, nothing lies beside the page.
        for width in [1200, 768, 320] {
            try browser.look(width: width, height: 700, isDark: false)
            try await eventually("the chart follows") {
                try browser.value(
                    "document.querySelector('#chart svg').clientWidth <= document.querySelector('#chart').clientWidth",
                    as: Bool.self)
            }
            #expect(try browser.value("document.documentElement.scrollWidth", as: Int.self) == width)
        }
        #expect(browser.complaints == [])
    }

    @Test func thePageSurvivesARestartAndAThousandShoppers() async throws {
        let shop = try await LiveShop()
        let browser = try Browser(in: shop.workspace.folder)
        try browser.open(shop.url)
        try await eventually("it is live") { try browser.text("#state") == "Live" }
        for minor in 1...1000 { try shop.enter(LiveShop.beacon(major: 9, minor: UInt16(minor))) }
        try await eventually("all are counted", within: .seconds(30)) {
            try browser.text("#figures").contains("1000") && browser.text("#shoppers").contains("and 900 more")
        }
        #expect(try browser.value("document.querySelectorAll('#shoppers tbody tr').length", as: Int.self) == 100)
        let start = ContinuousClock.now
        try shop.enter(LiveShop.lover)
        try await eventually("one more comes") { try browser.text("#shoppers").contains("q4x9-stout") }
        #expect(ContinuousClock.now - start < .seconds(1))
        #expect(browser.complaints == [])

        shop.stop()
        try await eventually("it says so") { try browser.text("#state").contains("Trying again") }
        try await shop.start()
        try await eventually("it is live again", within: .seconds(30)) { try browser.text("#state") == "Live" }
        // That the server was away is all that there is to complain of.
        #expect(browser.complaints.allSatisfy { $0.contains("network") })
        try browser.forgiveAll()
        try shop.enter(LiveShop.beacon(major: 9, minor: 2000))
        try await eventually("who comes is shown") { try browser.text("#shoppers").contains("9:2000") }
        #expect(browser.complaints == [])
    }

    @Test func withoutScriptsItIsASnapshot() async throws {
        let shop = try await LiveShop()
        try shop.enter(LiveShop.lover)
        let browser = try Browser(in: shop.workspace.folder, runsScripts: false)
        try await eventually("they are there") {
            try browser.open(shop.url)
            return try browser.html().contains("q4x9-stout")
        }
        try browser.press("#shoppers a", loads: true)
        #expect(try browser.html().contains("Enters at"))
    }

    @Test func onlyAnOperatorLooksWhereTheWorldKnowsThePages() async throws {
        let shop = try await WebShop()
        for path in ["/", "/parts/shoppers", "/events"] {
            #expect(try [303, 403].contains(shop.get(path).status))
            #expect(try [303, 403].contains(shop.get(path, token: shop.userToken).status))
        }
        let token = try await shop.token("operator")
        let answer = try shop.post("/login", form: "token=\(token)")
        let cookie = try #require(answer.header("set-cookie")).prefix { $0 != ";" }
        #expect(try shop.get("/", headers: ["Cookie: \(cookie)"]).body.contains("Who is where"))
        #expect(try shop.get("/parts/shoppers", headers: ["Cookie: \(cookie)"]).status == 200)
    }

    @Test(arguments: [
        ("Host: localhost", 200), ("Host: 127.0.0.1:8080", 200), ("Host: [::1]:8080", 200), ("Host: evil.example", 303),
        ("Host: 127.evil.example", 303), ("Host: localhost\r\nX-Real-IP: 192.0.2.1", 303),
        ("Host: localhost\r\nX-Forwarded-For: 192.0.2.1", 303), ("X: y", 400),
    ]) func onlyAPersonAtThisMachineNeedsNoToken(header: String, status: Int) async throws {
        let shop = try await LiveShop()
        let connection = try #require(RawConnection(port: shop.port))
        connection.send("GET / HTTP/1.1\r\n\(header)\r\nConnection: close\r\n\r\n")
        #expect(connection.read(within: .seconds(5)).hasPrefix("HTTP/1.1 \(status)"))
    }

    @Test func theGatewaysPageShowsWhatItHears() async throws {
        let workspace = try await Workspace()
        let (gateway, url) = try await simulated(workspace)
        let browser = try Browser(in: workspace.folder)
        try browser.open(url)
        try await eventually("it is connected") { try browser.text("#figures").contains("connected") }
        try await eventually("somebody comes", within: .seconds(60)) { try browser.text("#heard").contains("dBm") }
        let beacon = try browser.value("document.querySelector('#heard a').getAttribute('href')", as: String.self)
        try browser.open("\(url)\(beacon)")
        let points = "(document.querySelector('#chart path.line')?.getAttribute('d') ?? '').split(/[ML]/).length"
        try await eventually("the line grows", within: .seconds(20)) { try browser.value(points, as: Int.self) > 3 }
        workspace.stopBroker()
        try await eventually("the broker is gone", within: .seconds(20)) {
            try browser.text("#figures").contains("not there")
        }
        #expect(gateway.isRunning)
        #expect(browser.complaints == [])
    }

    @Test func aGatewayWhosePortIsTakenSaysSoAndGoesOn() async throws {
        let workspace = try await Workspace()
        let (gateway, url) = try await simulated(workspace)
        let config = workspace.file("config.yaml").path
        let text = try String(contentsOfFile: config, encoding: .utf8)
        _ = try workspace.write(
            "other.yaml",
            text.replacingOccurrences(of: "127.0.0.1:0", with: String(url.dropFirst("http://".count))))
        let other = try workspace.start(
            "beckon-gateway",
            [
                "--config", workspace.file("other.yaml").path, "--source", "simulated", "--gateway-id", "other",
                "--state", workspace.file("other").path,
            ])
        try await eventually("it says so") { other.text.contains("another program listens there") }
        try await eventually("it goes on") { other.text.contains("mqtt: connected") }
        #expect(gateway.isRunning)
    }

    // MARK: - Everyone can use it

    @Test(.enabled(if: Browser.axe != nil, "deploy/axe fetches axe-core"))
    func axeFindsNothing() async throws {
        let shop = try await LiveShop()
        let browser = try Browser(in: shop.workspace.folder)
        try shop.enter(LiveShop.lover)
        try shop.enter(LiveShop.beacon(major: 9, minor: 9))
        try shop.tell(.degraded, reason: "adapter: no adapter; plug one in")
        try browser.open("\(shop.url)/?beacon=\(LiveShop.lover)")
        try await eventually("the decision is there") { try browser.text("#decisions").contains("told") }
        try browser.press("#decisions summary")
        #expect(try browser.faults() == [])
        // It would find something.
        let fault = "document.querySelector('main').append(document.createElement('button')) ?? 0"
        _ = try browser.value(fault, as: Int.self)
        #expect(try !browser.faults().isEmpty)

        let pages = try await WebShop()
        let item = try await pages.itemPath()
        let me = try #require(pages.get(item).body.firstMatch(of: /\/me\/[^"]+/)).output
        for path in ["/join", "/login", item, String(me)] {
            try browser.open(pages.url + path)
            let faults = try browser.faults()
            #expect(faults == [], "\(path)")
        }

        let workspace = try await Workspace()
        let (gateway, url) = try await simulated(workspace)
        try browser.open(url)
        try await eventually("somebody comes", within: .seconds(60)) { try browser.text("#heard").contains("dBm") }
        #expect(gateway.isRunning)
        #expect(try browser.faults() == [])
    }

    /// Those of the README. Not in every run: a picture changes with each.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["BECKON_SCREENSHOTS"] != nil, "when they are wanted"))
    func thePicturesOfTheREADME() async throws {
        let shop = try await LiveShop()
        let browser = try Browser(in: shop.workspace.folder)
        let folder = Workspace.checkout.appendingPathComponent("deploy/screenshots").path
        for minor in 1...7 {
            try shop.enter(LiveShop.beacon(major: 1, minor: UInt16(minor)), level: -58 - Double(minor * 2))
        }
        try browser.look(width: 1200, height: 1000, isDark: false)
        try browser.open("\(shop.url)/?beacon=\(LiveShop.lover)")
        for second in 0..<30 {
            let walk = sin(Double(second) / 6) * 6 + sin(Double(second) * 1.7) * 1.5
            try shop.range(LiveShop.lover, level: -67 + walk)
            try await Task.sleep(for: .seconds(1))
        }
        try browser.press("#decisions summary")
        _ = try browser.value("(scrollTo(0, 0), 0)", as: Int.self)
        try browser.picture(to: "\(folder)/live-page.png", isWhole: false)
        try browser.look(width: 390, height: 844, isDark: true)
        try shop.range(LiveShop.lover, level: -63)
        try await Task.sleep(for: .seconds(2))
        try browser.picture(to: "\(folder)/live-page-phone.png", isWhole: false)

        let workspace = try await Workspace()
        let (gateway, url) = try await simulated(workspace)
        try browser.look(width: 1200, height: 960, isDark: false)
        // The visitor of the simulated shop: at the shelf from 8 s to 38 s, with the way there and back.
        try browser.open("\(url)/?beacon=\(LiveShop.lover)")
        try await Task.sleep(for: .seconds(36))
        #expect(gateway.isRunning)
        try browser.picture(to: "\(folder)/gateway-page.png", isWhole: false)
    }

    /// A gateway of the demo's regions and a simulated shop, and the address of its page.
    private func simulated(_ workspace: Workspace) async throws -> (ChildProcess, url: String) {
        let demo = Workspace.checkout.appendingPathComponent("deploy/demo/config.yaml").path
        let config = try workspace.write(
            "config.yaml",
            """
            include: \(demo)
            broker: {urls: ['mqtt://127.0.0.1:\(workspace.port)']}
            gateway: {http: {listen: '127.0.0.1:0'}}

            """)
        let gateway = try workspace.start(
            "beckon-gateway",
            [
                "--config", config, "--source", "simulated", "--gateway-id", "demo-gateway", "--state",
                workspace.file("gateway").path,
            ])
        var url: Substring?
        try await eventually("it listens: \(gateway.text)") {
            url = gateway.text.firstMatch(of: /http: listening url=(http:\/\/127.0.0.1:[0-9]+)/)?.output.1
            return url != nil
        }
        return (gateway, String(url ?? ""))
    }
}
