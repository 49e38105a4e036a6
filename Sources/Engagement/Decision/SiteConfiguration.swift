/// One store, as the configuration describes it.
public struct SiteConfiguration: Hashable, Sendable {
    public var name: String
    /// An IANA name, such as `Europe/Helsinki`. One that is not known suppresses every notification.
    public var timeZone: String
    /// Local opening hours.
    public var open: DailyWindow = .always
    public var jurisdiction = Jurisdiction()
    /// Parts of the store, names unique. None: the store itself is where shoppers dwell.
    public var zones: [ZoneConfiguration] = []

    public init(name: String, timeZone: String) {
        self.name = name
        self.timeZone = timeZone
    }
}

/// A part of a store, and the receivers that stand there.
public struct ZoneConfiguration: Hashable, Sendable {
    /// A gateway (`shelf-1`), or one region of it (`shelf-1/shelf`).
    public struct Source: Hashable, Sendable {
        public var gateway: String
        /// `nil`: every region of the gateway.
        public var region: String?

        public init(gateway: String, region: String? = nil) {
            self.gateway = gateway
            self.region = region
        }
    }

    public var name: String
    public var gateways: [Source]
    /// The selection of the directory that is sold here; `nil`: the site's own.
    public var selection: String?

    public init(name: String, gateways: [Source], selection: String? = nil) {
        self.name = name
        self.gateways = gateways
        self.selection = selection
    }
}

/// What the law where the store stands allows. The defaults are the strictest that still notify.
public struct Jurisdiction: Hashable, Sendable {
    public enum Notifications: String, Sendable, CaseIterable {
        case off
        /// What is there, without a promotion.
        case info
        case promo
    }

    public enum Promotions: String, Sendable, CaseIterable {
        case none
        /// A price for one, never a price for several.
        case singlePrice = "single_price"
        case full
    }

    /// Years.
    public var minimumAge = 18
    public var notifications: Notifications = .info
    public var promotions: Promotions = .none
    /// Local times of day at which what is notified of may be sold.
    public var sellingHours: DailyWindow = .always
    /// What every notification must say; empty: nothing.
    public var notice = ""

    public init() {}
}
