/// Countries to choose from, each by the names that its people read.
public enum Countries {
    /// Code (ISO 3166-1 alpha-2) and names.
    static let all: [(code: String, name: String)] = [
        ("AU", "Australia"), ("BE", "België · Belgique"), ("BG", "България"), ("CA", "Canada"), ("CZ", "Česko"),
        ("DK", "Danmark"), ("DE", "Deutschland"), ("EE", "Eesti"), ("GR", "Ελλάδα"), ("ES", "España"),
        ("FR", "France"), ("HR", "Hrvatska"), ("IE", "Ireland"), ("IS", "Ísland"), ("IT", "Italia"),
        ("LV", "Latvija"), ("LT", "Lietuva"), ("LU", "Luxembourg"), ("HU", "Magyarország"), ("NL", "Nederland"),
        ("NZ", "New Zealand"), ("JP", "日本"), ("NO", "Norge"), ("AT", "Österreich"), ("PL", "Polska"),
        ("PT", "Portugal"), ("RO", "România"), ("CH", "Schweiz · Suisse"), ("SI", "Slovenija"), ("SK", "Slovensko"),
        ("FI", "Suomi · Finland"), ("SE", "Sverige"), ("GB", "United Kingdom"), ("US", "United States"),
    ]

    /// ISO 3166 keeps it free for such uses.
    public static let other = "ZZ"

    public static func isKnown(_ code: String) -> Bool { code == other || all.contains { $0.code == code } }
}
