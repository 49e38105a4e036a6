import Beacons
import HCI

/// The words of a JSON line:
/// `{"t":1604158204000000,"adapter":"hci0","address":"c0:11:22:33:44:55","address_type":"random",`
/// `"type":"non_connectable","rssi":-66,"phy":"1M","data":"02011a"}`, `t` in µs since 1970, `rssi` null where unknown,
/// `phy` the one that carried the data.
enum JSONLines {
    static let kinds: [(AdvertisementReport.Kind, String)] = [
        (.connectable, "connectable"), (.directed, "directed"), (.scannable, "scannable"),
        (.nonConnectable, "non_connectable"), (.scanResponse, "scan_response"), (.extended, "extended"),
    ]

    static let addressTypes: [(UInt8, String)] = [
        (0, "public"), (1, "random"), (2, "public_identity"), (3, "random_identity"), (0xFF, "anonymous"),
    ]

    static let phys: [(AdvertisementReport.PHY, String)] = [(.le1M, "1M"), (.le2M, "2M"), (.coded, "coded")]

    static func word<Value: Equatable>(_ value: Value, in words: [(Value, String)]) -> String? {
        words.first { $0.0 == value }?.1
    }

    static func value<Value>(_ word: String?, in words: [(Value, String)]) -> Value? {
        words.first { $0.1 == word }?.0
    }
}
