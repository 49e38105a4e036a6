/// Why a shopper is told nothing: the reason codes, in the order of the rules.
public enum Suppression: String, Error, Hashable, Sendable, CaseIterable {
    case staleEvent = "stale_event"
    case clockUnsynced = "clock_unsynced"
    case duplicateEvent = "duplicate_event"
    case unknownSite = "unknown_site"
    case unknownGateway = "unknown_gateway"
    case forged
    case unknownBeacon = "unknown_beacon"
    case noConsent = "no_consent"
    case optedOut = "opted_out"
    case ageNotVerified = "age_not_verified"
    case staff
    case notPresent = "not_present"
    case dwellTooShort = "dwell_too_short"
    case quietHours = "quiet_hours"
    case closed
    /// The jurisdiction allows no notification.
    case notificationsOff = "notifications_off"
    case sellingHours = "selling_hours"
    case visitCap = "visit_cap"
    case userCap = "user_cap"
    /// One of those who are told nothing, to compare with.
    case holdout
    case selectionEmpty = "selection_empty"
    /// All that could be told has been told lately.
    case repeatItem = "repeat_item"
    case recommenderUnavailable = "recommender_unavailable"
    case disliked
    case notRelevant = "not_relevant"
    /// They said *not for me* too often.
    case dismissBackoff = "dismiss_backoff"
    case expired
    /// The site has sent too many in an hour.
    case globalRate = "global_rate"
    case paused
    /// Two sites hear the beacon at once: one of them a copy.
    case implausible
    /// None of the channels that the shopper wants is configured, or they all are gone.
    case noChannel = "no_channel"
    case dryRun = "dry_run"
}
