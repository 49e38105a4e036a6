// The hot path beside a C reference, in one process, run by run. See deploy/bench.
import Glibc

var arguments = CommandLine.arguments.dropFirst()
var sizes = [100, 10_000, 100_000, 1_000_000]
var runs = 11
var printsJSON = false
/// For the files of the rings.
var folder: String?

func fail() -> Never {
    print("usage: Benchmarks --folder FOLDER [--json] [--pairs NUMBER] [--runs NUMBER] | [--json] --decisions")
    exit(64)
}

while let argument = arguments.popFirst() {
    if argument == "--json" {
        printsJSON = true
    } else if argument == "--pairs", let text = arguments.popFirst(), let pairs = Int(text), pairs >= 10 {
        sizes = [pairs]
    } else if argument == "--runs", let text = arguments.popFirst(), let count = Int(text), count >= 1 {
        runs = count
    } else if argument == "--folder", let path = arguments.popFirst() {
        folder = path
    } else if argument == "--decisions" {
        let measurement = DecisionMeasurement(candidates: 1000, shoppers: 1000, runs: 5)
        print(printsJSON ? measurement.json : measurement.text)
        exit(0)
    } else {
        fail()
    }
}
guard let folder else { fail() }
let measurements = sizes.map { Measurement(pairs: $0, runs: runs, folder: "\(folder)/\($0)") }
print(printsJSON ? Report.json(measurements) : Report.table(measurements))
