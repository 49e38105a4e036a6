import ConsumerStore
import Foundation
import TestSupport

enum Engine: CaseIterable {
    case sqlite, postgreSQL
}

/// A database of its own for each test, that can be opened again and again.
final class Place {
    /// Of SQLite.
    var file: String { folder + "/consumer.sqlite" }
    /// Of PostgreSQL.
    let url: String?
    private let folder = FileManager.default.temporaryDirectory.appending(path: "beckon-\(UUID())").path

    init(_ engine: Engine) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        url = engine == .sqlite ? nil : try TemporaryPostgreSQL.shared.get().newDatabase()
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func open(now: Int64 = 0) throws -> ConsumerStore {
        if let url { return try ConsumerStore(url: url, password: nil, holder: "test") }
        return try ConsumerStore(path: file, now: now)
    }
}
