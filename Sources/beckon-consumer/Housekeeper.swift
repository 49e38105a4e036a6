import ConsumerStore
import Daemon
import Engagement
import Hashing
import MQTT
import Messages
import Settings

/// Keeps the decisions on the directory as the store has it, the store on what is dropped into the import folder, and
/// neither longer than it may be kept. Used by one thread, over a connection of its own: an import stops nobody.
struct Housekeeper: ~Copyable {
    /// Milliseconds between two looks: an opt-out counts within a second.
    static let pause: Int64 = 1000
    private static let day: Int64 = 86_400_000

    private var store: ConsumerStore
    private let work: PartitionWork
    private let partition: Partition
    private let keyring: Keyring
    private let audit: AuditLog
    /// Of the directory that is decided by.
    private var version: Int64 = 0
    /// Milliseconds that the rules look back.
    private var memory: Int64 = 0
    private var folder = FolderWatch()
    private var forgets = ForgetRequest.Pace()
    private var nextLook: Int64 = 0
    private var nextPurge: Int64 = 0
    /// Of the configuration that the partition goes by; `nil`: of none that is whole.
    private var configurationVersion: Int?

    /// - Parameter version: of the configuration that the partition begins with.
    init(
        _ work: PartitionWork, _ partition: Partition, _ keyring: Keyring, _ audit: AuditLog, version: Int,
        at now: Int64
    ) throws {
        configurationVersion = version
        store = try Self.open(work, at: now)
        self.work = work
        self.partition = partition
        self.keyring = keyring
        self.audit = audit
    }

    private static func open(_ work: PartitionWork, at now: Int64) throws -> ConsumerStore {
        try ConsumerStore(
            work.configuration.consumer.store, folder: work.folder, holder: work.holder, now: now, isShared: true)
    }

    private var settings: ConsumerSettings { work.configuration.consumer }
    private var log: Log { work.log }

    /// What to decide by first. A folder with faults is one to mend before anything else happens.
    mutating func start(at now: Int64) throws -> Decider {
        if let path = settings.importFolder {
            _ = folder.hasChanged(path)
            if let new = try store.take(try DirectoryFiles(in: path), onlyNews: true, at: now, audit) { tell(new) }
        }
        let directory = try load()
        if directory.visitors.isEmpty {
            log.warning("directory", "no shopper is known, and none is told anything: see beckon import")
        }
        let decider = Decider(settings.rules, directory)
        memory = decider.memory
        return decider
    }

    /// Does what is due, and says what to decide by from now on, if that has changed.
    mutating func work(at now: Int64) -> Decider? {
        guard now >= nextLook || nextLook > now + Self.pause else { return nil }
        nextLook = now + Self.pause
        do {
            if now >= nextPurge || nextPurge > now + Self.day { try purge(at: now) }
            if let path = settings.importFolder, folder.hasChanged(path) { try takeIn(path, at: now) }
            guard try store.directoryVersion() != version else { return nil }
            return Decider(settings.rules, try load())
        } catch {
            log.limited(.error, "directory", "cannot be read; the one of before stays", ["error": "\(error)"])
            if (error as? StoreError)?.fault == .lost { reopen(at: now) }
            return nil
        }
    }

    /// What to go by from now on, if the configuration has been read again.
    mutating func newPlan() -> PartitionPlan? {
        let current = work.current.version
        guard current != configurationVersion else { return nil }
        configurationVersion = current
        let configuration = work.configuration
        memory = Decider(configuration.consumer.rules, Directory()).memory
        do {
            return PartitionPlan(configuration, for: partition, try ChannelServers(configuration.consumer.channels))
        } catch {
            log.error("configuration", "the one of before stays: \(error)")
            return nil
        }
    }

    /// The plan could not be gone by; it is handed out again.
    mutating func wantsPlanAgain() { configurationVersion = nil }

    /// The server has ended our session.
    private mutating func reopen(at now: Int64) {
        do {
            store = try Self.open(work, at: now)
        } catch {
            log.limited(.error, "store", "cannot be opened; it is tried again", ["error": "\(error)"])
        }
    }

    /// What to ask the partition's gateways now. - Parameter status: with the topics and the name to answer to.
    mutating func forgetRequests(at now: Int64, _ status: ConsumerStatus) -> [MQTTMessage] {
        guard forgets.isDue(at: now) else { return [] }
        do {
            let open = try store.openForgets().filter { forget in
                GatewayID(forget.gateway).map { partition.contains($0.site) } ?? false
            }
            if forgets.isAsking, open.isEmpty { try store.scrub() }
            return forgets.next(of: open, at: now).compactMap {
                ForgetRequest.message($0, by: status.id, status.topics)
            }
        } catch {
            log.limited(.error, "erase", "cannot be read; it is tried again", ["error": "\(error)"])
            return []
        }
    }

    private mutating func load() throws -> Directory {
        let stored = try store.directory()
        // Also where it cannot be used: it is not said again each second.
        version = stored.version
        let directory = try Directory(stored.content).knowing(keyring.names)
        log.info(
            "directory", "in use",
            ["version": version, "visitors": directory.visitors.count, "items": directory.items.count])
        return directory
    }

    private func takeIn(_ path: String, at now: Int64) throws {
        do {
            let files = try DirectoryFiles(in: path)
            if let new = try store.take(files, onlyNews: true, at: now, audit) { tell(new) }
            for name in Directory.fileNames { OutputFile.remove("\(path)/\(name)\(FolderWatch.errors)") }
        } catch let failure as DirectoryFiles.Failure {
            let first = failure.description.prefix { $0 != "\n" }
            log.error("directory", "nothing is imported; see the files' .errors.txt", ["first": first])
            for name in failure.files {
                try OutputFile(replacing: "\(path)/\(name)\(FolderWatch.errors)").write("\(failure)\n")
            }
        }
    }

    private func tell(_ new: DirectoryImport) {
        let names = new.files.keys.sorted().joined(separator: " ")
        log.info(
            "directory", "imported", ["files": names, "visitors": new.visitors.count, "left_out_erased": new.erased])
    }

    private mutating func purge(at now: Int64) throws {
        nextPurge = now + Self.day
        let rows = try store.purge(settings.retention, memory: memory, at: now)
        guard !rows.isEmpty else { return }
        log.info("retention", "removed", ["rows": rows.values.reduce(0, +)])
        try audit.note([.purged(rows: rows)], at: now)
    }
}
