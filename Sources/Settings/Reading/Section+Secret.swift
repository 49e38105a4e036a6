extension Section {
    /// A secret that stands in one of `KEY`, `KEY_file`, `KEY_env` and `KEY_credential`.
    func secret(_ key: String) -> Secret? {
        let places: [(key: String, place: Secret.Place?)] = [
            (key, value(key, .words).map { .here($0) }),
            ("\(key)_file", path("\(key)_file").map { .file($0) }),
            ("\(key)_env", value("\(key)_env", .words).map { .environment($0) }),
            ("\(key)_credential", value("\(key)_credential", .fileName).map { .credential($0) }),
        ]
        let given = places.map(\.key).filter(has)
        for extra in given.dropFirst() {
            let choice = places.map(\.key).joined(separator: ", ")
            fault(extra, "\(extra) beside \(given[0]): give one of \(choice)")
        }
        var secret: Secret?
        for (key, place) in places {
            guard let place else { continue }
            let found = Secret(place: place)
            secret = found
            guard isOurs else { continue }
            if case .here = place, file(saying: key).isOpenToOthers {
                report.warning(mark(key), "others may read this file, and the \(places[0].key) in it")
            }
            do { _ = try found.read() } catch { fault(key, "\(error)") }
        }
        return secret
    }
}
