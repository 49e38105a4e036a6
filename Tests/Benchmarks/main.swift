import Glibc

// The hot path beside a C reference, in one process, run by run. See deploy/bench.
let arguments = CommandLine.arguments.dropFirst()
guard arguments.allSatisfy({ ["--json", "--quick"].contains($0) }) else {
    print("usage: benchmarks [--json] [--quick]")
    exit(64)
}
let isQuick = arguments.contains("--quick")
let sizes = isQuick ? [100_000] : [100, 10_000, 100_000, 1_000_000]
let measurements = sizes.map { Measurement(pairs: $0, runs: isQuick ? 5 : 11) }
print(arguments.contains("--json") ? Report.json(measurements) : Report.table(measurements))
