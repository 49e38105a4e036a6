import Engagement
import Messages

/// How notifications are worded and sent.
struct Delivery: Sendable {
    var servers = ChannelServers()
    var templates = Templates.builtIn
    /// `nil`: there are no pages.
    var links: Links?
    /// 0.8 … 1.2, at random: not everyone tries again at once.
    var spread: @Sendable () -> Double = { Double.random(in: 0.8...1.2) }
}

extension Delivery {
    func notification(
        id: String, _ suggestion: Suggestion, for visitor: Visitor, _ opportunity: Opportunity,
        at site: SiteConfiguration, _ now: Int64, expiresAt: Int64
    ) -> Notification {
        let text = NotificationText(
            for: suggestion, locale: visitor.locale, notice: site.jurisdiction.notice, templates: templates)
        var notification = Notification(
            id: id, user: visitor.id, site: site.name, zone: opportunity.zone, item: suggestion.item.id,
            title: text.title, body: text.body, reasons: text.reasons, promotion: text.promotion, notice: text.notice,
            time: now, expiresAt: expiresAt)
        if let links {
            notification.link = links.item(notification)
            notification.why = links.why(notification)
            notification.optOut = links.optOut(notification)
        }
        return notification
    }
}
