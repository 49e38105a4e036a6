import Beacons
import Daemon
import HTTPServer
import Pages
import Synchronization

/// Keeps the operator's page up to date for those who look at it: what it shows is taken anew at most twice a second,
/// however many they are, and not at all when there is nobody.
final class LiveDesk: Sendable {
    /// What is taken at a time.
    typealias Take = @Sendable (_ now: Int64) -> LiveView

    private let take: Take
    private let last = Mutex<(at: Int64, view: LiveView)?>(nil)
    private let watchers = Watchers<BeaconIdentity?>()
    private let wake: Wake

    /// Milliseconds that a view is good for.
    static let pause: Int64 = 500

    init(_ take: @escaping Take) throws(SystemError) {
        self.take = take
        wake = try Wake()
    }

    /// What is so now, or was a moment ago.
    func view(at now: Int64) -> LiveView {
        last.withLock { last in
            if let last, (0..<Self.pause).contains(now - last.at) { return last.view }
            let view = take(now)
            last = (now, view)
            return view
        }
    }

    /// - Parameter beacon: whose signal this client looks at.
    func add(_ stream: EventStream, _ beacon: BeaconIdentity?) {
        watchers.add(stream, to: beacon)
        wake.signal()
    }

    /// Tells the watchers, for ever, on a thread of its own.
    func run() {
        while true {
            let isWatched = !watchers.isEmpty
            let next = SystemClock.monotonicMicroseconds() + Self.pause * 1000
            if isWatched {
                let view = view(at: SystemClock.wallMilliseconds())
                watchers.tell { view.parts(showing: $0).versions }
            }
            // A client that has just come does not wait; many of them make no more work than one.
            Descriptors.wait([wake.descriptor], until: isWatched ? next : nil)
            wake.clear()
        }
    }
}
