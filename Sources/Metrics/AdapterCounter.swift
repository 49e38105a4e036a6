/// The counters of adapters that are shown, by the names that telemetry has for them. Others are not: a stranger would
/// else choose the names of our metrics.
enum AdapterCounter {
    static let all: [(name: String, help: String)] = [
        ("reports", "Advertisements heard."),
        ("events", "Report events of the controller."),
        ("connectable", "Advertisements that can be connected to."),
        ("scannable", "Advertisements that can be scanned."),
        ("non_connectable", "Advertisements that cannot be connected to."),
        ("scan_responses", "Answers to scan requests."),
        ("extended", "Extended advertisements."),
        ("directed", "Advertisements to someone."),
        ("empty", "Advertisements without data."),
        ("malformed", "Packets that no sound controller sends."),
        ("truncated", "Advertisements that the controller could not give whole."),
        ("rssi_unavailable", "Advertisements without a level."),
        ("socket_drops", "Packets that the kernel dropped as nobody read them in time."),
        ("evt_rx", "Events that the kernel took from the controller."),
        ("foreign_disable", "Times that another program switched our scan off."),
        ("foreign_enable", "Times that another program began to scan."),
        ("takeovers", "Times that we began our scan anew after another program."),
        ("kicks", "Times that the scan was switched off and on for a sign of life."),
        ("restarts", "Times that the scan was set up anew."),
        ("hw_errors", "Hardware errors that the controller told."),
        ("cmd_timeouts", "Commands that the controller did not answer."),
        ("power_ups", "Times that the adapter was switched on after someone had switched it off."),
        ("power_cycles", "Times that the adapter was switched off and on to mend it."),
        ("device_resets", "Times that the USB device was reset to mend it."),
        ("rfkill", "Times that the radio switch was found off."),
        ("unplugs", "Times that the adapter was pulled."),
    ]
}
