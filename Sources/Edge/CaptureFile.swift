package import Captures
import Daemon

/// A capture on disk, read whole.
package struct CaptureFile {
    package let path: String
    package let reader: CaptureReader

    /// Bytes of the largest file that is taken in: a day of a busy shop.
    private static let largest = 1 << 30

    package init(_ path: String) throws(UnusableCapture) {
        self.path = path
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try FileContent.read(path, atMost: Self.largest)
        } catch {
            throw UnusableCapture(description: "\(path) \(error)")
        }
        do throws(CaptureError) {
            reader = try CaptureReader(bytes)
        } catch {
            throw UnusableCapture(description: "\(path): \(error)")
        }
    }
}

/// Why there is nothing to play.
package struct UnusableCapture: Error, CustomStringConvertible {
    package let description: String
}
