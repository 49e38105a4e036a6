/// Why a file cannot be used; follows its path in a sentence.
struct FileError: Error, Equatable {
    let message: String

    init(_ message: String) { self.message = message }
}
