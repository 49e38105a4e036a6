/// Why a file is not YAML, or not the YAML that we read; positions from 1.
struct SyntaxError: Error, Equatable {
    var line: Int
    var column: Int
    var message: String
}
