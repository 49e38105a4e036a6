// The product's own presence engine on real recordings, beside other products' policies. See deploy/evaluate.
import Glibc

guard CommandLine.arguments.count >= 2, let recordings = try? Recordings(folder: CommandLine.arguments[1]) else {
    print("usage: Evaluation FOLDER [staying|zone|walking|nearest|distance|tap|shop]…")
    exit(64)
}
let wanted = CommandLine.arguments.dropFirst(2)
func asks(_ name: String) -> Bool { wanted.isEmpty || wanted.contains(name) }

let edges = recordings.edges()
let names = recordings.sensors.keys.sorted()
// Six receivers tune, six report.
let (tuning, reporting) = (
    names.enumerated().filter { $0.offset % 2 == 0 }.map(\.element),
    names.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
)

if asks("staying") {
    let held = recordings.still.filter { reporting.contains($0.sensor) }
    Report.staying("the six reporting receivers", Staying.run(held))
    Report.staying("all twelve", Staying.run(recordings.still))
    Report.silences(recordings.still)
}
if asks("zone") {
    let training = Zone.visits(recordings.still, sensors: tuning, passes: 4, seed: 1)
    let test = Zone.visits(recordings.still, sensors: reporting, passes: 6, seed: 2)
    Report.zone(
        "visits, spliced; outside audible at 8–14 m", training, test, edges: edges, bounds: [0.5, 1, 1.4, 3, 5, 20])
    Report.ceiling(recordings.still, edges: edges)
}
if asks("walking") {
    let straight = recordings.tracks.filter { $0.name.hasPrefix("straight") }
    let others = recordings.tracks.filter { !$0.name.hasPrefix("straight") }
    Report.zone(
        "walks; tuned on the straight ones", Zone.walks(straight, recordings.sensors),
        Zone.walks(others, recordings.sensors), edges: edges, bounds: [20, 33, 60, 100])
}
if asks("nearest") { Report.nearest(recordings) }
if asks("distance") { Report.distances(recordings.still.filter { $0.set == "set_1" }, edges) }
if asks("tap") { Report.taps(recordings.still) }
if asks("shop") { Report.shop(Shop.run(hours: 10)) }
