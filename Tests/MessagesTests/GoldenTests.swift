import Foundation
import JSON
import Messages
import Testing

/// The golden files are also what `deploy/schemas/validate` checks against the schemas, with a validator of others.
@Suite("Golden payloads")
struct GoldenTests {
    private static var folder: URL {
        get throws { try #require(Bundle.module.resourceURL).appending(path: "Golden") }
    }

    @Test("What is written is what the golden file says", arguments: Samples.all.map(\.name))
    func written(name: String) throws {
        let sample = try #require(Samples.all.first { $0.name == name })
        let file = try Self.folder.appending(path: "\(name).json")
        let golden = try JSONValue(parsing: Array(Data(contentsOf: file)))
        #expect(try JSONValue(parsing: sample.payload.rendered()) == golden)
    }

    @Test("What the golden file says is read as what was written", arguments: Samples.all.map(\.name))
    func read(name: String) throws {
        let sample = try #require(Samples.all.first { $0.name == name })
        func check<Value: Payload>(_ value: Value) throws {
            let file = try Self.folder.appending(path: "\(name).json")
            #expect(try Value(parsing: Array(Data(contentsOf: file))) == value)
        }
        try check(sample.payload)
    }

    @Test("There is no golden file that nothing writes")
    func complete() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(Set(files) == Set(Samples.all.map { "\($0.name).json" }))
    }
}
