/// The version of all programs, as in `deploy/debian/changelog`.
public enum Version {
    public static let text = "0.1.0"
}
