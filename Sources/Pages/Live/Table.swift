/// A table with a head, its caption for those who do not see it.
enum Table {
    /// - Parameter columns: a name, and whether its cells are numbers.
    static func html(_ caption: String, _ columns: [(name: String, isNumber: Bool)], _ rows: [HTML]) -> HTML {
        let heads = columns.map { column -> HTML in
            column.isNumber
                ? "<th scope=\"col\" class=\"number\">\(column.name)</th>" : "<th scope=\"col\">\(column.name)</th>"
        }
        return """
            <table>
            <caption class="hidden">\(caption)</caption>
            <thead><tr>\(HTML(heads))</tr></thead>
            <tbody>
            \(HTML(rows))</tbody>
            </table>
            """
    }

    /// Under a row, over the whole width: why it is so. - Parameter id: the row's own, of which this one is made.
    static func note(_ text: String?, id: String, columns: Int) -> HTML? {
        text.map {
            "<tr class=\"note\" id=\"\(id)-why\"><td colspan=\"\(columns)\">\(Advice.html($0))</td></tr>\n"
        }
    }

    /// What a bounded list leaves out.
    static func rest(_ count: Int) -> HTML? { count > 0 ? "<p class=\"hint\">and \(count) more</p>" : nil }
}
