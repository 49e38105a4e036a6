import Foundation
import Glibc

/// A headless Chromium with one tab of a phone's size, driven over its debugging pipe. What it is asked to press and type
/// goes in as a person's would, so that pages are tried with their scripts and without.
final class Browser {
    private let process: ChildProcess
    private let requests: FileHandle
    private let answers: Int32
    private var buffer = Data()
    private var lastID = 0
    private var session: String?
    private var hasLoaded = false
    /// What stands in the console as an error, and exceptions that nobody caught.
    private(set) var complaints: [String] = []

    /// - Parameter folder: for its profile and pipes.
    init(in folder: URL, runsScripts: Bool = true) throws {
        let home = folder.appendingPathComponent("browser-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        let (input, output) = (home.appendingPathComponent("in").path, home.appendingPathComponent("out").path)
        guard mkfifo(input, 0o600) == 0, mkfifo(output, 0o600) == 0 else { throw HarnessError("no pipes") }
        // Chromium reads from descriptor 3 and writes to 4. As root it has no sandbox, and runs only our pages.
        let command = """
            exec 3<>'\(input)' 4<>'\(output)'; exec chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage \
            --no-first-run --hide-scrollbars --window-size=390,844 --user-data-dir='\(home.path)/profile' \
            --remote-debugging-pipe about:blank
            """
        process = try ChildProcess(
            "bash", ["-c", command], output: home.appendingPathComponent("log"))
        // Both ways, so that opening does not wait for the other side.
        let writing = Glibc.open(input, O_RDWR | O_CLOEXEC)
        answers = Glibc.open(output, O_RDWR | O_CLOEXEC)
        requests = FileHandle(fileDescriptor: writing, closeOnDealloc: true)
        let target = try ask("Target.createTarget", ["url": "about:blank"])["targetId"] as? String ?? ""
        let attached = try ask("Target.attachToTarget", ["targetId": target, "flatten": true])
        session = attached["sessionId"] as? String
        for domain in ["Page", "Runtime", "Log"] { _ = try ask("\(domain).enable") }
        _ = try ask("Emulation.setScriptExecutionDisabled", ["value": !runsScripts])
    }

    deinit { close(answers) }

    /// Loads a page, and waits for it.
    func open(_ url: String) throws {
        hasLoaded = false
        _ = try ask("Page.navigate", ["url": url])
        try waitForLoad()
    }

    /// The page as it is now.
    func html() throws -> String {
        let root = try self.root()
        return try ask("DOM.getOuterHTML", ["nodeId": root])["outerHTML"] as? String ?? ""
    }

    func url() throws -> String {
        let history = try ask("Page.getNavigationHistory")
        let entries = history["entries"] as? [[String: Any]] ?? []
        let index = history["currentIndex"] as? Int ?? 0
        return entries.indices.contains(index) ? entries[index]["url"] as? String ?? "" : ""
    }

    /// Presses the middle of what a CSS selector finds. - Parameter loads: whether another page comes of it.
    func press(_ selector: String, loads: Bool = false) throws {
        let node = try find(selector)
        _ = try ask("DOM.scrollIntoViewIfNeeded", ["nodeId": node])
        let model = try ask("DOM.getBoxModel", ["nodeId": node])["model"] as? [String: Any]
        guard let corners = model?["content"] as? [Double], corners.count == 8 else {
            throw HarnessError("\(selector) is nowhere to be seen")
        }
        let (x, y) = ((corners[0] + corners[4]) / 2, (corners[1] + corners[5]) / 2)
        hasLoaded = false
        for type in ["mousePressed", "mouseReleased"] {
            _ = try ask(
                "Input.dispatchMouseEvent", ["type": type, "x": x, "y": y, "button": "left", "clickCount": 1])
        }
        if loads { try waitForLoad() }
    }

    func type(_ text: String, into selector: String) throws {
        _ = try ask("DOM.focus", ["nodeId": try find(selector)])
        _ = try ask("Input.insertText", ["text": text])
    }

    /// Goes down the list with the keyboard until it shows `value`.
    func choose(_ value: String, in selector: String) throws {
        let options = try html().components(separatedBy: "<option").dropFirst()
        guard let index = Array(options).firstIndex(where: { $0.contains("value=\"\(value)\"") }) else {
            throw HarnessError("\(selector) has no \(value)")
        }
        _ = try ask("DOM.focus", ["nodeId": try find(selector)])
        for _ in 0..<index {
            for type in ["rawKeyDown", "keyUp"] {
                _ = try ask(
                    "Input.dispatchKeyEvent",
                    ["type": type, "key": "ArrowDown", "code": "ArrowDown", "windowsVirtualKeyCode": 40])
            }
        }
    }

    /// Forgets what was to complain of.
    func forgiveAll() throws {
        _ = try url()
        complaints = []
    }

    /// A picture of the page, for people.
    /// - Parameter isWhole: also of what lies below the window.
    func picture(to path: String, isWhole: Bool = true) throws {
        let data = try ask("Page.captureScreenshot", ["captureBeyondViewport": isWhole])["data"] as? String ?? ""
        try Data(base64Encoded: data)?.write(to: URL(fileURLWithPath: path))
    }

    // MARK: -

    private func root() throws -> Int {
        let document = try ask("DOM.getDocument")["root"] as? [String: Any]
        return document?["nodeId"] as? Int ?? 0
    }

    private func find(_ selector: String) throws -> Int {
        let found = try ask("DOM.querySelector", ["nodeId": try root(), "selector": selector])["nodeId"] as? Int
        guard let found, found != 0 else { throw HarnessError("nothing on the page is \(selector)") }
        return found
    }

    private func waitForLoad() throws {
        while !hasLoaded { take(try next()) }
        hasLoaded = false
    }

    func ask(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
        lastID += 1
        var request: [String: Any] = ["id": lastID, "method": method, "params": parameters]
        if let session { request["sessionId"] = session }
        try requests.write(contentsOf: try JSONSerialization.data(withJSONObject: request) + [0])
        while true {
            let message = try next()
            guard message["id"] as? Int == lastID else {
                take(message)
                continue
            }
            if let error = message["error"] { throw HarnessError("\(method): \(error)") }
            return message["result"] as? [String: Any] ?? [:]
        }
    }

    private func take(_ event: [String: Any]) {
        let parameters = event["params"] as? [String: Any]
        switch event["method"] as? String {
        case "Page.loadEventFired": hasLoaded = true
        case "Runtime.exceptionThrown": complaints.append("\(parameters ?? [:])")
        case "Runtime.consoleAPICalled" where parameters?["type"] as? String == "error":
            complaints.append("\(parameters ?? [:])")
        case "Log.entryAdded":
            let entry = parameters?["entry"] as? [String: Any]
            if entry?["level"] as? String == "error" { complaints.append("\(entry ?? [:])") }
        default: break
        }
    }

    /// The next message: JSON, ended by a zero.
    private func next() throws -> [String: Any] {
        let deadline = Date(timeIntervalSinceNow: 30)
        while true {
            if let end = buffer.firstIndex(of: 0) {
                defer { buffer.removeSubrange(...end) }
                return try JSONSerialization.jsonObject(with: buffer[..<end]) as? [String: Any] ?? [:]
            }
            var entry = pollfd(fd: answers, events: Int16(POLLIN), revents: 0)
            guard Date() < deadline, poll(&entry, 1, 30_000) > 0 else { throw HarnessError("Chromium is silent") }
            var piece = [UInt8](repeating: 0, count: 65_536)
            let count = read(answers, &piece, piece.count)
            guard count > 0 else { throw HarnessError("Chromium has gone") }
            buffer.append(contentsOf: piece.prefix(count))
        }
    }
}
