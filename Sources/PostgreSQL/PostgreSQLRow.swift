import CPostgreSQL
import Glibc

/// One row of a result, for the closure that it is lent to. Values come as text.
public struct PostgreSQLRow {
    private let result: OpaquePointer
    private let row: Int32

    init(_ result: OpaquePointer, _ row: Int32) {
        self.result = result
        self.row = row
    }

    /// The column's whole number; 0 where it is null. Of a truth value 1 or 0, as in SQLite.
    public func integer(_ column: Int32) -> Int64 {
        let text = start(column)
        return text.pointee == CChar(UInt8(ascii: "t")) ? 1 : Int64(strtoll(text, nil, 10))
    }

    /// The column's whole number; `nil` where it is null.
    public func integer(ifPresent column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }

    /// The column's number; `nil` where it is null.
    public func real(_ column: Int32) -> Double? { isNull(column) ? nil : strtod(start(column), nil) }

    /// The column's text; `nil` where it is null.
    public func text(_ column: Int32) -> String? {
        isNull(column) ? nil : String(decoding: bytes(column), as: UTF8.self)
    }

    /// The column's bytes; none where it is null.
    public func blob(_ column: Int32) -> [UInt8] {
        // `\x` and two hexadecimal digits a byte.
        let digits = bytes(column).dropFirst(2).map { $0 < 0x3A ? $0 & 0x0F : ($0 & 0x0F) + 9 }
        return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    private func isNull(_ column: Int32) -> Bool { PQgetisnull(result, row, column) == 1 }

    /// The value with a zero byte behind it, of a null that alone.
    private func start(_ column: Int32) -> UnsafeMutablePointer<CChar> {
        guard let start = PQgetvalue(result, row, column) else { preconditionFailure("no column \(column)") }
        return start
    }

    private func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: start(column), count: Int(PQgetlength(result, row, column)))
    }
}
