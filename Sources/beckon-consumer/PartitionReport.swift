import ConsumerStore
import Daemon
import Engagement
import Messages
import Settings

/// Who works on which partition, for people.
enum PartitionReport {
    static func text(_ settings: ConsumerSettings) throws -> String {
        guard case .postgreSQL(let url) = settings.store.place else {
            return "The store is a file: one consumer works on all sites.\n"
        }
        let password = try settings.store.password?.read()
        let table = try PartitionTable(url: url, password: password, holder: ProcessName.text)
        let (leases, consumers) = try table.look()
        return text(settings, leases, consumers)
    }

    static func text(_ settings: ConsumerSettings, _ leases: [PartitionTable.Lease], _ consumers: Int) -> String {
        let lines = Partition.all(settings).map { partition in
            let sites = settings.sites.map(\.name).filter(partition.contains).joined(separator: ", ")
            let lease = leases.first { $0.partition == partition.number }
            let holder = lease.map { "\($0.holder) since \(Timestamp.text($0.since))" } ?? "nobody"
            return "\(partition.clientID(settings.broker))  \(holder)  \(sites)\n"
        }
        return lines.joined() + "\(consumers) \(consumers == 1 ? "consumer shares" : "consumers share") the work\n"
    }
}
