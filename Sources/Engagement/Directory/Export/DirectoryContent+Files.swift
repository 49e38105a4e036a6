import Beacons
import JSON

extension DirectoryContent {
    /// The files that bring the same directory about when they are imported.
    public var allFiles: [String: [UInt8]] {
        var json = JSONWriter()
        json.object {
            $0.name("visitors")
            $0.array { list in
                for visitor in visitors { visitor.write(to: &list) }
            }
            $0.name("staff")
            $0.array { list in
                for beacon in staff.map(\.description).sorted() { list.string(beacon) }
            }
        }
        return files.merging([Directory.visitorsFile: json.bytes]) { $1 }
    }
}
