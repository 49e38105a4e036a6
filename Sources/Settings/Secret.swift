import Daemon
import Glibc

/// A password, or where it lies. It never shows in a description.
public struct Secret: Hashable, Sendable {
    enum Place: Hashable, Sendable {
        case here(String)
        case file(String)
        /// A variable of the environment.
        case environment(String)
        /// A credential of the systemd unit, under `$CREDENTIALS_DIRECTORY`.
        case credential(String)
    }

    let place: Place

    /// Bytes of the longest secret.
    private static let longest = 65_536

    /// The secret as it is now, so that it may change without a restart; a line end behind it is not part of it.
    public func read() throws(SecretError) -> String { String(decoding: try bytes(), as: UTF8.self) }

    /// The same where it need not be a text.
    public func bytes() throws(SecretError) -> [UInt8] {
        switch place {
        case .here(let text): return Array(text.utf8)
        case .file(let path):
            if SourceFile.isOpenToOthers(path) {
                throw SecretError(description: "\(path) is open to others; chmod o-rwx \(path)")
            }
            return try Self.content(path)
        case .environment(let name):
            guard let value = getenv(name) else { throw SecretError(description: "$\(name) is not set") }
            return Array(String(cString: value).utf8)
        case .credential(let name):
            guard let folder = getenv("CREDENTIALS_DIRECTORY") else {
                throw SecretError(description: "$CREDENTIALS_DIRECTORY is not set; systemd sets it for LoadCredential=")
            }
            return try Self.content("\(String(cString: folder))/\(name)")
        }
    }

    private static func content(_ path: String) throws(SecretError) -> [UInt8] {
        do {
            let bytes = try FileContent.read(path, atMost: longest)
            return bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes
        } catch {
            let isOthers = access(path, F_OK) == 0 && access(path, R_OK) != 0
            let advice = isOthers ? "; chgrp beckon and chmod 640 for the daemons, and sudo for a person" : ""
            throw SecretError(description: "\(path) \(error)\(advice)")
        }
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Where it lies; where it stands in the configuration itself, nothing of it.
    public var description: String {
        switch place {
        case .here: "(redacted)"
        case .file(let path): "file \(path)"
        case .environment(let name): "$\(name)"
        case .credential(let name): "credential \(name)"
        }
    }

    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
