import Hashing

/// Who was erased and does not come back by an import: ids that nobody can read from it.
public struct Tombstones: Hashable, Sendable {
    private let key: [UInt8]
    private let persons: Set<String>

    init(key: String, persons: Set<String>) {
        self.key = Array(key.utf8)
        self.persons = persons
    }

    public func contains(_ user: String) -> Bool { !persons.isEmpty && persons.contains(person(user)) }

    /// As the table has them.
    func person(_ user: String) -> String {
        Base64.url.text(HMACSHA256.code(of: Array(user.utf8), key: key))
    }
}
