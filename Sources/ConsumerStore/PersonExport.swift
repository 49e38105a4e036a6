public import Engagement
import JSON
import Messages

/// All that is kept of a person, for the person.
public enum PersonExport {
    /// Columns that are Unix milliseconds.
    private static let times: Set = ["at", "expires_at", "since", "last_present", "created", "expires", "until"]

    public static func text(_ visitor: Visitor, _ records: [PersonRecords]) -> [UInt8] {
        var json = JSONWriter()
        json.object {
            $0.name("visitor")
            visitor.write(to: &$0)
            for table in records {
                $0.name(table.table)
                $0.array { list in
                    for row in table.rows { list.object { write(row, to: &$0) } }
                }
            }
        }
        return json.bytes + [UInt8(ascii: "\n")]
    }

    private static func write(_ row: [PersonRecords.Field], to json: inout JSONWriter) {
        for field in row {
            let time = times.contains(field.name) ? Int64(field.value).map { Timestamp.text($0) } : nil
            json.field(field.name, time ?? field.value)
        }
    }
}
