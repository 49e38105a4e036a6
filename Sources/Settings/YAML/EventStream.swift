import CYAML

/// What libyaml makes of a file, piece by piece.
struct EventStream: ~Copyable {
    struct Event {
        enum Kind {
            case scalar(String, isPlain: Bool)
            case alias(String)
            case listStart, listEnd, mapStart, mapEnd
            case documentStart, streamEnd
            /// Stream start, document end.
            case other
        }

        var kind: Kind
        var anchor: String?
        var hasTag = false
        var line: Int
        var column: Int
    }

    /// On the heap, since libyaml keeps pointers into the parser and its input, and a Swift value may move.
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let input: UnsafeMutableBufferPointer<UInt8>

    init(_ bytes: [UInt8]) throws(SyntaxError) {
        let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
        guard yaml_parser_initialize(parser) == 1 else {
            parser.deallocate()
            throw SyntaxError(line: 1, column: 1, message: "out of memory")
        }
        input = .allocate(capacity: bytes.count)
        _ = input.initialize(from: bytes)
        self.parser = parser
        yaml_parser_set_input_string(parser, input.baseAddress, bytes.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
        input.deallocate()
    }

    mutating func next() throws(SyntaxError) -> Event {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { throw error }
        defer { yaml_event_delete(&event) }
        let mark = event.start_mark
        var result = Event(kind: .other, line: mark.line + 1, column: mark.column + 1)
        switch event.type {
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            let text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
            result.kind = .scalar(text, isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE)
            result.anchor = Self.text(scalar.anchor)
            result.hasTag = scalar.tag != nil
        case YAML_SEQUENCE_START_EVENT:
            result.kind = .listStart
            result.anchor = Self.text(event.data.sequence_start.anchor)
            result.hasTag = event.data.sequence_start.tag != nil
        case YAML_MAPPING_START_EVENT:
            result.kind = .mapStart
            result.anchor = Self.text(event.data.mapping_start.anchor)
            result.hasTag = event.data.mapping_start.tag != nil
        case YAML_ALIAS_EVENT: result.kind = .alias(Self.text(event.data.alias.anchor) ?? "")
        case YAML_SEQUENCE_END_EVENT: result.kind = .listEnd
        case YAML_MAPPING_END_EVENT: result.kind = .mapEnd
        case YAML_DOCUMENT_START_EVENT: result.kind = .documentStart
        case YAML_STREAM_END_EVENT: result.kind = .streamEnd
        default: break
        }
        return result
    }

    /// What libyaml says went wrong. The reader, which works below lines, says only at which byte.
    private var error: SyntaxError {
        let state = parser.pointee
        let problem = state.problem.map { String(cString: $0) } ?? "not YAML"
        if state.error == YAML_READER_ERROR {
            let before = String(decoding: input.prefix(state.problem_offset), as: UTF8.self)
            let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
            return SyntaxError(
                line: max(lines.count, 1), column: (lines.last?.unicodeScalars.count ?? 0) + 1, message: problem)
        }
        let lines = input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if lines.dropFirst(state.problem_mark.line).first?.first(where: { $0 != UInt8(ascii: " ") })
            == UInt8(ascii: "\t")
        {
            return SyntaxError(
                line: state.problem_mark.line + 1, column: state.problem_mark.column + 1,
                message: "a tab begins the line, and YAML wants spaces")
        }
        let context = state.context.map { " \(String(cString: $0))" } ?? ""
        return SyntaxError(
            line: state.problem_mark.line + 1, column: state.problem_mark.column + 1, message: problem + context)
    }

    private static func text(_ name: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        name.map { String(cString: $0) }
    }
}
