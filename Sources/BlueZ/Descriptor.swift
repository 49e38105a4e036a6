import Glibc

/// An open file descriptor, closed when it goes out of scope.
struct Descriptor: ~Copyable {
    let number: Int32

    init(owning number: Int32) { self.number = number }

    deinit { close(number) }

    /// Its number, from now on another's to close.
    consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }
}
