import Daemon
import Glibc
import Settings

extension Subcommand {
    static let partitions = Subcommand(
        command: Command(
            name: "beckon partitions",
            summary: """
                Tells which consumer works on which sites.

                Consumers that share a PostgreSQL store divide the sites into partitions (consumer.partitions). A line
                each: its client id at the broker, HOST/PID of the consumer, since when, and its sites; 'nobody' while
                no consumer that runs can take it. It asks beckon-consumer, which must be on this machine.
                """,
            options: [.init("config", value: "FILE", "the configuration; default \(Configuration.installed)")],
            exitCodes: [.ok, .failure, .usage, .configuration],
            example: "beckon partitions --config config.yaml"),
        run: { arguments in
            let path = arguments["config"] ?? Configuration.installed
            throw CommandFailure(
                description: Program.become("beckon-consumer", ["--partitions", "--config", path]))
        })
}

/// The programs beside this one. Only the consumer links the databases' libraries.
private enum Program {
    /// Runs in place of this process. - Returns: why it does not.
    static func become(_ name: String, _ arguments: [String]) -> String {
        var own = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &own, own.count)
        let path = String(decoding: own.prefix(max(count, 0)).map(UInt8.init(bitPattern:)), as: UTF8.self)
        let sibling = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) + "/\(name)"
        var words = ([name] + arguments).map { strdup($0) } + [nil]
        execv(sibling, &words)
        execvp(name, &words)
        let error = String(cString: strerror(errno))
        for word in words { free(word) }
        return "\(name): \(error); install it here, or run this where a consumer runs"
    }
}
