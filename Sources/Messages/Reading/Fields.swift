import JSON

/// An object that is being read: each access says what it wants, and the error where it was.
public struct Fields {
    /// `nil`: it has no fields.
    private let members: JSONView.Members?
    private let path: String

    private init(_ view: JSONView, path: String) throws(PayloadError) {
        guard let members = view.members else {
            throw PayloadError(path: path.isEmpty ? "payload" : path, problem: .expected("an object"))
        }
        self.members = members
        self.path = path
    }

    /// The object that a payload is.
    init(parsing bytes: [UInt8]) throws(PayloadError) {
        let view: JSONView
        do {
            view = try JSONView(parsing: bytes)
        } catch {
            throw PayloadError(path: "", problem: .notJSON(error))
        }
        try self.init(view, path: "")
    }

    /// An object without fields.
    init(emptyAt path: String) {
        members = nil
        self.path = path
    }

    /// Whether the field is there and not null.
    func has(_ name: String) -> Bool { find(name).map { !$0.isNull } ?? false }

    /// Text of at most 512 bytes.
    func string(_ name: String) throws(PayloadError) -> String { try read(name, Self.text, Self.text) }

    /// The same; `nil` where the field is not there, or null.
    func string(ifPresent name: String) throws(PayloadError) -> String? {
        try read(ifPresent: name, Self.text, Self.text)
    }

    private static let text = "a string of at most 512 bytes"

    private static func text(_ value: JSONView) -> String? {
        value.string.flatMap { $0.utf8.count <= 512 ? $0 : nil }
    }

    func integer<Integer: FixedWidthInteger>(_ name: String) throws(PayloadError) -> Integer {
        try read(name, "a whole number from \(Integer.min) to \(Integer.max)") {
            $0.value.int.flatMap(Integer.init(exactly:))
        }
    }

    func double(_ name: String) throws(PayloadError) -> Double {
        try read(name, "a number") { $0.value.double }
    }

    /// Unknown levels and distances are null, or not there.
    func double(ifKnown name: String) throws(PayloadError) -> Double? {
        try read(ifPresent: name, "a number") { $0.value.double }
    }

    func bool(_ name: String) throws(PayloadError) -> Bool {
        try read(name, "true or false") { $0.value.bool }
    }

    /// Unix milliseconds.
    func time(_ name: String) throws(PayloadError) -> Int64 {
        try scanned(name, as: "a time like 2026-11-30T17:05:12.345Z", Timestamp.milliseconds(utf8:))
    }

    /// A text that `parse` understands.
    func parsed<Value>(
        _ name: String, as what: @autoclosure () -> String, _ parse: (String) -> Value?
    ) throws(PayloadError) -> Value {
        try read(name, what()) { $0.string.flatMap(parse) }
    }

    /// A text whose bytes `parse` understands.
    func scanned<Value>(
        _ name: String, as what: @autoclosure () -> String, _ parse: (Span<UInt8>) -> Value?
    ) throws(PayloadError) -> Value {
        try read(name, what()) { $0.utf8(parse) }
    }

    func word<Word: RawRepresentable<String> & CaseIterable>(_ name: String) throws(PayloadError) -> Word {
        try parsed(name, as: "one of " + Word.allCases.map(\.rawValue).joined(separator: ", "), Word.init)
    }

    func name(_ name: String) throws(PayloadError) -> String {
        try parsed(name, as: "a name") { Name.isValid($0) ? $0 : nil }
    }

    func object(_ name: String) throws(PayloadError) -> Fields {
        try Fields(try view(name), path: path(to: name))
    }

    func objects(_ name: String) throws(PayloadError) -> [Fields] {
        var objects: [Fields] = []
        guard let elements = try view(name).elements else { throw fault(name, .expected("a list")) }
        for (index, element) in elements.enumerated() {
            objects.append(try Fields(element, path: "\(path(to: name))[\(index)]"))
        }
        return objects
    }

    func strings(_ name: String) throws(PayloadError) -> [String] {
        try read(name, "a list of strings") {
            guard let array = $0.value.array else { return nil }
            let strings = array.compactMap(\.string)
            return strings.count == array.count ? strings : nil
        }
    }

    /// Fails where the field does not say `value`.
    func require(_ name: String, toBe value: String, asIn other: String) throws(PayloadError) {
        guard try view(name).spells(value) else { throw fault(name, .contradicts(other)) }
    }

    /// The members whose values are whole numbers that are not negative, in order.
    var counters: [Telemetry.Counter] {
        all.compactMap { member in
            member.value.int.flatMap(UInt64.init(exactly:)).map { Telemetry.Counter(member.name, $0) }
        }
    }

    /// An object of any members.
    func members(_ name: String) throws(PayloadError) -> [JSONValue.Member] { try object(name).all }

    private var all: [JSONValue.Member] { members?.all ?? [] }

    /// A zone's name; `nil` for the place where there is none.
    func zone(_ name: String) throws(PayloadError) -> String? {
        try string(name) == Topics.store ? nil : try self.name(name)
    }

    func fault(_ name: String, _ problem: PayloadError.Problem) -> PayloadError {
        PayloadError(path: path(to: name), problem: problem)
    }

    private func read<Value>(
        _ name: String, _ what: @autoclosure () -> String, _ convert: (JSONView) -> Value?
    ) throws(PayloadError) -> Value {
        guard let value = convert(try view(name)) else { throw fault(name, .expected(what())) }
        return value
    }

    /// `nil` where the field is not there, or null.
    private func read<Value>(
        ifPresent name: String, _ what: @autoclosure () -> String, _ convert: (JSONView) -> Value?
    ) throws(PayloadError) -> Value? {
        guard let view = find(name), !view.isNull else { return nil }
        guard let value = convert(view) else { throw fault(name, .expected(what())) }
        return value
    }

    private func view(_ name: String) throws(PayloadError) -> JSONView {
        guard let view = find(name) else { throw fault(name, .missing) }
        return view
    }

    private func find(_ name: String) -> JSONView? { members?.find(name) }

    private func path(to name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
}
