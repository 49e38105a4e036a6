/// The records of a CSV file under its header.
struct Table {
    let rows: [Row]

    /// One record; a field by the name of its column.
    struct Row {
        fileprivate let columns: [String: Int]
        fileprivate let fields: [CSVReader.Field]

        /// Where the record begins.
        var place: ImportFault.Place { fields[0].place }

        /// Empty text where the file has no such column.
        subscript(column: String) -> CSVReader.Field {
            guard let index = columns[column] else { return CSVReader.Field(text: "", place: place) }
            return fields[index]
        }
    }

    /// - Parameters:
    ///   - required: columns that must be there.
    ///   - optional: columns that may be; all others are faults, lest a slip of the pen drop a column in silence.
    init(
        _ bytes: [UInt8], file: String, required: [String], optional: [String] = [], _ faults: inout FaultList
    ) {
        let records = CSVReader.records(of: bytes, file: file, &faults)
        guard let header = records.first else {
            faults.add("no header; the first line must be \(required.joined(separator: ","))", at: .init(file: file))
            rows = []
            return
        }
        var columns: [String: Int] = [:]
        var isSound = true
        func fault(_ message: String, at place: ImportFault.Place) {
            faults.add(message, at: place)
            isSound = false
        }
        for (index, field) in header.enumerated() {
            if !required.contains(field.text), !optional.contains(field.text) {
                let known = (required + optional).joined(separator: ", ")
                fault("unknown column \(quote(field.text)); known are \(known)", at: field.place)
            } else if columns.updateValue(index, forKey: field.text) != nil {
                fault("column \(field.text) stands twice; remove one", at: field.place)
            }
        }
        for name in required where columns[name] == nil {
            fault("column \(name) is missing; add it", at: header[0].place)
        }
        // Under a wrong header every row would be one more fault.
        guard isSound else {
            rows = []
            return
        }
        var rows: [Row] = []
        for record in records.dropFirst() {
            if record.count == header.count {
                rows.append(Row(columns: columns, fields: record))
            } else {
                faults.add(
                    "\(record.count) fields under \(header.count) columns; put a text with commas in quotes",
                    at: record[0].place)
            }
        }
        self.rows = rows
    }
}

/// What a file says, fit for a message: in quotes and not endless.
func quote(_ text: String) -> String {
    text.count <= 60 ? "'\(text)'" : "'\(text.prefix(59))…'"
}
