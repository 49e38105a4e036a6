/// What `AdapterMachine` wants done. Each is answered by its success or failure.
enum AdapterAction: Hashable {
    /// Look for the adapter.
    case find
    case powerUp
    /// Open what is not open, read the features, start the scan.
    case configure
    /// The same with new sockets.
    case reopen
    /// Off, parameters, on.
    case restart
    /// Enable again, without the duplicate filter.
    case kick
    /// Ask for the address.
    case probe
    case powerDown
    /// Reset the device on its bus.
    case resetDevice
}
