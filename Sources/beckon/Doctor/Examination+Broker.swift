import MQTT
import Messages

extension Examination {
    /// - Parameter process: of the gateway that runs here.
    static func broker(_ trial: BrokerTrial, _ gateway: GatewayID, process: Int32?) -> [Finding] {
        let subject = "broker"
        guard let connection = trial.connection else {
            guard let (broker, fault) = trial.fault else {
                return [.fault(subject, "no answer", advice: advice(for: .unanswered))]
            }
            let saw = "\(fault)"
            let place = "\(broker)"
            return [.fault(subject, saw.hasPrefix(place) ? saw : "\(place): \(saw)", advice: advice(for: fault))]
        }
        let reached = Finding.good(subject, "\(connection.broker), MQTT \(connection.version.rawValue)")
        return [reached] + (process.map { running(trial, $0) } ?? idle(trial, gateway))
    }

    /// What the gateway that runs says of itself.
    private static func running(_ trial: BrokerTrial, _ process: Int32) -> [Finding] {
        let subject = "gateway"
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

    private static func idle(_ trial: BrokerTrial, _ gateway: GatewayID) -> [Finding] {
        var findings: [Finding] = []
        switch trial.writing {
        case .allowed: findings.append(.good("access", "may write below \(gateway)"))
        case .denied(let why):
            findings.append(
                .fault(
                    "access", "may not write below \(gateway): \(why)",
                    advice:
                        "deploy/broker-user \(gateway.site) \(gateway.gateway) gives the broker's access list its lines"
                ))
        case .untried: break
        }
        if let status = trial.status, [.online, .degraded].contains(status.state) {
            findings.append(
                .fault(
                    "gateway id", "another box is \(gateway), and \(status.state.rawValue)",
                    advice: "two of one name evict each other from the broker: give one of them another gateway.id"))
        }
        return findings
    }

    private static func advice(for fault: MQTTFault) -> String {
        switch fault {
        case .credentials: "mend the file or variable that broker.password_… names"
        case .configuration: "mend it in the configuration; beckon check"
        case .unreachable:
            "is the broker running (systemctl status mosquitto), broker.urls right, and no firewall between?"
        case .tls(let text) where text.contains("expired"):
            "renew the broker's certificate (deploy/certificates), or set this box's clock"
        case .tls:
            "broker.tls.ca must be the authority of the broker's certificate, server_name its name, and the port its TLS port"
        case .unanswered, .closedUnanswered:
            "is this the broker's MQTT port? Its TLS port needs mqtts:// in broker.urls"
        case .refused: "broker.username and its password must be as the broker knows them; its log says more"
        case .lost, .ended, .takenOver, .unacknowledged, .notKept: "see the broker's log"
        }
    }
}
