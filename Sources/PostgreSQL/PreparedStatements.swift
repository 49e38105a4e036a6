/// The statements that the server knows of one session, by their text; used by the thread that uses the session.
final class PreparedStatements {
    struct Statement {
        let name: String
        /// How many values it takes.
        let parameters: Int
    }

    private var known: [String: Statement] = [:]

    /// A name that none of them has.
    var newName: String { "s\(known.count)" }

    subscript(text: String) -> Statement? {
        get { known[text] }
        set { known[text] = newValue }
    }
}
