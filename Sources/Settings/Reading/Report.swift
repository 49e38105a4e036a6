/// What has been found while reading: all of it, not only the first.
final class Report {
    private struct Finding {
        var mark: Mark
        var message: String
    }

    /// What is told at most.
    static let most = 100

    private(set) var files: [SourceFile] = []
    private var errors: [Finding] = []
    private var warned: [Finding] = []
    /// The paths of the keys that were asked for, as `regions[].exit.after`.
    private(set) var known: Set<String> = []

    /// Paths of the sections that other programs use: what they name need not be on this machine.
    let foreign: [String]

    init(foreign: [String]) { self.foreign = foreign }

    /// The index for the marks of the file's nodes.
    func add(_ file: SourceFile) -> Int {
        files.append(file)
        return files.count - 1
    }

    func fault(_ mark: Mark, _ message: String) { errors.append(Finding(mark: mark, message: message)) }

    func warning(_ mark: Mark, _ message: String) { warned.append(Finding(mark: mark, message: message)) }

    func ask(_ path: String) { known.insert(path) }

    /// `nil` where nothing is wrong.
    var failure: ConfigurationErrors? {
        errors.isEmpty
            ? nil : ConfigurationErrors(faults: faults(errors), more: max(errors.count - Self.most, 0))
    }

    var warnings: [Fault] { faults(warned) }

    private func faults(_ findings: [Finding]) -> [Fault] {
        let ordered = findings.sorted {
            ($0.mark.file, $0.mark.line, $0.mark.column) < ($1.mark.file, $1.mark.line, $1.mark.column)
        }
        return ordered.prefix(Self.most).map { finding in
            let (mark, file) = (finding.mark, files[finding.mark.file])
            return Fault(
                path: file.path, line: mark.line, column: mark.column, message: Self.printable(finding.message),
                excerpt: file.excerpt(line: mark.line, column: mark.column))
        }
    }

    /// What stands in a file must not steer a terminal.
    private static func printable(_ text: String) -> String {
        String(text.map { $0.unicodeScalars.contains { $0.properties.generalCategory == .control } ? "?" : $0 })
    }
}
