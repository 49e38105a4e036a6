import ConsumerStore
import Daemon
import Engagement
import Hashing

extension Subcommand {
    /// Days that a token counts (consumer.md).
    private static let days = 90
    private static let day: Int64 = 86_400_000

    static let token = Subcommand(
        command: Command(
            name: "beckon token",
            summary: """
                Makes, lists and revokes tokens: what lets an operator, a screen or a visitor's phone in.

                beckon token create prints a new one, once: the consumer keeps only its hash. beckon token list shows
                those that there are, and beckon token revoke ID ends one at once. Scopes: operator, for the live page
                (POST /login); screen, for /screen/ZONE?token=TOKEN; user, for one visitor's phone (/v1/encounters).
                """,
            operands: [.init("create|list|revoke"), .init("ID", isRequired: false)],
            options: ConsumerState.options + [
                .init("scope", value: "SCOPE", "create: operator, screen or user"),
                .init("user", value: "USER", "create: whose phone it is, for the scope user"),
                .init("days", value: "DAYS", "create: how long it counts; default \(days)"),
            ],
            example: """
                beckon token create --scope user --user q4x9-stout
                beckon token list
                beckon token revoke t6h2k7qa
                """),
        run: { arguments in
            let now = SystemClock.wallMilliseconds()
            let action = TokenAction(arguments.operands[0])
            guard let action else {
                throw UsageError.conflict("'\(arguments.operands[0])': expected create, list or revoke")
            }
            let id = arguments.operands.dropFirst().first
            guard (action == .revoke) == (id != nil) else {
                throw UsageError.conflict("revoke needs an ID, which beckon token list shows; others none")
            }
            let state = try ConsumerState(arguments, by: "beckon token", at: now, mayBegin: true)
            let output = OutputFile.standard()
            switch action {
            case .create: try output.write(create(arguments, in: state.store, at: now) + "\n")
            case .list:
                for token in try state.store.tokens() { try output.write(line(token, at: now) + "\n") }
            case .revoke:
                guard let id, try state.store.revokeToken(id) else {
                    throw CommandFailure(description: "there is no token \(id ?? ""); see beckon token list")
                }
            }
        })

    private enum TokenAction: String {
        case create, list, revoke
        init?(_ word: String) { self.init(rawValue: word) }
    }

    /// - Returns: the secret.
    private static func create(
        _ arguments: Arguments, in store: borrowing ConsumerStore, at now: Int64
    ) throws -> String {
        let scope = try arguments.value("scope", as: "operator, screen or user") { AccessToken.Scope(rawValue: $0) }
        guard let scope else { throw UsageError.conflict("--scope is missing: operator, screen or user") }
        let user = arguments["user"]
        guard (scope == .user) == (user != nil) else {
            throw UsageError.conflict("--user USER goes with --scope user, and only with that")
        }
        if let user, try store.visitor(user) == nil {
            throw CommandFailure(description: "nobody is known by the id \(user)")
        }
        let days = try arguments.value("days", as: "days from 1 to 3650") { text in
            Int64(text).flatMap { (1...3650).contains($0) ? $0 : nil }
        }
        let secret = "bk_\(Base64.url.text(RandomBytes.make(32)))"
        try store.keep(
            AccessToken(
                id: RandomName.base32(8), scope: scope, user: user, created: now,
                expires: now + (days ?? Int64(Self.days)) * day), secret: secret)
        return secret
    }

    private static func line(_ token: AccessToken, at now: Int64) -> String {
        let left = token.expires > now ? "\((token.expires - now + day - 1) / day) d left" : "expired"
        return [token.id, token.scope.rawValue, token.user ?? "-", left].joined(separator: "  ")
    }
}
