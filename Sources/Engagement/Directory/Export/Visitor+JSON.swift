import Beacons
public import JSON
import Messages

extension Visitor {
    /// As `visitors.json` has it; all is said, so that it is the same on any other computer.
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.field("id", id)
            $0.strings("beacons", beacons.map(\.description))
            $0.name("consents")
            $0.object { object in
                for purpose in Consent.Purpose.allCases {
                    guard let consent = consents[purpose] else { continue }
                    object.name(purpose.rawValue)
                    consent.write(to: &object)
                }
            }
            $0.field("locale", locale)
            $0.name("age_check")
            if let ageCheck { ageCheck.write(to: &$0) } else { $0.null() }
            $0.strings("likes", taste.likes.map(\.description))
            $0.strings("dislikes", taste.dislikes.map(\.description))
            $0.name("ratings")
            $0.object { object in
                for (item, stars) in taste.ratings.sorted(by: { $0.key < $1.key }) {
                    object.name(item)
                    object.number(stars)
                }
            }
            $0.strings("channels", channels.map(\.description))
        }
    }
}

extension Consent {
    fileprivate func write(to json: inout JSONWriter) {
        json.object {
            $0.field("state", state.rawValue)
            if let version { $0.field("version", version) }
            if let textHash { $0.field("text_hash", textHash) }
            if let at { $0.field("at", Timestamp.text(at)) }
            if let source { $0.field("source", source) }
        }
    }
}

extension AgeCheck {
    fileprivate func write(to json: inout JSONWriter) {
        json.object {
            $0.field("at_least", atLeast)
            $0.field("country", country)
            $0.field("method", method)
            if let at { $0.field("at", Timestamp.text(at)) }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func strings(_ name: String, _ texts: [String]) {
        self.name(name)
        array { for text in texts { $0.string(text) } }
    }
}
