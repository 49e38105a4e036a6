import Beacons
import Testing

@Suite struct Base32Tests {
    /// RFC 4648, section 10, in lower case and without padding.
    @Test(arguments: [
        ("", ""), ("f", "my"), ("fo", "mzxq"), ("foo", "mzxw6"), ("foob", "mzxw6yq"), ("fooba", "mzxw6ytb"),
        ("foobar", "mzxw6ytboi"),
    ])
    func `the RFC's vectors`(plain: String, text: String) {
        #expect(Base32.text(Array(plain.utf8)) == text)
    }
}
