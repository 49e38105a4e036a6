extension Kind where Value == String {
    /// Where a server is, without a `/` at the end.
    static var httpURL: Kind {
        .text("a URL such as https://HOST[:PORT][/PATH]") { text in
            guard let scheme = ["https://", "http://"].first(where: text.hasPrefix), text.utf8.count <= 1024 else {
                return nil
            }
            let isSound = text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"?#@\"<>\\".utf8.contains($0) }
            var rest = text.dropFirst(scheme.count)
            while rest.last == "/" { rest.removeLast() }
            return isSound && !rest.isEmpty && rest.first != "/" && rest.first != ":" ? scheme + rest : nil
        }
    }
}
