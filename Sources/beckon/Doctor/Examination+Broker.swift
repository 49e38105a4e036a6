import MQTT
import Messages
import Settings

extension Examination {
    /// - Parameters:
    ///   - settings: by which the broker was tried.
    ///   - process: of the gateway that runs here.
    static func broker(
        _ trial: BrokerTrial, _ settings: BrokerSettings, _ gateway: GatewayID, process: Int32?
    ) -> [Finding] {
        let subject = "broker"
        guard let connection = trial.connection else {
            guard let (broker, fault) = trial.fault else {
                return [.fault(subject, "no answer", advice: "is the broker running, and broker.urls right?")]
            }
            let saw = "\(fault)"
            let place = "\(broker)"
            return [
                .fault(
                    subject, saw.hasPrefix(place) ? saw : "\(place): \(saw)",
                    advice: advice(for: fault, of: broker, settings, gateway))
            ]
        }
        let reached = Finding.good(subject, "\(connection.broker), MQTT \(connection.version.rawValue)")
        return [reached] + (process.map { running(trial, gateway, $0) } ?? idle(trial, settings, gateway))
    }

    /// What the gateway that runs says of itself.
    private static func running(_ trial: BrokerTrial, _ gateway: GatewayID, _ process: Int32) -> [Finding] {
        let subject = "gateway"
        guard trial.runs.count < 2 else {
            return [doubled("another box is \(gateway), too: both say how they are, in turn")]
        }
        switch trial.status?.state {
        case .online: return [.good(subject, "runs (\(process)), online")]
        case .degraded:
            let reason = trial.status?.reason ?? "it does not say why"
            return [
                .fault(
                    subject, "runs (\(process)), degraded: \(reason)", advice: "journalctl -u beckon-gateway says more")
            ]
        case .offline, .lost, nil:
            return [
                .fault(
                    subject, "runs (\(process)), and this broker does not have it online",
                    advice: "journalctl -u beckon-gateway says why; is gateway.broker another broker?")
            ]
        }
    }

    private static func idle(
        _ trial: BrokerTrial, _ settings: BrokerSettings, _ gateway: GatewayID
    ) -> [Finding] {
        var findings: [Finding] = []
        switch trial.writing {
        case .allowed: findings.append(.good("access", "may write below \(gateway)"))
        case .denied(let why):
            let mend =
                "on the broker's machine: broker-user \(gateway.site) \(gateway.gateway) (in \(examples)), then "
                + "systemctl reload mosquitto"
            let isCertified = settings.tls.certificate != nil
            findings.append(
                .fault(
                    "access", "may not write below \(gateway): \(why)",
                    advice: isCertified
                        ? "broker.tls.certificate must be this box's own, CN \(gateway.site):\(gateway.gateway); \(mend)"
                        : mend))
        case .untried: break
        }
        if let status = trial.status, [.online, .degraded].contains(status.state) {
            findings.append(doubled("another box is \(gateway), and \(status.state.rawValue)"))
        }
        return findings
    }

    private static func doubled(_ saw: String) -> Finding {
        .fault(
            "gateway id", saw,
            advice: "two of one name evict each other from the broker: give one of them another gateway.id")
    }

    /// Where the package puts what makes users and certificates.
    private static let examples = "/usr/share/doc/beckon/examples/broker"

    private static func advice(
        for fault: MQTTFault, of broker: MQTT.BrokerURL, _ settings: BrokerSettings, _ gateway: GatewayID
    ) -> String {
        let isThere = "is the broker running (systemctl status mosquitto), broker.urls right, and no firewall between?"
        return switch fault {
        case .credentials: "mend the file or variable that broker.password_… names"
        case .configuration: "mend it in the configuration; beckon check"
        case .unreachable(let text) where text.contains("Lookup error"):
            "nobody knows the name \(broker.host): mend it in broker.urls, or this box's DNS (getent hosts \(broker.host))"
        case .unreachable where broker.usesTLS: "\(isThere) mqtts:// wants its TLS port, mostly 8883"
        case .unreachable: isThere
        case .tls(let text): advice(forTLS: text, of: broker, gateway)
        case .unanswered, .closedUnanswered:
            "is this the broker's MQTT port? Its TLS port needs mqtts:// in broker.urls"
        case .refused where settings.username == nil && settings.tls.certificate == nil:
            "the broker wants to know who we are: broker.username and password_file, or broker.tls.certificate and key"
        case .refused:
            "broker.username and its password must be as the broker knows them (mosquitto_passwd there sets a new one)"
        case .lost, .ended, .takenOver, .unacknowledged, .notKept: "see the broker's log"
        }
    }

    /// - Parameter text: OpenSSL's. An alert is what the broker says of us.
    private static func advice(forTLS text: String, of broker: MQTT.BrokerURL, _ gateway: GatewayID) -> String {
        let make = "certificates gateway \(gateway.site) \(gateway.gateway) (on the broker's machine, in \(examples))"
        return if text.contains("alert certificate expired") {
            "the broker finds this box's certificate (broker.tls.certificate) too old: renew it by \(make), or set the "
                + "broker's clock"
        } else if text.contains("alert") && text.contains("certificate required") {
            "the broker wants this box's certificate: broker.tls.certificate and key, made by \(make)"
        } else if text.contains("alert") {
            "the broker does not take this box's certificate (broker.tls.certificate): its own authority must have made "
                + "it, by \(make)"
        } else if text.contains("not yet valid") {
            "the broker's certificate is of a time to come: set this box's clock, which is most often wrong"
        } else if text.contains("expired") {
            "renew the broker's certificate (certificates broker \(broker.host), on its machine, in \(examples)), or set "
                + "this box's clock"
        } else if text.contains("host name verification") {
            "the broker's certificate is for another name than \(broker.host): say in broker.urls, or in "
                + "broker.tls.server_name, the one that it is for"
        } else if text == MQTTFault.endedHandshake {
            "mqtts:// wants the broker's TLS port, mostly 8883; if this is it, the broker does not take this box's "
                + "certificate: broker.tls.certificate and key, made by \(make)"
        } else {
            "broker.tls.ca must be the authority of the broker's certificate (ca.pem of its machine), and the port its "
                + "TLS port"
        }
    }
}
