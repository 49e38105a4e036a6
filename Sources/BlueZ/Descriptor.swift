import Glibc

/// An open file descriptor, closed when it goes out of scope.
struct Descriptor: ~Copyable {
    let number: Int32

    init(owning number: Int32) { self.number = number }

    deinit { close(number) }
}
