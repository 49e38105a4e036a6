/// Who works in a shop and is on no list shows by how long they are there: three visits over 4 h in 14 days.
public enum LongStay {
    static let ofStaff = 3
    /// Milliseconds.
    public static let window: Int64 = 14 * 86_400_000
    private static let least: Int64 = 4 * 3_600_000

    /// Whether a visit is one.
    public static func isOne(_ visit: StoreVisit) -> Bool { visit.lastPresent - visit.since > least }
}
