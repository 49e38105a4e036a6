import ConsumerStore
import Engagement
import Foundation
import TestSupport
import Testing

@Suite struct TokenTests {
    private let day: Int64 = 86_400_000

    private func token(_ id: String, _ scope: AccessToken.Scope, user: String? = nil) -> AccessToken {
        AccessToken(id: id, scope: scope, user: user, created: 0, expires: 90 * day)
    }

    @Test(arguments: StoreEngine.allCases)
    func aTokenCountsByItsSecretUntilItExpiresOrIsRevoked(engine: StoreEngine) throws {
        let place = try Place(engine)
        let store = try place.open()
        try store.keep(token("a", .operator), secret: "s3cret")
        try store.keep(token("b", .user, user: "u1"), secret: "other")
        #expect(try store.token(secret: "s3cret", at: 90 * day - 1)?.id == "a")
        #expect(try store.token(secret: "s3cret", at: 90 * day) == nil)
        #expect(try store.token(secret: "S3cret", at: 0) == nil)
        #expect(try store.token(secret: "other", at: 0)?.user == "u1")
        #expect(try store.tokens().map(\.id) == ["a", "b"])
        #expect(try store.revokeToken("a"))
        #expect(try !store.revokeToken("a"))
        #expect(try store.token(secret: "s3cret", at: 0) == nil)
    }

    @Test(arguments: StoreEngine.allCases)
    func theSecretItselfIsNowhereInTheTablesNorTheFile(engine: StoreEngine) throws {
        let place = try Place(engine)
        let secret = "bk_this-is-the-secret-that-must-not-be-there"
        do {
            let store = try place.open()
            try store.keep(token("a", .screen), secret: secret)
            let tables = try engine.everything(in: store)
            #expect(tables["tokens"]?.contains("screen") == true)
            #expect(tables.values.allSatisfy { !$0.contains(secret) })
        }
        for suffix in engine == .sqlite ? ["", "-wal"] : [] {
            let bytes = (try? Data(contentsOf: URL(fileURLWithPath: place.file + suffix))) ?? Data()
            #expect(bytes.range(of: Data(secret.utf8)) == nil)
        }
    }

    @Test(arguments: StoreEngine.allCases)
    func theKeyOfLinksIsMadeOnceAndStays(engine: StoreEngine) throws {
        let place = try Place(engine)
        let key = try place.open().linkKey()
        #expect(key?.count == 32)
        #expect(try place.open().linkKey() == key)
    }

    @Test(arguments: StoreEngine.allCases)
    func whoWantsToBeLeftAloneIsUntilThen(engine: StoreEngine) throws {
        let place = try Place(engine)
        let store = try place.open()
        #expect(try store.rest(of: "u1", at: 0) == nil)
        try store.rest("u1", until: 30 * day)
        try store.rest("u1", until: 31 * day)
        #expect(try store.rest(of: "u1", at: 0) == 31 * day)
        #expect(try store.rest(of: "u1", at: 31 * day) == nil)
        try store.rest("u1", until: nil)
        #expect(try store.rest(of: "u1", at: 0) == nil)
    }
}
