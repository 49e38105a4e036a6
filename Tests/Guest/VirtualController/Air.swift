/// Controllers that hear each other: what one advertises reaches every other that scans.
public struct Air: Sendable {
    public var controllers: [VirtualController]

    public init(_ controllers: [VirtualController]) { self.controllers = controllers }

    /// Lets the time pass for all of them.
    public mutating func advance(to now: Int64) {
        for index in controllers.indices {
            for transmission in controllers[index].advance(to: now) {
                for other in controllers.indices where other != index { controllers[other].hear(transmission) }
            }
        }
    }

    /// When `advance` has something to do next; `nil`: nothing until a command comes.
    public var deadline: Int64? { controllers.compactMap(\.deadline).min() }
}
