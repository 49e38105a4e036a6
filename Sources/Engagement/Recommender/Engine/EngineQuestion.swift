import JSON
import Messages

/// What the retailer's engine is asked: the request of `POST /v1/recommendations` (deploy/openapi-recommender.yaml).
public struct EngineQuestion: Hashable, Sendable {
    /// Names the question in the engine's log, and its answer.
    public var id: String
    public var user: String
    public var taste: Taste
    public var site: String
    /// `nil`: a store without zones.
    public var zone: String?
    /// Why it is asked now, such as `dwell`.
    public var trigger: String
    /// Milliseconds that the shopper has stayed.
    public var dwell: Int64
    /// Unix milliseconds.
    public var at: Int64
    public var locale: String
    /// A selection's id and version: an engine that has it needs no candidates.
    public var selection: String
    public var version: String
    /// What may be told: in stock, not excluded.
    public var candidates: [Item]
    /// Ids that must not be told now, sorted.
    public var excluded: [String]

    public init(
        id: String, user: String, taste: Taste, site: String, zone: String?, trigger: String, dwell: Int64, at: Int64,
        locale: String, selection: String, version: String, candidates: [Item], excluded: [String]
    ) {
        self.id = id
        self.user = user
        self.taste = taste
        self.site = site
        self.zone = zone
        self.trigger = trigger
        self.dwell = dwell
        self.at = at
        self.locale = locale
        self.selection = selection
        self.version = version
        self.candidates = candidates
        self.excluded = excluded
    }

    /// How many items are wanted: more than one, since the gate may refuse the first.
    private static let limit = 10

    /// - Parameter withCandidates: for an engine that does not know the selection.
    public func rendered(withCandidates: Bool) -> [UInt8] {
        var json = JSONWriter()
        json.object {
            $0.field("request_id", id)
            $0.field("user") { json in
                json.object {
                    $0.field("id", user)
                    $0.field("likes") { Self.write(taste.likes, to: &$0) }
                    $0.field("dislikes") { Self.write(taste.dislikes, to: &$0) }
                }
            }
            $0.field("context") { writeContext(to: &$0) }
            $0.field("selection") { json in
                json.object {
                    $0.field("id", selection)
                    $0.field("version", version)
                }
            }
            if withCandidates {
                $0.field("candidates") { json in json.array { for item in candidates { item.write(to: &$0) } } }
            }
            $0.field("exclude") { json in json.array { for id in excluded { $0.string(id) } } }
            $0.field("limit", Self.limit)
            $0.field("explain", true)
        }
        return json.bytes
    }

    private func writeContext(to json: inout JSONWriter) {
        json.object {
            $0.field("site", site)
            if let zone { $0.field("zone", zone) }
            $0.field("trigger", trigger)
            $0.field("dwell_s", Double(dwell) / 1000, decimals: 3)
            $0.field("at", Timestamp.text(at))
            $0.field("locale", locale)
        }
    }

    private static func write(_ preferences: [Preference], to json: inout JSONWriter) {
        json.array { for preference in preferences { $0.string(preference.description) } }
    }
}

extension Item {
    fileprivate func write(to json: inout JSONWriter) {
        json.object {
            $0.field("id", id)
            $0.field("name", name)
            if !brewery.isEmpty { $0.field("brewery", brewery) }
            $0.field("style", style.id)
            $0.field("family", family)
            $0.field("tags") { json in json.array { for tag in tags { $0.string(tag) } } }
            if let abv { $0.field("abv", abv, decimals: 3) }
            if let ibu { $0.field("ibu", ibu, decimals: 3) }
            if let rating {
                $0.field("rating_mean", rating.mean, decimals: 4)
                $0.field("rating_count", rating.count)
            }
        }
    }
}
