/// How a gateway's Bluetooth adapters are.
public struct AdaptersPart: Sendable {
    public struct Adapter: Sendable {
        public var address: String
        public var state: String
        public var mode: String
        /// Milliseconds since it last heard anything; `nil`: it has not.
        public var silence: Int64?
        /// What is wrong, and what to do; `nil`: all is well.
        public var fault: String?

        public init(address: String, state: String, mode: String, silence: Int64?, fault: String?) {
            self.address = address
            self.state = state
            self.mode = mode
            self.silence = silence
            self.fault = fault
        }
    }

    public var adapters: [Adapter]
    /// The fault that the page has told already.
    public var told: String?

    public init(adapters: [Adapter], told: String? = nil) {
        self.adapters = adapters
        self.told = told
    }

    public var part: LivePart {
        let rows = adapters.enumerated().map { number, adapter -> HTML in
            let note = adapter.fault == told ? nil : adapter.fault
            return """
                <tr id="adapter-\(number)"><th scope="row">\(adapter.address) <small>\(adapter.mode)</small></th>\
                <td><span class="mark \(adapter.fault == nil ? "good" : "bad")">\(adapter.state)</span></td>\
                <td class="number">\(LevelText.age(adapter.silence))</td></tr>
                \(Table.note(note, id: "adapter-\(number)", columns: 3))
                """
        }
        let body =
            rows.isEmpty
            ? "<p class=\"hint\">None: what is heard comes from a recording or a simulation.</p>"
            : Table.html("Bluetooth adapters", [("Adapter", false), ("State", false), ("Last heard", true)], rows)
        return LivePart("adapters", "Adapters", body)
    }
}
