import Glibc

/// Texts as a C array of strings with a null at its end.
struct CStrings: ~Copyable {
    private let strings: [UnsafeMutablePointer<CChar>?]

    init(_ texts: [String]) { strings = texts.map { strdup($0) } }

    deinit {
        for string in strings { free(string) }
    }

    func withPointers<Result>(_ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result) -> Result {
        let pointers = strings.map { UnsafePointer($0) } + [nil]
        return body(pointers)
    }
}
