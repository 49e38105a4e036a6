import JSON

/// A value of a JSON file, and the way to it.
struct JSONNode {
    let value: JSONValue
    /// Which child of which child.
    private let path: [Int]
    private let file: String
    private let bytes: [UInt8]

    /// The whole file; `nil` and a fault if it is not JSON.
    init?(_ bytes: [UInt8], file: String, _ faults: inout FaultList) {
        do {
            self.init(value: try JSONValue(parsing: bytes), path: [], file: file, bytes: bytes)
        } catch {
            faults.add("not JSON: \(error.message)", at: .init(file: file, line: error.line, column: error.column))
            return nil
        }
    }

    private init(value: JSONValue, path: [Int], file: String, bytes: [UInt8]) {
        self.value = value
        self.path = path
        self.file = file
        self.bytes = bytes
    }

    private func child(_ value: JSONValue, _ index: Int) -> JSONNode {
        JSONNode(value: value, path: path + [index], file: file, bytes: bytes)
    }

    /// Found by reading the text once more: for faults only.
    var place: ImportFault.Place {
        let (line, column) = JSONPosition.of(path, in: bytes)
        return ImportFault.Place(file: file, line: line, column: column)
    }

    /// The elements of an array; anything else is a fault.
    func elements(_ name: String, _ faults: inout FaultList) -> [JSONNode] {
        guard let array = value.array else {
            faults.add("\(name) must be an array, [ … ]", at: place)
            return []
        }
        return array.enumerated().map { child($1, $0) }
    }

    /// The members of an object by name; anything else, and a name that is not among `known`, is a fault.
    func members(_ name: String, known: [String], _ faults: inout FaultList) -> [String: JSONNode] {
        var found: [String: JSONNode] = [:]
        for (key, node) in members(name, &faults) {
            if known.contains(key) {
                found[key] = node
            } else {
                faults.add("unknown key \(quote(key)); known are \(known.joined(separator: ", "))", at: node.place)
            }
        }
        return found
    }

    /// The members of an object in their order; anything else is a fault.
    func members(_ name: String, _ faults: inout FaultList) -> [(String, JSONNode)] {
        guard let object = value.object else {
            faults.add("\(name) must be an object, { … }", at: place)
            return []
        }
        return object.enumerated().map { ($1.name, child($1.value, $0)) }
    }
}
