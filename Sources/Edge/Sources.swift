import Captures
package import Daemon
import Glibc
import HCI
package import Presence
package import Radio
package import Settings

/// Where the configuration's packets come from.
package enum Sources {
    /// - Parameter start: when a recording's first packet is heard.
    /// - Throws: `CaptureError` where a capture cannot be read.
    package static func open(
        _ source: GatewaySource, _ configuration: Configuration, _ log: Log, startingAt start: Instant = .now
    ) throws -> any PacketSource {
        switch source {
        case .bluez: return try LiveSource(configuration.gateway, log: log)
        case .simulated: return Playback(from: start, SimulatedShop(seed: demoSeed))
        case .replay(let path): return Playback(from: start, capture: try CaptureFile(path), log: log)
        }
    }

    /// A shop full of shoppers, as one gateway hears it.
    package static func simulated(_ shop: CrowdedShop, startingAt start: Instant) -> any PacketSource {
        Playback(from: start, shop)
    }

    /// When it is that time, Unix milliseconds.
    package static func instant(unixMilliseconds time: Int64) -> Instant {
        .now + .milliseconds(time - SystemClock.wallMilliseconds())
    }

    /// Always the same shop, so that what is seen can be seen again.
    private static let demoSeed: UInt64 = 1
}
