import Daemon
import Messages

/// What a person wants to see.
struct WatchFilter: Hashable {
    /// Of MQTT.
    let subscriptions: [String]
    /// What the topic must hold.
    private let word: String?

    /// - Parameter text: a filter of MQTT, whole or below the base; or a word; `nil`: all there is to see.
    init(_ text: String?, _ topics: Topics) throws(UsageError) {
        guard let text, text.contains(where: { "/+#".contains($0) }) else {
            word = text
            let gateways = "\(topics.base)/+/+"
            subscriptions = [
                "\(gateways)/status", "\(gateways)/event/#", "\(gateways)/presence/#", "\(gateways)/lost",
                "\(topics.base)/+/_site/visit/#", "\(topics.base)/_consumer/+/status", "\(topics.users)/+/notify",
            ]
            return
        }
        word = nil
        let levels = text.split(separator: "/", omittingEmptySubsequences: false)
        let isSound = levels.enumerated().allSatisfy { index, level in
            level == "+" || (level == "#" && index == levels.count - 1) || !level.contains { "+#".contains($0) }
        }
        guard isSound else {
            throw .conflict("FILTER '\(text)': + stands for a whole level, # for all that follow, at the end")
        }
        let isWhole = [topics.base, topics.users].contains { text == $0 || text.hasPrefix("\($0)/") }
        subscriptions = [isWhole ? text : "\(topics.base)/\(text)"]
    }

    func shows(_ topic: String) -> Bool { word.map(topic.contains) ?? true }
}
