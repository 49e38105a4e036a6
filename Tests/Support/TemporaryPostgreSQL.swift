import Foundation

/// A real PostgreSQL of its own in a temporary folder, on a local socket and a free port of the loopback interface. It
/// ends with this process, however that ends.
public final class TemporaryPostgreSQL: @unchecked Sendable {
    /// One for all the tests of this process, each with a database of its own.
    public static let shared = Result { try TemporaryPostgreSQL() }

    private let folder: String
    private let lock = NSLock()
    private let port = FreePort.next()
    /// A shell that waits for a word or the end of its input, and then ends the server.
    private var keeper: Process?
    private var lifeline: Pipe?
    private var databases = 0

    private let certificate: String?

    /// - Parameter certificate: a path: `.pem` and `.key` of it are what the server shows who asks for TLS.
    public init(certificate: String? = nil) throws {
        self.certificate = certificate
        folder = "/tmp/beckon-postgresql-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try start()
    }

    deinit {
        stop()
        try? FileManager.default.removeItem(atPath: folder)
    }

    public func start() throws {
        let (keeper, lifeline, answer) = (Process(), Pipe(), Pipe())
        keeper.executableURL = URL(filePath: "/bin/sh")
        keeper.arguments = ["-c", Self.script, "sh", folder, certificate ?? "", "\(port)"]
        keeper.standardInput = lifeline
        keeper.standardOutput = answer
        try keeper.run()
        (self.keeper, self.lifeline) = (keeper, lifeline)
        // A word, or the end.
        guard !answer.fileHandleForReading.availableData.isEmpty else { throw CocoaError(.executableLoad) }
    }

    /// Ends the server at once, as a crash does; its data stay until this value goes.
    public func stop() {
        try? lifeline?.fileHandleForWriting.write(contentsOf: Data("keep\n".utf8))
        keeper?.waitUntilExit()
        keeper = nil
    }

    /// The URL of a new, empty database.
    public func newDatabase() throws -> String {
        let name = lock.withLock {
            databases += 1
            return "test\(databases)"
        }
        try sql("CREATE DATABASE \(name)", in: "postgres")
        return url(of: name)
    }

    /// By the local socket.
    public func url(of database: String) -> String { "postgresql://beckon@/\(database)?host=\(folder)&port=\(port)" }

    /// By TCP.
    public func address(of database: String, on host: String = "127.0.0.1") -> String {
        "postgresql://beckon@\(host):\(port)/\(database)"
    }

    /// What `psql` prints of it.
    @discardableResult
    public func sql(_ sql: String, in database: String) throws -> String {
        let (psql, answer) = (Process(), Pipe())
        psql.executableURL = URL(filePath: "/usr/bin/env")
        psql.arguments = ["psql", "-XAtq", "-v", "ON_ERROR_STOP=1", url(of: database), "-c", sql]
        psql.standardOutput = answer
        try psql.run()
        let text = String(decoding: try answer.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        psql.waitUntilExit()
        guard psql.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The server refuses to run as root. No data of a test need survive a failure of the power.
    private static let script = """
        set -eu
        folder=$1
        bin=$(ls -d /usr/lib/postgresql/*/bin | tail -n 1)
        as=
        if [ "$(id -u)" = 0 ]; then
            chown postgres "$folder"
            as='setpriv --reuid=postgres --regid=postgres --clear-groups'
        fi
        tls=
        if [ "$2" ]; then
            cp "$2.pem" "$folder/server.pem"
            cp "$2.key" "$folder/server.key"
            [ -z "$as" ] || chown postgres "$folder/server.pem" "$folder/server.key"
            chmod 600 "$folder/server.key"
            tls="-c ssl=on -c ssl_cert_file=$folder/server.pem -c ssl_key_file=$folder/server.key"
        fi
        if ! [ -e "$folder/data" ]; then
            $as "$bin/initdb" -D "$folder/data" -U beckon -A trust -E UTF8 --locale=C.UTF-8 --no-sync >/dev/null
        fi
        port=$3
        $as "$bin/postgres" -D "$folder/data" -k "$folder" -h 127.0.0.1 -p "$port" -F $tls >>"$folder/log" 2>&1 &
        server=$!
        until "$bin/pg_isready" -q -h "$folder" -p "$port"; do kill -0 $server; sleep 0.05; done
        echo ready
        exec >&-
        read -r word || true
        kill -QUIT $server
        wait $server || true
        [ "$word" = keep ] || rm -rf "$folder"
        """
}
