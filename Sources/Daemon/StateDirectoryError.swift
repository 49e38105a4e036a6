/// Why a program has no place for its state.
public enum StateDirectoryError: Error, Equatable, CustomStringConvertible {
    /// Nothing says where.
    case unknown
    case failed(path: String, SystemError)
    /// Another process works there.
    case inUse(path: String, pid: Int32?)
    case foreign(path: String, owner: String?)

    public var description: String {
        switch self {
        case .unknown: "no place for the state: neither --state, $STATE_DIRECTORY, $XDG_STATE_HOME nor $HOME is set"
        case .failed(let path, let error): "state directory \(path): \(error)"
        case .inUse(let path, let pid):
            "state directory \(path) is in use by process \(pid.map(String.init) ?? "?");"
                + " stop it, or give this one another --state DIR"
        case .foreign(let path, let owner):
            "the state in \(path) is another user's; run this as that user: sudo -u \(owner ?? "USER") beckon …"
        }
    }
}
