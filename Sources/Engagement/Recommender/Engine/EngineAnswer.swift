import JSON

/// What the retailer's engine thinks of a selection, as far as it can be believed.
public struct EngineAnswer: Hashable, Sendable {
    public enum ScoreKind: String, Sendable, CaseIterable {
        /// That the visitor likes it, 0 … 1: the gate compares it with its threshold.
        case probability
        /// Comparable within the answer only.
        case relative
        /// The order is all there is.
        case rank
    }

    public struct Item: Hashable, Sendable {
        public let id: String
        public let score: Double
        /// Features that speak for it, the strongest first; the engine's own words are left out.
        public let reasons: [Reason]
    }

    /// The engine's name for this answer: feedback carries it back.
    public let id: String?
    public let model: String
    public let scoreKind: ScoreKind
    /// The best first; none twice. Empty: nothing is relevant, and nobody is told anything.
    public let items: [Item]
    /// The engine knows nothing of the visitor, and its order is everyone's.
    public let isFallback: Bool
    /// How long it holds, milliseconds, at most 300,000.
    public let lifetime: Int64
    /// Items that were not asked about, and are left out.
    public let foreign: Int

    private static let longestLifetime: Int64 = 300_000
    private static let mostItems = 1000
    private static let longestText = 256

    /// Reads the body of a 200.
    ///
    /// - Parameter contentType: as the header has it.
    public init(
        _ body: [UInt8], contentType: String?, to question: EngineQuestion
    ) throws(EngineFault) {
        guard let type = contentType?.split(separator: ";").first, type.isJSON else {
            throw EngineFault("the answer is \(Self.short(contentType ?? "of no type")), not application/json")
        }
        let json: JSONValue
        do {
            json = try JSONValue(parsing: body)
        } catch {
            throw EngineFault("the answer is not JSON: \(error)")
        }
        guard json["request_id"]?.string == question.id else { throw EngineFault("request_id is not the question's") }
        guard let kind = json["score_kind"]?.string.flatMap(ScoreKind.init) else {
            throw EngineFault("score_kind is none of probability, relative, rank")
        }
        guard let items = json["items"]?.array, items.count <= Self.mostItems else {
            throw EngineFault("items is no list of at most \(Self.mostItems)")
        }
        id = json["recommendation_id"]?.string.flatMap { $0.utf8.count <= Self.longestText ? $0 : nil }
        model = Self.short(json["model"]?.string ?? "")
        scoreKind = kind
        isFallback = json["fallback"]?.bool ?? false
        let seconds = json["ttl_s"]?.double ?? 0
        lifetime = seconds > 0 ? Int64(min(seconds * 1000, Double(Self.longestLifetime))) : 0
        let known = Set(question.candidates.map(\.id))
        var seen: Set<String> = []
        var kept: [Item] = []
        var foreign = 0
        for item in items {
            let item = try Self.item(item, kind)
            if !known.contains(item.id) { foreign += 1 } else if seen.insert(item.id).inserted { kept.append(item) }
        }
        // An engine that names only what is not here speaks of another shop; it has not said that nothing is relevant.
        if kept.isEmpty, foreign > 0 { throw EngineFault("none of its \(foreign) items was asked about") }
        self.foreign = foreign
        // By score, where there is one that says so; a list in another order is not a reason to doubt it.
        self.items = kind == .rank ? kept : kept.sorted { $0.score > $1.score }
    }

    private static func item(_ json: JSONValue, _ kind: ScoreKind) throws(EngineFault) -> Item {
        guard let id = json["id"]?.string else { throw EngineFault("an item without id") }
        let score = json["score"]?.double
        switch kind {
        case .rank: break
        case .relative: guard score != nil else { throw EngineFault("an item without a score that is a number") }
        case .probability:
            guard let score, (0...1).contains(score) else { throw EngineFault("a probability that is not in 0 … 1") }
        }
        var reasons: [Reason] = []
        for reason in json["reasons"]?.array ?? [] {
            guard let feature = reason["code"]?.string.flatMap(Feature.init), let weight = reason["weight"]?.double,
                weight > 0
            else { continue }
            reasons.append(Reason(.feature(feature), contribution: weight))
        }
        reasons.sort { $0.contribution > $1.contribution }
        return Item(id: id, score: score ?? 0, reasons: Array(reasons.prefix(3)))
    }

    private static func short(_ text: String) -> String { String(text.prefix(64)) }
}

extension Substring {
    /// `application/json`, or any type that says of itself that it is JSON (RFC 6839).
    fileprivate var isJSON: Bool {
        let type = String(filter { $0 != " " }).lowercased()
        return type == "application/json" || type.hasSuffix("+json")
    }
}
