public import Settings

extension ConsumerStore {
    /// Opens the store that the configuration names.
    ///
    /// - Parameters:
    ///   - folder: where a file lies that has no other place.
    ///   - holder: how others at a server see us.
    ///   - now: Unix milliseconds.
    ///   - isShared: another program may have the file open.
    /// - Throws: `StoreError`, or why the password cannot be read.
    public init(
        _ settings: StoreSettings, folder: String, holder: String, now: Int64, isShared: Bool = false
    ) throws {
        switch settings.place {
        case .sqlite(let path):
            self = try ConsumerStore(path: path ?? Self.file(in: folder), now: now, isShared: isShared)
        case .postgreSQL(let url):
            self = try ConsumerStore(url: url, password: settings.password?.read(), holder: holder)
        }
    }

    /// Where `sqlite:auto` lies. - Parameter folder: the consumer's state.
    public static func file(in folder: String) -> String { "\(folder)/consumer.sqlite" }
}
