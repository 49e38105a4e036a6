import Messages
import Testing

@testable import Outbox

/// What is published when somebody sets the clock of the machine.
@Suite struct WallClockTests {
    /// Milliseconds that the wall clock is set forward during the visit: an hour, an hour back, fifty years.
    @Test(arguments: [3_600_000, -3_600_000, 50 * 31_557_600_000 as Int64])
    func aStepDuringAVisitGivesNoEventAndLeavesTheDwellAsItIs(step: Int64) throws {
        let folder = try Folder()
        var shop = try Shop(folder)
        for second in 0..<100 {
            if second == 50 { shop.origin += step }
            shop.hear(1)
            try shop.commit(force: true)
            shop.wait(1)
        }
        shop.wait(4000)
        shop.settle()
        try shop.commit()
        shop.connect()
        try shop.drain()
        #expect(
            shop.gatewayEvents.map(\.kind) == [
                .enter(reason: "present_at_start"), .exit(reason: "timeout", dwell: 99_000),
            ])
    }
}
