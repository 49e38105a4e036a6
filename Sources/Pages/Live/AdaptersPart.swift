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

    public init(adapters: [Adapter]) { self.adapters = adapters }

    public var part: LivePart {
        let rows = adapters.map { adapter -> HTML in
            """
            <tr><th scope="row">\(adapter.address) <small>\(adapter.mode)</small></th>\
            <td><span class="mark \(adapter.fault == nil ? "good" : "bad")">\(adapter.state)</span>\
            \(adapter.fault.map { " <span class=\"why\">\($0)</span>" as HTML })</td>\
            <td class="number">\(LevelText.age(adapter.silence))</td></tr>

            """
        }
        let body =
            rows.isEmpty
            ? "<p class=\"hint\">None: what is heard comes from a recording or a simulation.</p>"
            : Table.html("Bluetooth adapters", [("Adapter", false), ("State", false), ("Last heard", true)], rows)
        return LivePart("adapters", "Adapters", body)
    }
}
