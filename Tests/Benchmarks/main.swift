// The hot path beside a C reference, in one process, run by run. See deploy/bench.
import Glibc

var arguments = CommandLine.arguments.dropFirst()
var sizes = [100, 10_000, 100_000, 1_000_000]
var printsJSON = false
while let argument = arguments.popFirst() {
    if argument == "--json" {
        printsJSON = true
    } else if argument == "--pairs", let text = arguments.popFirst(), let pairs = Int(text), pairs >= 10 {
        sizes = [pairs]
    } else if argument == "--decisions" {
        print(DecisionMeasurement(candidates: 1000, shoppers: 1000, runs: 5).text)
        exit(0)
    } else {
        print("usage: bench [--json] [--pairs NUMBER] [--decisions]")
        exit(64)
    }
}
let measurements = sizes.map { Measurement(pairs: $0, runs: 11) }
print(printsJSON ? Report.json(measurements) : Report.table(measurements))
