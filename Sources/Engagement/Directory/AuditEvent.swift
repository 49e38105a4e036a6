import JSON
import Messages

/// Something that was done to persons' data, for the audit log. Persons are named by their aliases, which lead to
/// nobody once they are erased.
public enum AuditEvent: Hashable, Sendable {
    case imported(files: [String], visitors: Int, leftOut: Int)
    case enrolled(person: String)
    case consent(person: String, Consent.Purpose, Consent)
    /// `nil`: the whole directory.
    case exported(person: String?)
    /// Rows by table; the gateways that have forgotten, and those that have not answered.
    case erased(person: String, rows: [String: Int], confirmed: [String], missing: [String])
    /// A gateway has forgotten a beacon of theirs.
    case forgotten(person: String, gateway: String)
    case purged(rows: [String: Int])

    /// A line of JSON. - Parameters:
    ///   - time: Unix milliseconds.
    ///   - actor: who did it.
    public func line(at time: Int64, by actor: String) -> [UInt8] {
        var json = JSONWriter()
        json.object {
            $0.field("at", Timestamp.text(time))
            $0.field("by", actor)
            write(to: &$0)
        }
        return json.bytes + [UInt8(ascii: "\n")]
    }

    private func write(to json: inout JSONWriter) {
        switch self {
        case .imported(let files, let visitors, let leftOut):
            json.field("action", "import")
            json.field("files") { $0.strings(files) }
            json.field("visitors", visitors)
            json.field("left_out", leftOut)
        case .enrolled(let person):
            json.field("action", "enrol")
            json.field("person", person)
        case .consent(let person, let purpose, let consent):
            json.field("action", "consent")
            json.field("person", person)
            json.field("purpose", purpose.rawValue)
            json.field("state", consent.state.rawValue)
            if let version = consent.version { json.field("version", version) }
            if let textHash = consent.textHash { json.field("text_hash", textHash) }
            if let at = consent.at { json.field("answered_at", Timestamp.text(at)) }
            if let source = consent.source { json.field("source", source) }
        case .exported(let person):
            json.field("action", "export")
            if let person { json.field("person", person) }
        case .erased(let person, let rows, let confirmed, let missing):
            json.field("action", "erase")
            json.field("person", person)
            json.field("rows") { $0.counts(rows) }
            json.field("forgotten_by") { $0.strings(confirmed) }
            json.field("no_answer_from") { $0.strings(missing) }
        case .forgotten(let person, let gateway):
            json.field("action", "forget")
            json.field("person", person)
            json.field("gateway", gateway)
        case .purged(let rows):
            json.field("action", "purge")
            json.field("rows") { $0.counts(rows) }
        }
    }
}

extension AuditEvent {
    /// What an import did to persons. - Parameters:
    ///   - before: the visitors that there were.
    ///   - aliases: of all that there are now, by id.
    public static func events(
        of new: DirectoryImport, over before: [Visitor], aliases: [String: String]
    ) -> [AuditEvent] {
        let known = Dictionary(before.map { ($0.id, $0) }) { first, _ in first }
        let persons = new.visitors.flatMap { visitor -> [AuditEvent] in
            let alias = aliases[visitor.id] ?? ""
            let before = known[visitor.id]
            let answers = Consent.Purpose.allCases.compactMap { purpose -> AuditEvent? in
                guard let consent = visitor.consents[purpose], consent != before?.consents[purpose] else { return nil }
                return .consent(person: alias, purpose, consent)
            }
            return (before == nil ? [.enrolled(person: alias)] : []) + answers
        }
        let files = new.files.keys.sorted()
        return [.imported(files: files, visitors: new.visitors.count, leftOut: new.erased)] + persons
    }
}

extension JSONWriter {
    fileprivate mutating func strings(_ texts: [String]) {
        array { for text in texts { $0.string(text) } }
    }

    fileprivate mutating func counts(_ rows: [String: Int]) {
        object { for (table, count) in rows.sorted(by: { $0.key < $1.key }) { $0.field(table, count) } }
    }
}
