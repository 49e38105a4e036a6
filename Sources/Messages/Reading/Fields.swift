import JSON

/// An object that is being read: each access says what it wants, and the error where it was.
public struct Fields {
    private let members: [JSONValue.Member]
    private let path: String

    init(_ value: JSONValue, path: String) throws(PayloadError) {
        guard let members = value.object else {
            throw PayloadError(path: path.isEmpty ? "payload" : path, problem: .expected("an object"))
        }
        self.members = members
        self.path = path
    }

    /// Whether the field is there and not null.
    func has(_ name: String) -> Bool { members.contains { $0.name == name && !$0.value.isNull } }

    /// Text of at most 512 bytes.
    func string(_ name: String) throws(PayloadError) -> String {
        try read(name, "a string of at most 512 bytes") { $0.string.flatMap { $0.utf8.count <= 512 ? $0 : nil } }
    }

    func integer<Integer: FixedWidthInteger>(_ name: String) throws(PayloadError) -> Integer {
        try read(name, "a whole number from \(Integer.min) to \(Integer.max)") {
            $0.int.flatMap(Integer.init(exactly:))
        }
    }

    func double(_ name: String) throws(PayloadError) -> Double {
        try read(name, "a number") { $0.double }
    }

    func bool(_ name: String) throws(PayloadError) -> Bool {
        try read(name, "true or false") { $0.bool }
    }

    /// Unix milliseconds.
    func time(_ name: String) throws(PayloadError) -> Int64 {
        try read(name, "a time like 2026-11-30T17:05:12.345Z") { $0.string.flatMap(Timestamp.milliseconds) }
    }

    /// A text that `parse` understands.
    func parsed<Value>(
        _ name: String, as what: @autoclosure () -> String, _ parse: (String) -> Value?
    ) throws(PayloadError) -> Value {
        try read(name, what()) { $0.string.flatMap(parse) }
    }

    func word<Word: RawRepresentable<String> & CaseIterable>(_ name: String) throws(PayloadError) -> Word {
        try parsed(name, as: "one of " + Word.allCases.map(\.rawValue).joined(separator: ", "), Word.init)
    }

    func name(_ name: String) throws(PayloadError) -> String {
        try parsed(name, as: "a name") { Name.isValid($0) ? $0 : nil }
    }

    func object(_ name: String) throws(PayloadError) -> Fields {
        try Fields(try value(name), path: path(to: name))
    }

    func objects(_ name: String) throws(PayloadError) -> [Fields] {
        var objects: [Fields] = []
        for (index, element) in try array(name).enumerated() {
            objects.append(try Fields(element, path: "\(path(to: name))[\(index)]"))
        }
        return objects
    }

    func strings(_ name: String) throws(PayloadError) -> [String] {
        try read(name, "a list of strings") {
            guard let array = $0.array else { return nil }
            let strings = array.compactMap(\.string)
            return strings.count == array.count ? strings : nil
        }
    }

    /// Any value.
    func value(_ name: String) throws(PayloadError) -> JSONValue {
        guard let member = members.first(where: { $0.name == name }) else { throw fault(name, .missing) }
        return member.value
    }

    /// Fails where the field does not say `value`.
    func require(_ name: String, toBe value: String, asIn other: String) throws(PayloadError) {
        guard try string(name) == value else { throw fault(name, .contradicts(other)) }
    }

    /// The members whose values are whole numbers that are not negative, in order.
    var counters: [Telemetry.Counter] {
        members.compactMap { member in
            member.value.int.flatMap(UInt64.init(exactly:)).map { Telemetry.Counter(member.name, $0) }
        }
    }

    /// An object of any members.
    func members(_ name: String) throws(PayloadError) -> [JSONValue.Member] { try object(name).members }

    /// A zone's name; `nil` for the place where there is none.
    func zone(_ name: String) throws(PayloadError) -> String? {
        try string(name) == Topics.store ? nil : try self.name(name)
    }

    func fault(_ name: String, _ problem: PayloadError.Problem) -> PayloadError {
        PayloadError(path: path(to: name), problem: problem)
    }

    private func array(_ name: String) throws(PayloadError) -> [JSONValue] {
        try read(name, "a list") { $0.array }
    }

    private func read<Value>(
        _ name: String, _ what: @autoclosure () -> String, _ convert: (JSONValue) -> Value?
    ) throws(PayloadError) -> Value {
        guard let value = convert(try value(name)) else { throw fault(name, .expected(what())) }
        return value
    }

    private func path(to name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
}
