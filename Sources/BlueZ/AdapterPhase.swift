/// Where an adapter stands on its way to a scan.
public enum AdapterPhase: String, Hashable, Sendable {
    /// Not there.
    case absent
    /// There, without power.
    case down
    /// The radio switch is off.
    case blocked
    /// Being set up.
    case configuring
    case scanning
    /// Another has touched the scan, and is let finish.
    case contended
    /// Scans, answers, and hears nothing, whatever was tried: there may be nothing to hear.
    case quiet
    /// A fault; tried again after a pause.
    case backoff
    /// Being switched off and on.
    case recovering
    /// Everything has been tried; tried again all the same.
    case failed
}
