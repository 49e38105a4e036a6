import Beacons
import Engagement

/// A small catalogue and its shoppers.
enum RulesShop {
    static let stout = Style(id: "imperial_stout", label: "imperial stout", family: "stout", tags: ["dark", "roasty"])
    static let lager = Style(id: "helles", label: "helles", family: "lager", tags: ["pale"], isLager: true)
    static let ipa = Style(id: "american_ipa", label: "American IPA", family: "ipa", tags: ["hoppy", "bitter"])
    static let items = [
        Item(id: "s1", name: "Night", style: stout, tags: ["coffee"]),
        Item(id: "s2", name: "Midnight", style: stout, tags: ["chocolate"]),
        Item(id: "s3", name: "Dusk", style: stout), Item(id: "s4", name: "Soot", style: stout, tags: ["coffee"]),
        Item(id: "l1", name: "Noon", style: lager), Item(id: "l2", name: "Morning", style: lager),
        Item(id: "i1", name: "Hop", style: ipa), Item(id: "i2", name: "Hop hop", style: ipa),
    ]
    static let selection = Selection(
        id: "beers",
        entries: items.map { .init(item: $0.id, price: Price(hundredths: 690, currency: "EUR"), stock: 3) })

    static func beacon(_ number: Int) -> BeaconIdentity {
        .iBeacon(uuid: BeaconUUID(0x41C0_8DFD), major: 1, minor: UInt16(number))
    }

    /// Who likes stout, dislikes lager, agreed to everything and is of age.
    static func visitor(_ number: Int = 1) -> Visitor {
        let granted = Dictionary(uniqueKeysWithValues: Consent.Purpose.allCases.map { ($0, Consent(.granted)) })
        return Visitor(
            id: "u\(number)", beacons: [beacon(number)], consents: granted,
            ageCheck: AgeCheck(atLeast: 18, country: "FI", method: "till"),
            taste: Taste(
                likes: ["family:stout", "style:imperial_stout"].compactMap { Preference($0) },
                dislikes: ["family:lager"].compactMap { Preference($0) }))
    }

    static func decider(_ visitors: [Visitor], staff: Set<BeaconIdentity> = []) -> Decider {
        Decider(
            RuleConfiguration(),
            Directory(visitors: visitors, items: items, selections: [selection], staff: staff))
    }
}
