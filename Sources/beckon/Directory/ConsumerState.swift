import ConsumerStore
import Daemon
import Glibc
import Hashing
import Settings

/// The consumer's store and the log beside it, also while it runs.
struct ConsumerState: ~Copyable {
    static let options: [Command.Option] = [
        .init("config", value: "FILE", "the configuration; default \(Configuration.installed)"),
        .init("state", value: "DIR", "the consumer's; default $STATE_DIRECTORY, the package's, ~/.local/state/beckon"),
    ]

    let configuration: Configuration
    /// Where it lies.
    let folder: String
    let store: ConsumerStore
    let audit: AuditLog
    /// By which other names visitors' beacons may go.
    let keyring: Keyring

    /// Where the packaged unit keeps it.
    private static let installed = "/var/lib/beckon/consumer"

    /// - Parameter mayBegin: whether it makes the store where there is none yet; else that is the wrong place.
    init(_ arguments: Arguments, by actor: String, at now: Int64, mayBegin: Bool = false) throws {
        let configuration = try Configuration.load(arguments["config"] ?? Configuration.installed, for: .consumer)
            .configuration
        let privacy = configuration.privacy
        let keyring = Keyring(try privacy.keys(), isPseudonymous: privacy.pseudonyms)
        let folder = try StateDirectory.path(
            option: arguments["state"], name: "beckon-consumer-p00",
            installed: arguments["config"] == nil ? Self.installed : nil)
        if folder == Self.installed { try StateDirectory.checkOwner(of: folder) }
        if case .sqlite(let path) = configuration.consumer.store.place, !mayBegin {
            let file = path ?? ConsumerStore.file(in: folder)
            guard access(file, F_OK) == 0 || errno != ENOENT else {
                throw CommandFailure(
                    description: "no consumer has kept anything in \(file): say where its state lies (--state DIR), or "
                        + "which configuration it has (--config FILE)")
            }
        }
        try StateDirectory.make(folder)
        store = try ConsumerStore(
            configuration.consumer.store, folder: folder, holder: actor, now: now, isShared: true)
        audit = AuditLog(in: folder, by: actor)
        self.configuration = configuration
        self.keyring = keyring
        self.folder = folder
    }
}
